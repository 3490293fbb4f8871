/** A position, which is immutable: rows of cells, the row length and the side to move. */

export const EMPTY = ".";

export const other = (player) => (player === "X" ? "O" : "X");

/** The letters of a column: a to z, then aa, ab and so on. */
export function columnName(column) {
  const before = column < 26 ? "" : columnName(Math.floor(column / 26) - 1);
  return before + String.fromCharCode(97 + (column % 26));
}

/** The cell with this name, in upper or lower case; null if there is none. */
export function placeOf(name, { width, height }) {
  const [, letters, digits] = /^([a-z]{1,3})([1-9]\d{0,4})$/i.exec(name) ?? [];
  const code = (sum, letter) => sum * 26 + letter.charCodeAt(0) - 96;
  const column = letters ? [...letters.toLowerCase()].reduce(code, 0) - 1 : width;
  const row = height - Number(digits);
  return column < width && row >= 0 ? { row, column, name: name.toLowerCase() } : null;
}

export class Position {
  /** `rows` are strings of X, O and `.`, top row first. */
  constructor(rows, rowLength, toMove) {
    this.rows = rows;
    this.rowLength = rowLength;
    this.toMove = toMove;
    Object.freeze(this);
  }

  static empty(width, height, rowLength) {
    return new Position(Array(height).fill(EMPTY.repeat(width)), rowLength, "X");
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

  /** The number of stones of `mark`. */
  count(mark) {
    return this.rows.reduce((sum, row) => sum + row.split(mark).length - 1, 0);
  }

  /** The position after `toMove` has played at `place`. */
  play(place) {
    return new Position(this.#rowsWith(place, this.toMove), this.rowLength, other(this.toMove));
  }

  /** The position with `mark` at `place`; who is to move may follow from the stones. */
  put(place, mark) {
    return this.withRows(this.#rowsWith(place, mark));
  }

  withRows(rows) {
    const changed = new Position(rows, this.rowLength, this.toMove);
    return new Position(rows, this.rowLength, changed.onlySide ?? this.toMove);
  }

  withToMove(toMove) {
    return new Position(this.rows, this.rowLength, toMove);
  }

  /** The side that must be to move by the number of stones; null if either may be. */
  get onlySide() {
    const lead = this.count("X") - this.count("O");
    return lead === 0 ? null : lead > 0 ? "O" : "X";
  }

  #rowsWith({ row, column }, mark) {
    const before = this.rows[row];
    const after = before.slice(0, column) + mark + before.slice(column + 1);
    return this.rows.with(row, after);
  }
}
