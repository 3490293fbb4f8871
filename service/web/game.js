/** A game: its positions, the move that led to each, the position on view, and the players. */

export const PERSON = "you";
/** A person elsewhere, who is sent the link of the game after each move, and sends one back. */
export const FRIEND = "friend";

/** Who plays a side: without a person on the other one nobody could send a friend the link. */
const seated = (player, opponent) => (player === FRIEND && opponent !== PERSON ? PERSON : player);

export class Game {
  #turns;
  #at = 0;
  #players;
  /** What is wrong with the link of the game, in a sentence, until a move is played; null if nothing. */
  fault = null;

  constructor(position, players = { X: PERSON, O: PERSON }) {
    this.#turns = [{ position, move: null }];
    this.players = players;
    /** Whether its positions can come from a game, which only the service can say unless it begins empty. */
    this.isSound = position.isEmpty;
  }

  /**
   * All turns, `{position, move, mover, by, reason}`, and `{flaw, kept, overlooked, refutation}` if they are
   * judged; the first one has no move.
   */
  get turns() {
    return this.#turns;
  }

  get players() {
    return this.#players;
  }

  set players({ X, O }) {
    this.#players = { X: seated(X, O), O: seated(O, X) };
  }

  get start() {
    return this.#turns[0].position;
  }

  /** The number of moves that lead to the position on view. */
  get at() {
    return this.#at;
  }

  /** The number of moves, including those taken back. */
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

  /** The number of moves up to the last one of a person, inclusive; 0 if there is none. */
  get atLastOfPerson() {
    return Math.max(this.#turns.slice(0, this.#at + 1).findLastIndex(({ by }) => by === PERSON), 0);
  }

  /** Whether the last move has been judged, and those before it, as many as could be. */
  get isJudged() {
    return "flaw" in this.#turns.at(-1);
  }

  /** The numbers of the moves that are mistakes: those of persons, if any plays. */
  get mistakes() {
    const isMeant = ({ flaw, by }) => flaw && (!this.hasPerson || by === PERSON);
    return [...this.#turns.keys()].filter((at) => isMeant(this.#turns[at]));
  }

  /** Whether a person is to move. */
  get isPersons() {
    return this.players[this.position.toMove] === PERSON;
  }

  /** Whether a friend is to move. */
  get isFriends() {
    return this.players[this.position.toMove] === FRIEND;
  }

  /** Whether a person plays at all. */
  get hasPerson() {
    return Object.values(this.players).includes(PERSON);
  }

  /** Whether a person plays against a level or a friend. */
  get isAgainstLevel() {
    return this.hasPerson && this.players.X !== this.players.O;
  }

  /** The side that a person plays against; null if none does, or both sides are of persons here. */
  get opponent() {
    return this.isAgainstLevel ? (this.players.X === PERSON ? "O" : "X") : null;
  }

  /** Play a move, with its reason if a level plays; a move that differs deletes those after it. */
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
    this.fault = null;
  }

  /** View the position after so many moves, or after all if there are fewer. */
  goTo(at) {
    this.#at = Math.min(Math.max(at, 0), this.length);
  }

  /** Go back to the last turn of a person, or by one move if no person plays. */
  undo() {
    this.#walk(-1, 0);
  }

  /** Go forward to the next turn of a person, or by one move if no person plays. */
  redo() {
    this.#walk(1, this.length);
  }

  #walk(step, end) {
    do {
      this.#at += step;
    } while (this.#at !== end && this.hasPerson && !this.isPersons);
  }
}
