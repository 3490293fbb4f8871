/** What is known of a position or a move, in words; cells by their names. */

import { other } from "./position.js";

export const number = (value) => value.toLocaleString("en");

const plural = (count, word, words) => `${number(count)} ${count === 1 ? word : words}`;

export const plies = (known) =>
  `${known.shortest ? "" : "at most "}${plural(known.plies_to_end, "ply", "plies")}`;

const KNOWN = { win: "wins", draw: "draws", loss: "loses" };

/** What a move is worth to whoever plays it, such as "wins in 3 plies". */
export function worth(known) {
  if (known.outcome === "unknown") {
    return bounded(known.bounds) ?? "not proven";
  }
  return known.outcome === "draw" ? "draws" : `${KNOWN[known.outcome]} in ${plies(known)}`;
}

/** What can be said of a value that is not known; null if nothing. */
function bounded({ lower, upper }) {
  return lower === 0 ? "does not lose" : upper === 0 ? "does not win" : null;
}

/** The verdict on a position, as a headline. */
export function verdict(answer) {
  const { to_move: mover, outcome, winner } = answer;
  if (winner) {
    return `${winner} has won`;
  }
  if (outcome === "draw") {
    return "A draw";
  }
  if (outcome === "unknown") {
    const known = bounded(answer.bounds);
    return known ? `${mover} ${known}; no more is proven` : "Not proven";
  }
  return `${outcome === "win" ? mover : other(mover)} wins in ${plies(answer)}`;
}

/** The score as a leaning, for what is not proven. */
export function leaning({ to_move: mover, score }) {
  const size = Math.abs(score);
  if (size < 0.1) {
    return "It looks even.";
  }
  const strength = size < 0.35 ? "slightly better" : size < 0.7 ? "better" : "much better";
  return `It looks ${strength} for ${score > 0 ? mover : other(mover)} (score ${score.toFixed(2)}).`;
}

const METHODS = {
  search: "Worked out move by move",
  threat_sequence: "Proven by threats that must be answered",
  pairing: "Proven by a pairing",
  tiling: "Proven by a tiling",
  potential: "Proven by how few lines are open",
  no_open_lines: "No line can be completed any more",
  game_over: "The game is over",
};

/** How the value is proven; "" if it is not. */
export function proofName({ method, pairs, tiles }) {
  if (method === null) {
    return "";
  }
  const parts = { pairing: [pairs, "pair"], tiling: [tiles, "tile"] }[method];
  const count = parts ? ` of ${plural(parts[0].length, parts[1], `${parts[1]}s`)}` : "";
  return `${METHODS[method] ?? method}${count}.`;
}

/** How the search has ended, and when. */
export function ending({ complete, stopped_by: stoppedBy, time_ms: time }) {
  const limits = { time: "Time ran out after", nodes: "Nodes ran out after" };
  return `${complete ? "All proven in" : limits[stoppedBy] ?? "Stopped after"} ${duration(time)}`;
}

export const duration = (ms) =>
  ms < 1000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${(ms / 1000).toFixed(1)} s`;

/** What a person's move has kept or given away; `answer` is of the position before it. */
export function judgement(place, answer) {
  const played = answer.options.find(({ name }) => name === place.name);
  const [best] = answer.options;
  const move = `Your move, ${place.name},`;
  if (played.value === null || best.value === null) {
    return `${move} could not be judged in the time: it ${worthOf(played)}.`;
  }
  if (played.value < best.value) {
    return `${move} ${worth(played)}; ${best.name} ${worth(best)}.`;
  }
  if (played.value !== 0 && played.plies_to_end !== best.plies_to_end) {
    return `${move} ${worth(played)}; ${best.name} takes ${plies(best)}.`;
  }
  return `${move} is as good as any: it ${worth(played)}.`;
}

const worthOf = (known) => (worth(known) === "not proven" ? "is not proven" : worth(known));

/** The best move that a search has found by now, as the end of a sentence. */
export function bestSoFar({ best_move: best }) {
  return best ? `, best ${best.name}` : "";
}

/** Whose turn it is, or how the game has ended. */
export function standing({ game, verdict: known, isHeld, running }) {
  const { position, players, isPersons } = game;
  if (known?.status === "won") {
    return `${known.winner} wins`;
  }
  if (known?.status === "drawn") {
    return "A draw";
  }
  const { toMove } = position;
  const isTwoPersons = players.X === players.O;
  if (isPersons) {
    return isTwoPersons ? `${toMove} to move` : `Your move: ${toMove}`;
  }
  return `${toMove} (${players[toMove]}) ${isHeld && !running ? "waits" : "thinks"}`;
}
