/** How a position stands by the rules: who has won by which row, or whether nobody can move. */

import { placeAt } from "./position.js";
import { rowMaker } from "./rules.js";

/** The steps of a row in rows and columns: east, south, south-east, south-west. */
const STEPS = [[0, 1], [1, 0], [1, 1], [1, -1]];

/**
 * The status, the winner and the row of a position, as the service tells them, and the bounds on
 * its value for the side to move.
 */
export function endingOf(position) {
  for (const side of ["X", "O"]) {
    const row = rowOf(position, side);
    if (row) {
      const winner = rowMaker(position.rules, side);
      return { status: "won", winner, winning_line: row, bounds: exactly(winner === position.toMove ? 1 : -1) };
    }
  }
  const ending = mayMove(position)
    ? { status: "in_progress", bounds: { lower: -1, upper: 1 } }
    : { status: "drawn", bounds: exactly(0) };
  return { winner: null, winning_line: null, ...ending };
}

/** Whether the stone at a place is part of a row. */
export const isInRow = (position, { row, column }) =>
  STEPS.some((step) => isRow(runThrough(position, [row, column], step), position));

const exactly = (value) => ({ lower: value, upper: value });

const mayMove = ({ rows, rules }) =>
  rows.some((cells, row) => [...cells].some((_, column) => rules.landing(rows, row, column) !== null));

/** The cells of the first row of a side, however long its run is; null if it has none. */
function rowOf(position, side) {
  const { rows, rules: { rowLength }, width, height } = position;
  for (const step of STEPS) {
    for (let cell = 0; cell < width * height; cell += 1) {
      const start = [Math.floor(cell / width), cell % width];
      if (rows[start[0]][start[1]] === side && runFrom(position, start, step).length >= rowLength) {
        const run = runThrough(position, start, step);
        if (isRow(run, position)) {
          return run.map((at) => placeAt(...at, height));
        }
      }
    }
  }
  return null;
}

const isRow = ({ length }, { rules: { exact, rowLength } }) =>
  exact ? length === rowLength : length >= rowLength;

/** The cells of the run of like stones to which a cell belongs, both ways along a step. */
function runThrough(position, start, step) {
  const [ahead, behind] = [step, step.map((each) => -each)].map((way) => runFrom(position, start, way));
  // In a ring both ways lead through the same cells.
  const isRing = ahead.length > 1 && `${ahead[1]}` === `${behind.at(-1)}`;
  return isRing ? ahead : [...behind.slice(1).reverse(), ...ahead];
}

/** The cells of like stones from a cell on; over joined edges they may come back to it. */
function runFrom({ rows, rules, width, height }, start, [down, right]) {
  const turned = (at, size, isJoined) => (isJoined ? (at + size) % size : at);
  const [stone, run] = [rows[start[0]][start[1]], []];
  let [row, column] = start;
  do {
    run.push([row, column]);
    row = turned(row + down, height, rules.joinsRows);
    column = turned(column + right, width, rules.joinsColumns);
  } while (rows[row]?.[column] === stone && !(row === start[0] && column === start[1]));
  return run;
}
