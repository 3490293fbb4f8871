/** A position, which is immutable: rows of cells, the rules and the side to move. */

import { EMPTY, WALL, other } from "./rules.js";

/** The letters of a column: a to z, then aa, ab and so on. */
export function columnName(column) {
  const before = column < 26 ? "" : columnName(Math.floor(column / 26) - 1);
  return before + String.fromCharCode(97 + (column % 26));
}

/** The place in this row and column of a board of this height. */
export const placeAt = (row, column, height) =>
  ({ row, column, name: `${columnName(column)}${height - row}` });

/** Whether these are rows of one length of cells. */
export const isBoard = (rows) =>
  rows.every((row) => /^[XO.#]+$/.test(row) && row.length === rows[0].length);

/** The cell with this name, in upper or lower case; null if there is none. */
export function placeOf(name, { width, height }) {
  const [, letters, digits] = /^([a-z]{1,3})([1-9]\d{0,4})$/i.exec(name) ?? [];
  const code = (sum, letter) => sum * 26 + letter.charCodeAt(0) - 96;
  const column = letters ? [...letters.toLowerCase()].reduce(code, 0) - 1 : width;
  const row = height - Number(digits);
  return column < width && row >= 0 ? { row, column, name: name.toLowerCase() } : null;
}

export class Position {
  /** `rows` are strings of X, O, `.` and `#`, top row first. */
  constructor(rows, rules, toMove) {
    this.rows = rows;
    this.rules = rules;
    this.toMove = toMove;
    Object.freeze(this);
  }

  static empty(width, height, rules) {
    return new Position(Array(height).fill(EMPTY.repeat(width)), rules, "X");
  }

  /** The position without stones, from which a game can begin. */
  get cleared() {
    const rows = this.rows.map((row) => row.replace(/[XO]/g, EMPTY));
    return new Position(rows, this.rules.with({ any_position: false }), "X");
  }

  /** Whether one row or column of cells might be meant as a square, if its sides were not told. */
  get mayBeFlat() {
    const { width, height } = this;
    return Math.min(width, height) === 1 && width * height > 1 && Number.isInteger(Math.sqrt(width * height));
  }

  /** Whether there is neither a stone nor a wall. */
  get isEmpty() {
    return this.count(EMPTY) === this.width * this.height;
  }

  get hasWalls() {
    return this.count(WALL) > 0;
  }

  get width() {
    return this.rows[0].length;
  }

  get height() {
    return this.rows.length;
  }

  at({ row, column }) {
    return this.rows[row][column];
  }

  /** Where a stone comes to rest that is played at `place`; null if none may be. */
  landing({ row, column }) {
    const rest = this.rules.landing(this.rows, row, column);
    return rest === null ? null : placeAt(rest, column, this.height);
  }

  /** The number of cells that hold `mark`. */
  count(mark) {
    return this.rows.reduce((sum, row) => sum + row.split(mark).length - 1, 0);
  }

  /** The position after `toMove` has played at `place`. */
  play(place) {
    return new Position(this.#rowsWith(place, this.toMove), this.rules, other(this.toMove));
  }

  /** The position with `mark` at `place`; who is to move may follow from the stones. */
  put(place, mark) {
    return this.withRows(this.#rowsWith(place, mark));
  }

  withRows(rows) {
    return new Position(rows, this.rules, this.toMove).#settled;
  }

  withRules(rules) {
    return new Position(this.rows, rules, this.toMove).#settled;
  }

  withToMove(toMove) {
    return new Position(this.rows, this.rules, toMove);
  }

  get #settled() {
    return this.withToMove(this.onlySide ?? this.toMove);
  }

  /** The side that must be to move by the number of stones; null if either may be. */
  get onlySide() {
    return this.rules.onlySide(this.count("X") - this.count("O"));
  }

  #rowsWith({ row, column }, mark) {
    const before = this.rows[row];
    const after = before.slice(0, column) + mark + before.slice(column + 1);
    return this.rows.with(row, after);
  }
}
