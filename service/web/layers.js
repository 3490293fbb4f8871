/** What an analysis shows on the board: by cell a short mark, a class for its look, and words. */

import { worth } from "./words.js";

/** The layers by name; each takes an answer and yields `[place, {mark, look, text}]`. */
export const LAYERS = { values, line, reason, proof };

const SIGNS = { win: "+", draw: "=", loss: "−" };

/** Each legal move with its value, and the plies to the end. */
function* values({ options, best_move: best }) {
  for (const option of options) {
    const isBest = option.name === best.name;
    const look = `${option.outcome}${isBest ? " best" : ""}`;
    const text = `${worth(option)}${isBest ? ", the best move" : ""}`;
    yield [option, { mark: valueMark(option), look, text }];
  }
}

function valueMark({ outcome, bounds, plies_to_end: plies, shortest }) {
  if (outcome === "unknown") {
    return bounds.lower === 0 ? "≥" : bounds.upper === 0 ? "≤" : "?";
  }
  return `${SIGNS[outcome]}${shortest ? "" : "≤"}${plies}`;
}

/** The principal variation, numbered. */
function* line({ principal_variation: places, to_move: mover }) {
  const sides = mover === "X" ? ["X", "O"] : ["O", "X"];
  for (const [index, place] of places.entries()) {
    const side = sides[index % 2];
    const text = `move ${index + 1} of the line, ${side}`;
    yield [place, { mark: String(index + 1), look: `line-${side}`, text }];
  }
}

/** The cells that show why the best move is best. */
function* reason({ reason: { cells }, best_move: best }) {
  yield [best, { mark: "★", look: "best", text: "the best move" }];
  for (const place of cells) {
    const isBest = place.name === best.name;
    const text = isBest ? "the best move" : "shows the reason";
    yield [place, { mark: isBest ? "★" : "•", look: isBest ? "best noted" : "noted", text }];
  }
}

/** The pairs or tiles of a proof, numbered; the move it begins with is marked. */
function* proof({ proof: { pairs, tiles, first_move: first } }) {
  for (const [index, pair] of pairs.entries()) {
    for (const [place, partner] of [[pair.first, pair.second], [pair.second, pair.first]]) {
      yield [place, part(index, `pair ${index + 1}, with ${partner.name}`)];
    }
  }
  for (const [index, { cells, against }] of tiles.entries()) {
    for (const place of cells) {
      yield [place, part(index, `tile ${index + 1}, against ${against.join(" and ")}`)];
    }
  }
  if (first) {
    yield [first, { mark: "1st", look: "best", text: "the first move of the proof" }];
  }
}

const HUES = 6;

const part = (index, text) => ({ mark: String(index + 1), look: `part part-${index % HUES}`, text });
