/** The part of the address after `#`: a position, who plays, and what is shown. */

import { Position } from "./position.js";

/** The state in the address; `defaults` for what it leaves out or spells wrong. */
export function readLink(fragment, defaults) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const known = (name, values) => {
    const value = fields.get(name);
    return values.includes(value) ? value : null;
  };
  const strength = (name) => Number(known(name, defaults.strengths.map(String))) || null;
  return {
    position: readPosition(fields) ?? defaults.position,
    X: known("x", defaults.players) ?? defaults.X,
    O: known("o", defaults.players) ?? defaults.O,
    strengths: { X: strength("x_strength"), O: strength("o_strength") },
    time: Number(known("time", defaults.times.map(String)) ?? defaults.time),
    analysing: fields.get("analysis") === "1",
  };
}

export function writeLink({ position, X, O, strengths, time, analysing }) {
  const fields = {
    board: position.rows.join("/"),
    k: position.rowLength,
    to_move: position.toMove,
    x: X,
    o: O,
    ...(strengths.X && { x_strength: strengths.X }),
    ...(strengths.O && { o_strength: strengths.O }),
    time,
    ...(analysing && { analysis: 1 }),
  };
  return "#" + Object.entries(fields).map(([name, value]) => `${name}=${value}`).join("&");
}

function readPosition(fields) {
  const rows = (fields.get("board") ?? "").toUpperCase().split("/");
  const rowLength = Number(fields.get("k"));
  const isBoard = rows.every((row) => /^[XO.]+$/.test(row) && row.length === rows[0].length);
  if (!isBoard || !Number.isInteger(rowLength) || rowLength < 1) {
    return null;
  }
  const position = new Position(rows, rowLength, fields.get("to_move") === "O" ? "O" : "X");
  return fields.has("to_move") ? position : position.withToMove(position.onlySide ?? "X");
}
