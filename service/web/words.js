/** Results of an analysis in words, in which cells are called by their names. */

import { FRIEND, PERSON } from "./game.js";
import { counted, number, say, sentences, translated } from "./language.js";
import { LEVELS } from "./levels.js";
import { columnName } from "./position.js";
import { WALL, other, rowMaker, rowWins } from "./rules.js";

/** The moves of whoever completes the row among the plies, the moves of both sides, to the end. */
export const rowMakersMoves = ({ plies_to_end: plies }) => Math.ceil(plies / 2);

/** What the numbers of the moves in a legend count. */
export const countedMoves = (rules) =>
  rowWins(rules)
    ? say("The number is how many moves the winner needs at most.")
    : say("The number is how many moves the loser has left at most.");

/** The kind of value that is proven for a position or a move: a value, a bound, or none. */
export function kindOf({ outcome, bounds: { lower, upper } }) {
  return outcome !== "unknown" ? outcome : lower === 0 ? "lower" : upper === 0 ? "upper" : outcome;
}

const WORDS = {
  win: say("wins"), draw: say("draws"), loss: say("loses"),
  lower: say("does not lose"), upper: say("does not win"), unknown: say("not proven"),
};

/** What a move is worth to the side that plays it, such as "wins in 3 moves". */
export function worth(known) {
  const { value, shortest } = known;
  if (!value) {
    return WORDS[kindOf(known)];
  }
  const moves = rowMakersMoves(known);
  return value > 0
    ? shortest
      ? counted("wins in {count} move", "wins in {count} moves", moves)
      : counted("wins in at most {count} move", "wins in at most {count} moves", moves)
    : shortest
      ? counted("loses in {count} move", "loses in {count} moves", moves)
      : counted("loses in at most {count} move", "loses in at most {count} moves", moves);
}

const METHODS = {
  search: () => say("Worked out move by move"),
  threat_sequence: () => say("Proven by threats that must be answered"),
  pairing: ({ pairs: { length } }) =>
    counted("Proven by a pairing of {count} pair", "Proven by a pairing of {count} pairs", length),
  tiling: () => say("Known from a theorem about eight in a row"),
  potential: () => say("Proven by how few lines are open"),
  no_open_lines: () => say("No line can be completed any more"),
  game_over: () => say("The game is over"),
  book: () => say("Known from the book"),
  follow_up: () => say("Proven by answers on top"),
};

/** How the value is proven; "" if it is not. */
export function proofName(proof) {
  const { method, certificate } = proof;
  if (method === null) {
    return "";
  }
  const clause = METHODS[method]?.(proof) ?? method;
  const values = { clause, name: certificate };
  return certificate ? say("{clause}, certificate {name}.", values) : say("{clause}.", values);
}

/** How and when the search has ended. */
export function ending({ complete, stopped_by: stoppedBy, time_ms: milliseconds }) {
  const time = duration(milliseconds);
  const limits = {
    time: say("Time ran out after {time}", { time }),
    nodes: say("Nodes ran out after {time}", { time }),
    exhausted: say("Nothing was left to try after {time}", { time }),
  };
  return complete
    ? say("All proven in {time}", { time })
    : limits[stoppedBy] ?? say("Stopped after {time}", { time });
}

const duration = (ms) =>
  ms < 1000 ? `${number(ms, ms < 10 ? 1 : 0)} ms` : `${number(ms / 1000, 1)} s`;

/** The best move that a search has found so far, and its depth. */
export const bestSoFar = ({ best_move: { name: cell }, depth }) => depth
  ? counted("Best so far: {cell}, {count} move ahead", "Best so far: {cell}, {count} moves ahead", depth, { cell })
  : say("Best so far: {cell}", { cell });

/** Moves of both sides in turn, such as "X b2 · O a1"; "…" follows if the `answer` has cut them. */
export function lineOf(places, mover, answer) {
  const sides = [mover, other(mover)];
  const moves = places.map(({ name }, index) => `${sides[index % 2]}\u00a0${name}`);
  return [...moves, ...(answer && isCut(answer) ? ["…"] : [])].join(" · ");
}

/** Whether the line of an answer stops before the proven end of the game. */
const isCut = ({ search, shortest, plies_to_end: plies, principal_variation: { length } }) =>
  search.complete ? search.stopped_by !== null : shortest === true && length < plies;

/** What holds the game up if the service has not said how it stands. */
const WAITING = say("The service is missing: press Try again");

/** Which side is to move, or how the game has ended. */
export function standing({ game, verdict: known, isFailed, awaited }) {
  const { position: { rules, toMove: side }, players, isPersons, isAgainstLevel } = game;
  if (known?.status === "won") {
    const { winner } = known;
    const maker = rowMaker(rules, winner);
    if (isAgainstLevel && players[winner] === PERSON) {
      return maker === winner ? say("You win!") : say("You win: {maker} made a row", { maker });
    }
    const name = isAgainstLevel ? levelName(players[winner]) : winner;
    const values = { name, maker };
    return maker === winner ? say("{name} wins", values) : say("{name} wins: {maker} made a row", values);
  }
  if (known?.status === "drawn") {
    return say("A draw");
  }
  if (isFailed && !known) {
    return WAITING;
  }
  if (isPersons) {
    return isAgainstLevel ? say("Your move: {side}", { side }) : say("{side}'s turn", { side });
  }
  if (game.isFriends) {
    return say("{side}'s turn: send your friend the link", { side });
  }
  const name = levelName(players[side]);
  return awaited
    ? say("{name} ({side}) waits: press {button}", { name, side, button: awaited })
    : say("{name} ({side}) thinks", { name, side });
}

/** The name of a level, or of a friend. */
export const levelName = (level) => (level === FRIEND ? say("Your friend") : translated(LEVELS[level][0]));

function strengthOf(level, strength) {
  const name = levelName(level);
  return strength
    ? say("{name} plays at strength {strength}.", { name, strength })
    : say("{name} plays at full strength.", { name });
}

/** What to know about the game and the opponent while nothing else is told, in sentences. */
export function remark({ game, strengths, isOver, offersStrengths }) {
  const { position, players, at, opponent } = game;
  return sentences(
    at === 0 && !isOver && position.rules.goal(position),
    position.rules.remark(position),
    offersStrengths && strengthOf(players[opponent], strengths[opponent]),
  );
}

/** Why no stone can be played at a place. */
export function taken(place, position) {
  if (position.rules.gravity) {
    return say("Column {column} is full.", { column: columnName(place.column) });
  }
  const { name: cell } = place;
  return position.at(place) === WALL ? say("{cell} is a wall.", { cell }) : say("{cell} is taken.", { cell });
}

/** What to know about a layer of the board; "" if nothing. */
export function aboutLayer(layer, answer) {
  if (layer === "line") {
    return say("Press a cell to see what follows; press it again to play it.");
  }
  const { method, pairs, first_move: first } = answer?.proof ?? {};
  if (layer !== "proof" || !answer || pairs.length || first) {
    return "";
  }
  return method
    ? say("This proof cannot be drawn: the board shows only pairings.")
    : say("Nothing is proven, so there is no proof to show.");
}
