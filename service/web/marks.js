/** The marks that cells show in addition to stones. */

import { joined, say } from "./language.js";
import { LAYERS } from "./layers.js";
import { rowWins } from "./rules.js";

/** Marks by the index of their cell: `{mark, look, text, heat, number}`; `layer` is the one to show, or null. */
export function marksOf(match, layer) {
  const { width } = match.game.position;
  const shown = new Map();
  for (const [{ row, column }, { mark = "", look, text, heat, number }] of all(match, layer)) {
    const index = row * width + column;
    const before = shown.get(index);
    shown.set(index, {
      mark: before?.mark || mark,
      look: before ? `${before.look} ${look}` : look,
      text: joined(before?.text, text),
      heat: before?.heat ?? heat,
      number: before?.number ?? number,
    });
  }
  return shown;
}

function* all(match, layer) {
  const { game, analysis, line, progress, running, told, verdict } = match;
  for (let number = 1; number <= game.at; number += 1) {
    yield [game.turns[number].move, { look: "", number }];
  }
  if (game.last) {
    yield [game.last.move, { look: "last", text: say("the last move") }];
  }
  const row = rowWins(game.position.rules)
    ? { look: "winning", text: say("in the winning line") }
    : { look: "winning loss", text: say("in the losing row") };
  for (const place of verdict?.winning_line ?? []) {
    yield [place, row];
  }
  const isSearching = running === "analysis" && progress;
  if (layer === "line" && (line ?? analysis)) {
    yield* LAYERS.line(line ?? analysis);
  } else if (layer && analysis) {
    yield* LAYERS[layer](analysis);
  } else if (layer === "line" && isSearching) {
    yield* LAYERS.line({ ...progress, to_move: game.position.toMove });
  }
  if (isSearching) {
    yield [progress.best_move, { look: "noted", text: say("best so far") }];
  }
  for (const place of told?.cells ?? []) {
    yield [place, { look: "noted", text: say("marked") }];
  }
}
