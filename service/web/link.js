/** The part of the address after `#`: the game, the players, and what is shown. */

import { Game } from "./game.js";
import { EMPTY, Position, placeOf } from "./position.js";

/** The largest board of a link, far larger than any service accepts, to limit its memory. */
const MOST_CELLS = 1_000_000;

const FIELDS = [
  "board", "k", "to_move", "moves", "at",
  "x", "o", "x_strength", "o_strength", "time", "pace", "analysis",
];

/**
 * The state in the address, and whether it is damaged; `defaults` replace what is missing or
 * malformed.
 */
export function readLink(fragment, defaults) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  let isDamaged = [...fields.keys()].some((name) => !FIELDS.includes(name));
  const known = (name, values) => {
    const value = fields.get(name);
    const isKnown = values.includes(value);
    isDamaged ||= value !== null && !isKnown;
    return isKnown ? value : null;
  };
  const choice = (name, values) => Number(known(name, values.map(String)) ?? defaults[name]);
  const strength = (side) => {
    const chosen = known(`${side}_strength`, defaults.strengths.map(String));
    return Number(chosen) || (fields.has(side) ? null : defaults[`${side}_strength`]);
  };
  const players = {
    X: known("x", defaults.players) ?? defaults.X,
    O: known("o", defaults.players) ?? defaults.O,
  };
  const position = readPosition(fields);
  const names = fields.get("moves")?.split(",") ?? [];
  const game = new Game(position ?? defaults.position, players);
  if (position) {
    replay(game, names, fields.get("at"));
    known("to_move", Object.keys(players));
  }
  const analysing = known("analysis", ["0", "1"]) === "1";
  isDamaged ||= game.length < names.length || !/^\d+$/.test(fields.get("at") ?? "0");
  isDamaged ||= !position && (fields.has("board") || fields.has("k"));
  return {
    game,
    strengths: { X: strength("x"), O: strength("o") },
    time: choice("time", defaults.times),
    pace: choice("pace", defaults.paces),
    analysing,
    isDamaged,
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

/** Play the moves up to the first illegal one, and view the position after `at` of them. */
function replay(game, names, at) {
  for (const name of names) {
    const place = placeOf(name, game.position);
    if (place === null || game.position.at(place) !== EMPTY) {
      break;
    }
    game.play(place);
  }
  if (/^\d+$/.test(at)) {
    game.goTo(Number(at));
  }
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
