/** The rules of a game: the switches, what each of them changes, and how it is told. */

import { clauses, say, sentences } from "./language.js";

export const EMPTY = ".";
export const WALL = "#";

export const other = (player) => (player === "X" ? "O" : "X");

/** The choices of each switch by its name in a request; the first one is that of the plain game. */
export const SWITCHES = {
  gravity: [false, true],
  wrap: ["none", "horizontal", "vertical", "both"],
  exact: [false, true],
  misere: [false, true],
  any_position: [false, true],
};

const EDGES = {
  horizontal: say("left and right edges are joined"),
  vertical: say("top and bottom edges are joined"),
  both: say("opposite edges are joined"),
};

const GOALS = {
  3: say("Three in a row wins."),
  4: say("Four in a row wins."),
  5: say("Five in a row wins."),
};

/** Whether whoever makes a row wins. */
export const rowWins = ({ misere }) => !misere;

/** Who makes the row that ends a game which `winner` wins. */
export const rowMaker = (rules, winner) => (rowWins(rules) ? winner : other(winner));

const greatestDivisor = (a, b) => (b ? greatestDivisor(b, a % b) : a);

export class Rules {
  /** Switches that are left out are those of the plain game. */
  constructor(rowLength, switches = {}) {
    for (const [name, [plain]] of Object.entries(SWITCHES)) {
      this[name] = switches[name] ?? plain;
    }
    this.rowLength = rowLength;
    Object.freeze(this);
  }

  with(switches) {
    return new Rules(this.rowLength, { ...this, ...switches });
  }

  /** The switches that differ from the plain game. */
  get switches() {
    const isChanged = ([name, [plain]]) => this[name] !== plain;
    const changed = Object.entries(SWITCHES).filter(isChanged);
    return Object.fromEntries(changed.map(([name]) => [name, this[name]]));
  }

  /** The row where a stone comes to rest that is played in this row of a column; null if none may. */
  landing(rows, row, column) {
    if (!this.gravity) {
      return rows[row][column] === EMPTY ? row : null;
    }
    const top = rows.findIndex((cells) => cells[column] !== EMPTY);
    return top === 0 ? null : (top < 0 ? rows.length : top) - 1;
  }

  /** Whether the top edge is joined to the bottom one. */
  get joinsRows() {
    return this.wrap === "vertical" || this.wrap === "both";
  }

  /** Whether the left edge is joined to the right one. */
  get joinsColumns() {
    return this.wrap === "horizontal" || this.wrap === "both";
  }

  /** The number of rows through which a stone falls that comes to rest in this row. */
  fall(row) {
    return this.gravity ? row : 0;
  }

  /** The side that must be to move if X has so many stones more than O; null if either may be. */
  onlySide(lead) {
    return this.any_position || lead === 0 ? null : lead > 0 ? "O" : "X";
  }

  /** Which edges are joined, in words; "" if none. */
  get edges() {
    return EDGES[this.wrap] ?? "";
  }

  /** The rules that differ from the plain game, in words; "" if none does. */
  get told() {
    return clauses(
      this.gravity && say("stones fall"),
      this.edges,
      this.exact && say("exactly {length} in a row count", { length: this.rowLength }),
      this.misere && say("whoever makes a row loses"),
    );
  }

  /** Whether a row fits on a board of this size. */
  #fits({ width, height }) {
    const ring = (width * height) / greatestDivisor(width, height);
    return this.rowLength <= (this.wrap === "both" ? ring : Math.max(width, height));
  }

  /** Which row wins on a board of this size, in a sentence; "" if none does. */
  goal(size) {
    const length = this.rowLength;
    const goal = GOALS[length] ?? say("{length} in a row wins.", { length });
    return this.misere || !this.#fits(size) ? "" : goal;
  }

  /** What to know of the rules on a board of this size, in sentences; "" if nothing. */
  remark({ width, height }) {
    if (!this.#fits({ width, height })) {
      const length = this.rowLength;
      return say("No row of {length} fits on this board, so nobody can win.", { length });
    }
    const { told } = this;
    const isLikeFalling = !this.gravity && width === 7 && height === 6 && this.rowLength === 4;
    return sentences(
      told && say("{clause}.", { clause: `${told[0].toUpperCase()}${told.slice(1)}` }),
      isLikeFalling && say("Stones do not fall: each stays where it is played."),
    );
  }
}
