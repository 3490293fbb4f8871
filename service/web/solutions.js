/** The solutions of the puzzles that were posed last, kept for when there is no network. */

import { question } from "./api.js";
import { keeps } from "./puzzle.js";
import { stored } from "./storage.js";

const STORED = "solutions";
const MOST = 30;

const all = () => stored((storage) => JSON.parse(storage.getItem(STORED))) ?? [];

/** The position in its language: ids may change before the first version of the service. */
const keyOf = ({ position }) => JSON.stringify(question(position));

/** The answer that is kept to the question of a puzzle; undefined if none is. */
export const solutionOf = (puzzle) => Object.fromEntries(all())[keyOf(puzzle)];

export function keepSolution(puzzle, answer) {
  const key = keyOf(puzzle);
  const kept = [[key, answer], ...all().filter(([other]) => other !== key)].slice(0, MOST);
  stored((storage) => storage.setItem(STORED, JSON.stringify(kept)));
}

/**
 * How a game of a puzzle stands after its last move, as far as its solution tells it: after any first
 * move, and on its line. Whether the goal is kept, and what is played next; else null.
 */
export function judgeBySolution(puzzle, { turns, at }, isOver) {
  const { goal } = puzzle;
  const { options = [], bounds, principal_variation: line = [], reason } = solutionOf(puzzle) ?? {};
  const names = turns.slice(1, at + 1).map(({ move }) => move.name);
  if (names.every((name, index) => name === line[index]?.name)) {
    const reply = line[at] ?? null;
    const isTold = keeps(goal, bounds) && (reply || isOver);
    return isTold ? { kept: true, sentence: at === 1 ? reason.sentence : "", reply } : null;
  }
  const option = at === 1 && options.find(({ name }) => name === names[0]);
  return option && keeps(goal, option.bounds) === false ? { kept: false, reply: null } : null;
}
