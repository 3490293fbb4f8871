/** The layers of an analysis: for each cell a short mark, a class for its look, and words. */

import { joined, number, say } from "./language.js";
import { other } from "./rules.js";
import { kindOf, rowMakersMoves, worth } from "./words.js";

/** The layers by name; each takes an answer and yields `[place, {mark, look, text, heat}]`. */
export const LAYERS = { values, line, reason, proof };

const SIGNS = { win: "+", draw: "=", loss: "−", lower: "≥", upper: "≤", unknown: "" };

/** Each legal move with its value and the moves to the end or, if unproven, with its score. */
function* values({ options, best_move: best }) {
  const scores = options.filter(({ value }) => value === null).map(({ score }) => score);
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  for (const option of options) {
    const isBest = option.name === best.name;
    const isKnown = option.value !== null;
    const heat = isKnown ? undefined : most > least ? (option.score - least) / (most - least) : 0.5;
    const text = joined(
      worth(option),
      !isKnown && say("score {score}", { score: signed(option) }),
      isBest && say("the best move"),
    );
    const look = `${option.outcome}${isBest ? " best" : ""}`;
    yield [option, { mark: mark(option), look, text, heat }];
  }
}

/** The sign of a value and the moves to the end; whether they are exact does not fit into a cell. */
const mark = (option) =>
  `${SIGNS[kindOf(option)]}${option.value ? rowMakersMoves(option) : ""}`;

/** The kinds of values that the options have, which the legend explains. */
export const kindsOf = ({ options }) => new Set(options.map(kindOf));

const signed = ({ score }) => `${score < 0 ? "−" : "+"}${number(Math.abs(score), 2)}`;

/** The moves of a line of play, numbered. */
function* line({ principal_variation: places, to_move: mover }) {
  const sides = [mover, other(mover)];
  for (const [index, place] of places.entries()) {
    const side = sides[index % 2];
    const text = say("move {number} of the line, {side}", { number: index + 1, side });
    yield [place, { mark: String(index + 1), look: `line-${side}`, text }];
  }
}

/** The cells that show why the best move is best. */
function* reason({ reason: { cells }, best_move: best }) {
  yield [best, { mark: "★", look: "best", text: say("the best move") }];
  for (const place of cells) {
    const isBest = place.name === best.name;
    const text = isBest ? say("the best move") : say("shows the reason");
    yield [place, { mark: isBest ? "★" : "•", look: isBest ? "best noted" : "noted", text }];
  }
}

/** The pairs of a proof, numbered, and the move with which it begins. */
function* proof({ proof: { pairs, first_move: first } }) {
  for (const [index, pair] of pairs.entries()) {
    for (const [place, partner] of [[pair.first, pair.second], [pair.second, pair.first]]) {
      const text = say("pair {number}, with {cell}", { number: index + 1, cell: partner.name });
      yield [place, part(index, text)];
    }
  }
  if (first) {
    yield [first, { mark: "1st", look: "best", text: say("the first move of the proof") }];
  }
}

const HUES = 6;

const part = (index, text) => ({ mark: String(index + 1), look: `part part-${index % HUES}`, text });
