/** A game: its positions from the first, how each came about, which is looked at, and who plays. */

export const PERSON = "you";

export class Game {
  #turns;
  #at = 0;

  constructor(position, players = { X: PERSON, O: PERSON }) {
    this.#turns = [{ position, move: null }];
    this.players = players;
  }

  /** Every turn, the first of them without a move: `{position, move, mover, by, reason, flaw}`. */
  get turns() {
    return this.#turns;
  }

  get start() {
    return this.#turns[0].position;
  }

  /** How many moves lead to the position that is looked at. */
  get at() {
    return this.#at;
  }

  /** How many moves there are, those taken back included. */
  get length() {
    return this.#turns.length - 1;
  }

  get position() {
    return this.#turns[this.#at].position;
  }

  /** The turn that led to the position; null at the start. */
  get last() {
    return this.#at ? this.#turns[this.#at] : null;
  }

  /** How many moves there are up to and with the last one of a person; 0 if there is none. */
  get atLastOfPerson() {
    return Math.max(this.#turns.slice(0, this.#at + 1).findLastIndex(({ by }) => by === PERSON), 0);
  }

  /** Whether a person is to move. */
  get isPersons() {
    return this.players[this.position.toMove] === PERSON;
  }

  /** Whether a person plays at all. */
  get hasPerson() {
    return Object.values(this.players).includes(PERSON);
  }

  /** Play for the side to move, a level with a reason; another game than before forgets the rest of that. */
  play(move, reason = null) {
    const next = this.#turns[this.#at + 1];
    if (next?.move.name === move.name) {
      next.reason ??= reason;
    } else {
      const mover = this.position.toMove;
      const by = this.players[mover];
      const position = this.position.play(move);
      this.#turns.splice(this.#at + 1, Infinity, { position, move, mover, by, reason });
    }
    this.#at += 1;
  }

  /** Look at the position after so many moves, as far as there are any. */
  goTo(at) {
    this.#at = Math.min(Math.max(at, 0), this.length);
  }

  /** Go back to where a person had the choice; by one move where no one does. */
  undo() {
    this.#walk(-1, 0);
  }

  /** Go forward in the same way. */
  redo() {
    this.#walk(1, this.length);
  }

  #walk(step, end) {
    do {
      this.#at += step;
    } while (this.#at !== end && this.hasPerson && !this.isPersons);
  }
}
