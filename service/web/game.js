/** A game: its positions from the first, how each came about, and who plays. */

export const PERSON = "you";

export class Game {
  #turns;

  constructor(position) {
    this.#turns = [{ position, move: null }];
    this.players = { X: PERSON, O: PERSON };
  }

  get position() {
    return this.#turns.at(-1).position;
  }

  /** The last move: `{move, mover, by, reason}`; null at the start. */
  get last() {
    const turn = this.#turns.at(-1);
    return turn.move && turn;
  }

  /** The position that the last move was made in. */
  get before() {
    return this.#turns.at(-2)?.position;
  }

  get length() {
    return this.#turns.length - 1;
  }

  /** Whether a person is to move. */
  get isPersons() {
    return this.players[this.position.toMove] === PERSON;
  }

  /** Whether a person plays at all. */
  get hasPerson() {
    return Object.values(this.players).includes(PERSON);
  }

  /** Play for the side to move; `reason` is a level's. */
  play(move, reason = null) {
    const mover = this.position.toMove;
    const by = this.players[mover];
    this.#turns.push({ position: this.position.play(move), move, mover, by, reason });
  }

  /** Go back to where a person had the choice; by one move where no one does. */
  undo() {
    do {
      this.#turns.pop();
    } while (this.length > 0 && this.hasPerson && !this.isPersons);
  }
}
