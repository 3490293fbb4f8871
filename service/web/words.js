/** Results of an analysis in words, in which cells are called by their names. */

import { PERSON } from "./game.js";
import { LEVELS } from "./levels.js";
import { columnName } from "./position.js";
import { WALL, other, rowMaker, rowWins } from "./rules.js";

export const number = (value) => value.toLocaleString("en");

const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;

/** How many moves are left to whoever completes the row, in words; a draw has none to count. */
export const movesTo = (known) =>
  `${known.shortest ? "" : "at most "}${plural(rowMakersMoves(known), "move")}`;

/** The moves of whoever completes the row among the plies, the moves of both sides, to the end. */
export const rowMakersMoves = ({ plies_to_end: plies }) => Math.ceil(plies / 2);

/** What the numbers of the moves in a legend count. */
export const countedMoves = (rules) =>
  rowWins(rules)
    ? "The number is how many moves the winner needs at most."
    : "The number is how many moves the loser has left at most.";

/** The kind of value that is proven for a position or a move: a value, a bound, or none. */
export function kindOf({ outcome, bounds: { lower, upper } }) {
  return outcome !== "unknown" ? outcome : lower === 0 ? "lower" : upper === 0 ? "upper" : outcome;
}

const WORDS = {
  win: "wins", draw: "draws", loss: "loses",
  lower: "does not lose", upper: "does not win", unknown: "not proven",
};

/** What a move is worth to the side that plays it, such as "wins in 3 moves". */
export function worth(known) {
  return `${WORDS[kindOf(known)]}${known.value ? ` in ${movesTo(known)}` : ""}`;
}

const METHODS = {
  search: "Worked out move by move",
  threat_sequence: "Proven by threats that must be answered",
  pairing: "Proven by a pairing",
  tiling: "Proven by a tiling",
  potential: "Proven by how few lines are open",
  no_open_lines: "No line can be completed any more",
  game_over: "The game is over",
  book: "Known from the book",
};

/** How the value is proven; "" if it is not. */
export function proofName({ method, pairs, tiles, certificate }) {
  if (method === null) {
    return "";
  }
  const parts = { pairing: [pairs, "pair"], tiling: [tiles, "tile"] }[method];
  const count = parts ? ` of ${plural(parts[0].length, parts[1])}` : "";
  const file = certificate ? `, certificate ${certificate}` : "";
  return `${METHODS[method] ?? method}${count}${file}.`;
}

/** How and when the search has ended. */
export function ending({ complete, stopped_by: stoppedBy, time_ms: time }) {
  const limits = {
    time: "Time ran out after",
    nodes: "Nodes ran out after",
    exhausted: "Nothing was left to try after",
  };
  return `${complete ? "All proven in" : limits[stoppedBy] ?? "Stopped after"} ${duration(time)}`;
}

const duration = (ms) =>
  ms < 1000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${(ms / 1000).toFixed(1)} s`;

/** The best move that a search has found so far, and its depth. */
export const bestSoFar = ({ best_move: best, depth }) =>
  `Best so far: ${best.name}${depth ? `, ${plural(depth, "move")} ahead` : ""}`;

/** Moves of both sides in turn, such as "X b2 · O a1". */
export function lineOf(places, mover) {
  const sides = [mover, other(mover)];
  return places.map(({ name }, index) => `${sides[index % 2]}\u00a0${name}`).join(" · ");
}

/** What holds the game up if the service has not said how it stands. */
export const WAITING = "The service is missing: press Try again";

/** Which side is to move, or how the game has ended. */
export function standing({ game, verdict: known, isFailed, awaited }) {
  const { position: { rules, toMove }, players, isPersons, isAgainstLevel } = game;
  if (known?.status === "won") {
    const { winner } = known;
    const maker = rowMaker(rules, winner);
    if (isAgainstLevel && players[winner] === PERSON) {
      return maker === winner ? "You win!" : `You win: ${maker} made a row`;
    }
    const name = isAgainstLevel ? levelName(players[winner]) : winner;
    return maker === winner ? `${name} wins` : `${name} wins: ${maker} made a row`;
  }
  if (known?.status === "drawn") {
    return "A draw";
  }
  if (isFailed && !known) {
    return WAITING;
  }
  if (isPersons) {
    return isAgainstLevel ? `Your move: ${toMove}` : `${toMove}'s turn`;
  }
  const name = levelName(players[toMove]);
  return awaited ? `${name} (${toMove}) waits: press ${awaited}` : `${name} (${toMove}) thinks`;
}

/** The name of a level. */
export const levelName = (level) => LEVELS[level][0];

const strengthOf = (level, strength) =>
  strength ? `${levelName(level)} plays at strength ${strength}.` : `${levelName(level)} plays at full strength.`;

/** What to know about the game and the opponent while nothing else is told, in sentences. */
export function remark({ game, strengths, isOver, offersStrengths }) {
  const { position, players, at, opponent } = game;
  return [
    at === 0 && !isOver && position.rules.goal(position),
    position.rules.remark(position),
    offersStrengths && strengthOf(players[opponent], strengths[opponent]),
  ].filter(Boolean).join(" ");
}

/** Why no stone can be played at a place. */
export function taken(place, position) {
  if (position.rules.gravity) {
    return `Column ${columnName(place.column)} is full.`;
  }
  return position.at(place) === WALL ? `${place.name} is a wall.` : `${place.name} is taken.`;
}

/** What to know about a layer of the board; "" if nothing. */
export function aboutLayer(layer, answer) {
  if (layer === "line") {
    return "Press a cell to see what follows; press it again to play it.";
  }
  const { method, pairs, tiles, first_move: first } = answer?.proof ?? {};
  if (layer !== "proof" || !answer || pairs.length || tiles.length || first) {
    return "";
  }
  return method
    ? "This proof cannot be drawn: the board shows only pairings and tilings."
    : "Nothing is proven, so there is no proof to show.";
}
