/** The score over the games that are played to their end while the page is open. */

import { PERSON } from "./game.js";
import { say } from "./language.js";
import { levelName } from "./words.js";

/** Who plays against a person: a level, or another person. */
const opponentOf = ({ opponent, players }) => players[opponent] ?? PERSON;

export class Score {
  #counted = new WeakSet();
  #opponent;
  #points;

  /** Count a game that has ended, unless it was counted before; a new opponent begins at nothing. */
  count(game, winner) {
    const { opponent, players } = game;
    if (!game.hasPerson || this.#counted.has(game)) {
      return;
    }
    const against = opponentOf(game);
    if (against !== this.#opponent) {
      [this.#opponent, this.#points] = [against, {}];
    }
    this.#counted.add(game);
    // Against a level who wins may play either side.
    const name = winner && opponent ? players[winner] : winner ?? "draws";
    this.#points[name] = (this.#points[name] ?? 0) + 1;
  }

  /** The score in a sentence; "" before the first game with these players has ended. */
  told(game) {
    const against = opponentOf(game);
    if (!game.hasPerson || against !== this.#opponent) {
      return "";
    }
    const of = (name) => this.#points[name] ?? 0;
    const values = game.opponent
      ? { wins: of(PERSON), name: levelName(against), losses: of(against), draws: of("draws") }
      : { wins: of("X"), losses: of("O"), draws: of("draws") };
    return game.opponent
      ? say("You {wins}, {name} {losses}, draws {draws}.", values)
      : say("X {wins}, O {losses}, draws {draws}.", values);
  }
}
