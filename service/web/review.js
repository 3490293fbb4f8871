/** The review of a game: which of its moves have kept what could be had. */

import { askAll, question } from "./api.js";
import { counted, say, sentences } from "./language.js";

/** The question what the move of a turn has kept or given up: the game up to it. */
export function questionUpTo(turn, { start, turns }, time) {
  const moves = turns.slice(1, turns.indexOf(turn) + 1).map(({ move }) => move.name);
  const fields = { time_limit_ms: time, evaluate: "best", max_options: 0 };
  return { ...question(start, fields), to_move: turn.position.toMove, moves };
}

/** Judge the last moves of a game, as many as fit into one request of so many milliseconds. */
export async function review(game, { time, allowed, limits }, listening) {
  const questions = game.turns.slice(1).map((turn) => questionUpTo(turn, game, time));
  const { max_batch: mostQuestions, max_body_bytes: mostBytes } = limits;
  const bytes = JSON.stringify(questions.at(-1)).length + 1;
  const asked = questions.slice(-Math.min(mostQuestions, Math.floor(mostBytes / bytes) - 1));
  const turns = game.turns.slice(-asked.length);
  const answers = await askAll(asked, allowed, listening);
  for (const [index, answer] of answers.entries()) {
    const { mistake, last_move, principal_variation: refutation } = answer;
    const { kept, sentence, overlooked } = last_move;
    const flaw = mistake && { ...mistake, text: sentence };
    Object.assign(turns[index], { flaw, kept, overlooked, refutation });
  }
}

/**
 * The mistakes in a game, what each side has kept, what could not be judged, and how often a row was
 * overlooked, in sentences.
 */
export function judgement(turns) {
  const judged = turns.filter(({ kept }) => typeof kept === "boolean");
  const mistakes = turns.filter(({ flaw }) => flaw).length;
  const overlooked = turns.filter((turn) => turn.overlooked).length;
  const open = turns.length - judged.length;
  return sentences(
    mistakes ? counted("{count} mistake.", "{count} mistakes.", mistakes) : say("No mistake is proven."),
    ...["X", "O"].map((side) => share(side, judged.filter(({ mover }) => mover === side))),
    open && counted("{count} move could not be judged.", "{count} moves could not be judged.", open),
    overlooked &&
      counted("In {count} move a row was overlooked.", "In {count} moves a row was overlooked.", overlooked),
  );
}

/** How many moves of a side have kept what could be had; "" if none could be judged. */
function share(side, judged) {
  const kept = judged.filter((turn) => turn.kept).length;
  return judged.length && counted(
    "{side} kept all it could with {kept} of {count} move.",
    "{side} kept all it could with {kept} of {count} moves.",
    judged.length, { side, kept },
  );
}
