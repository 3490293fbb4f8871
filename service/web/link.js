/** The part of the address after `#`: the game, the players, and what is shown. */

import { Game } from "./game.js";
import { EMPTY, Position, placeOf } from "./position.js";

/** The largest board of a link, far larger than any service accepts, to limit its memory. */
const MOST_CELLS = 1_000_000;

/** The state in the address; `defaults` replace what is missing or malformed. */
export function readLink(fragment, defaults) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const known = (name, values) => {
    const value = fields.get(name);
    return values.includes(value) ? value : null;
  };
  const choice = (name, values) => Number(known(name, values.map(String)) ?? defaults[name]);
  const strength = (name) => Number(known(name, defaults.strengths.map(String))) || null;
  const players = {
    X: known("x", defaults.players) ?? defaults.X,
    O: known("o", defaults.players) ?? defaults.O,
  };
  return {
    game: readGame(fields, readPosition(fields) ?? defaults.position, players),
    strengths: { X: strength("x_strength"), O: strength("o_strength") },
    time: choice("time", defaults.times),
    pace: choice("pace", defaults.paces),
    analysing: fields.get("analysis") === "1",
  };
}

export function writeLink({ game, strengths, time, pace, analysing }) {
  const { start, turns, at, length, players } = game;
  const isEmpty = start.count(EMPTY) === start.width * start.height;
  const fields = {
    board: isEmpty ? `${start.width}x${start.height}` : start.rows.join("/"),
    k: start.rowLength,
    to_move: start.toMove,
    ...(length && { moves: turns.slice(1).map(({ move }) => move.name) }),
    ...(at < length && { at }),
    x: players.X,
    o: players.O,
    ...(strengths.X && { x_strength: strengths.X }),
    ...(strengths.O && { o_strength: strengths.O }),
    time,
    ...(!game.hasPerson && { pace }),
    ...(analysing && { analysis: 1 }),
  };
  return "#" + Object.entries(fields).map(([name, value]) => `${name}=${value}`).join("&");
}

/** The game from a position on, up to its first illegal move. */
function readGame(fields, start, players) {
  const game = new Game(start, players);
  for (const name of (fields.get("moves") ?? "").split(",")) {
    const place = placeOf(name, start);
    if (place === null || game.position.at(place) !== EMPTY) {
      break;
    }
    game.play(place);
  }
  const at = Number(fields.get("at") ?? NaN);
  if (Number.isInteger(at)) {
    game.goTo(at);
  }
  return game;
}

function readPosition(fields) {
  const board = (fields.get("board") ?? "").toUpperCase();
  const [, width, height] = /^([1-9]\d{0,4})X([1-9]\d{0,4})$/.exec(board) ?? [];
  if (width * height > MOST_CELLS) {
    return null;
  }
  const rows = width ? Array(Number(height)).fill(EMPTY.repeat(width)) : board.split("/");
  const rowLength = Number(fields.get("k"));
  const isBoard = rows.every((row) => /^[XO.]+$/.test(row) && row.length === rows[0].length);
  if (!isBoard || !Number.isInteger(rowLength) || rowLength < 1) {
    return null;
  }
  const position = new Position(rows, rowLength, fields.get("to_move") === "O" ? "O" : "X");
  return fields.has("to_move") ? position : position.withToMove(position.onlySide ?? "X");
}
