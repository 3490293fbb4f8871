/** The part of the address after `#`: the game, the players, and what is shown. */

import { endingOf, isInRow } from "./ending.js";
import { Game } from "./game.js";
import { chosen } from "./language.js";
import { LANGUAGES } from "./languages.js";
import { Position, columnName, isBoard, placeOf } from "./position.js";
import { EMPTY, Rules, SWITCHES, other } from "./rules.js";

/** The largest board of a link, to limit its memory. */
const MOST_CELLS = 1_000_000;

/** The switches of the rules in a link: the field of each, and the choices by their texts. */
const RULES = Object.entries(SWITCHES).map(([name, choices]) => {
  const texts = choices.map((choice) => String(typeof choice === "boolean" ? Number(choice) : choice));
  return { name, field: name.replace("_position", ""), choices, texts };
});

const GAME_FIELDS = ["board", "width", "height", "k", ...RULES.map(({ field }) => field)];
const FIELDS = [
  ...GAME_FIELDS, "to_move", "moves", "at",
  "x", "o", "x_strength", "o_strength", "time", "pace", "analysis", "mistake", "lang",
];

/**
 * The state in the address, and whether it is damaged; `defaults` replace what is missing or
 * malformed.
 */
export function readLink(fragment, defaults) {
  const fields = readFields(fragment);
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
  const { position: empty } = defaults;
  for (const { field, texts } of RULES) {
    known(field, texts);
  }
  const names = fields.get("moves")?.split(",") ?? [];
  // Of a game that cannot be read the switches are kept.
  const game = new Game(position ?? empty.withRules(empty.rules.with(readSwitches(fields))), players);
  if (position) {
    replay(game, names, fields.get("at"));
    known("to_move", Object.keys(players));
  }
  known("lang", LANGUAGES);
  // The number of the move whose mistake is a puzzle; 0 is for the first mistake.
  const mistake = /^\d{1,6}$/.test(fields.get("mistake")) ? Number(fields.get("mistake")) : null;
  const analysing = known("analysis", ["0", "1"]) === "1";
  isDamaged ||= game.length < names.length || !/^\d+$/.test(fields.get("at") ?? "0");
  isDamaged ||= mistake === null && fields.has("mistake");
  isDamaged ||= !position && GAME_FIELDS.some((name) => fields.has(name));
  return {
    game,
    strengths: { X: strength("x"), O: strength("o") },
    time: choice("time", defaults.times),
    pace: choice("pace", defaults.paces),
    analysing,
    mistake,
    isDamaged,
  };
}

/** The fields of a link; of one to `GET /move`, which may be whole, those of the game. */
function readFields(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#([^=&]*\?)?/, ""));
  const put = (name, value) => value && fields.set(name, value);
  const { row_length, any_position, width, height, board, moves, to_move } =
    Object.fromEntries(fields);
  if (row_length) {
    const rows = board?.split("/") ?? [];
    const isOfSize = [[width, rows[0]?.length], [height, rows.length]].every(
      ([given, own]) => !(given && board) || Number(given) === own,
    );
    // What says the same thing twice, and not alike, is damaged.
    put("board", isOfSize ? board?.replace(/[ _-]/g, EMPTY) ?? `${width}x${height}` : "?");
    put("k", fields.has("k") ? "?" : row_length);
    put("any", any_position);
    // There it is the side after the moves.
    put("to_move", to_move && moves?.split(",").length % 2 && other(to_move));
    [...fields.keys()].forEach((name) => FIELDS.includes(name) || fields.delete(name));
  }
  RULES.forEach(({ field }) => put(field, { true: 1, false: "0" }[fields.get(field)]));
  return fields;
}

export function writeLink({ game, strengths, time, pace, analysing }) {
  const { start, turns, at, length, players } = game;
  const { isEmpty } = start;
  const fields = {
    board: isEmpty ? `${start.width}x${start.height}` : start.rows.join("/").replaceAll("#", "%23"),
    ...(start.mayBeFlat && !isEmpty && { width: start.width, height: start.height }),
    k: start.rules.rowLength,
    ...switchFields(start.rules),
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
    ...(chosen() && { lang: chosen() }),
  };
  return "#" + Object.entries(fields).map(([name, value]) => `${name}=${value}`).join("&");
}

/** The name of the puzzle of the service that a link leads to; null if it leads to a game. */
export const puzzleOf = (fragment) => new URLSearchParams(fragment.slice(1)).get("puzzle");

export const puzzleLink = (name) => `#puzzle=${name}${chosen() ? `&lang=${chosen()}` : ""}`;

/** The fields for the switches that differ from the plain game. */
function switchFields(rules) {
  const changed = RULES.filter(({ name }) => name in rules.switches);
  const text = ({ name, choices, texts }) => texts[choices.indexOf(rules[name])];
  return Object.fromEntries(changed.map((each) => [each.field, text(each)]));
}

/** Play the moves up to the first illegal one, and view the position after `at` of them. */
function replay(game, names, at) {
  let isOver = names.length > 0 && endingOf(game.start).status !== "in_progress";
  for (const name of names) {
    const { position } = game;
    const column = /^\d{1,4}$/.test(name) ? columnName(name - 1) : name;
    const falls = position.rules.gravity && /^[a-z]+$/i.test(column);
    const named = placeOf(falls ? column + 1 : name, position);
    const place = falls && named ? position.landing(named) : named;
    if (isOver || place === null || position.landing(place)?.row !== place.row) {
      break;
    }
    game.play(place);
    isOver = isInRow(game.position, place);
  }
  if (/^\d+$/.test(at)) {
    game.goTo(Number(at));
  }
}

/** The switches of the rules that can be read, by name. */
function readSwitches(fields) {
  const read = RULES.filter(({ field, texts }) => texts.includes(fields.get(field)));
  const choice = ({ field, choices, texts }) => choices[texts.indexOf(fields.get(field))];
  return Object.fromEntries(read.map((each) => [each.name, choice(each)]));
}

/** The position that a game begins with; null if it is missing or malformed. */
export function readPosition(fields) {
  const board = (fields.get("board") ?? "").toUpperCase();
  const [, width, height] = /^([1-9]\d{0,4})X([1-9]\d{0,4})$/.exec(board) ?? [];
  if (width * height > MOST_CELLS) {
    return null;
  }
  const rows = width ? Array(Number(height)).fill(EMPTY.repeat(width)) : board.split("/");
  const rowLength = Number(fields.get("k"));
  if (!isBoard(rows) || !Number.isInteger(rowLength) || rowLength < 1) {
    return null;
  }
  const rules = new Rules(rowLength, readSwitches(fields));
  const position = new Position(rows, rules, fields.get("to_move") === "O" ? "O" : "X");
  const isTold = ["width", "height"].every((name) =>
    fields.has(name) ? Number(fields.get(name)) === position[name] : !position.mayBeFlat);
  if (!width && !isTold) {
    return null;
  }
  return fields.has("to_move") ? position : position.withToMove(position.onlySide ?? "X");
}
