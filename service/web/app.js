/** The page: the parts, what they tell each other, and what the board shows. */

import { AnalysisView } from "./analysis_view.js";
import { asCurl, readLimits } from "./api.js";
import { BoardView } from "./board_view.js";
import { EditorView } from "./editor_view.js";
import { PERSON } from "./game.js";
import { LAYERS } from "./layers.js";
import { readLink, writeLink } from "./link.js";
import { Match } from "./match.js";
import { EMPTY, Position } from "./position.js";
import { SearchView } from "./search_view.js";
import { SetupView } from "./setup_view.js";
import { ShareView } from "./share_view.js";
import { standing } from "./words.js";

const $ = (selector) => document.querySelector(selector);
const match = new Match(show);
let isEditing = false;

const board = new BoardView($("#frame"), press);
const analysis = new AnalysisView($("#analysis"), show);
const editor = new EditorView($("#editor"), edit);
const search = new SearchView($("#search"), () => (match.isHeld ? match.resume() : match.stop()));
const setup = new SetupView($("#setup"), {
  onNew: ([width, height, rowLength]) => {
    const refusal = refusalOf({ width, height });
    if (refusal) {
      return match.refuse(refusal);
    }
    setEditing(false);
    match.start(Position.empty(width, height, rowLength), setup.players);
  },
  onChange: () => {
    match.game.players = setup.players;
    match.time = setup.time;
    match.resume();
  },
});
new ShareView($("#share"), {
  link: () => new URL(link(), location).href,
  curl: () => asCurl(match.question),
});

const ACTIONS = {
  undo: () => match.undo(),
  hint: () => match.hint(),
  explain: () => match.explain(),
  analyse: () => {
    match.analysing = !match.analysing;
    return match.running === "level" ? show() : match.proceed();
  },
  edit: () => {
    setEditing(!isEditing);
    show();
  },
};
for (const button of document.querySelectorAll("#actions [data-action]")) {
  button.addEventListener("click", () => {
    if (button.ariaDisabled !== "true") {
      ACTIONS[button.dataset.action]();
    }
  });
}

function press(place, key) {
  if (isEditing) {
    return editor.press(place, key);
  }
  if (key === "Enter" && isFree(place)) {
    match.play(place);
  }
  return key === "Enter";
}

function isFree(place) {
  const { game, isOver, running, verdict } = match;
  const isTurn = game.isPersons && verdict !== null && !isOver && running !== "level";
  return isTurn && game.position.at(place) === EMPTY;
}

function setEditing(isOn) {
  isEditing = isOn;
}

/** Why a board is not even drawn; null where the service takes boards so large. */
function refusalOf({ width, height }) {
  const cells = width * height;
  const limit = setup.mostCells;
  return cells > limit ? `The board has ${cells} cells; at most ${limit} are allowed.` : null;
}

/** A changed position begins a game of its own, in which no level moves before it is told to. */
function edit(position) {
  const refusal = refusalOf(position);
  if (refusal) {
    return match.refuse(refusal);
  }
  match.start(position, match.game.players, match.game.players[position.toMove] !== PERSON);
}

function link() {
  const { game, time, analysing } = match;
  return writeLink({ position: game.position, ...game.players, time, analysing });
}

function open() {
  const defaults = {
    position: Position.empty(3, 3, 3),
    X: PERSON,
    O: "master",
    time: 1000,
    players: [PERSON, ...setup.levels],
    times: setup.times,
  };
  const { position, X, O, time, analysing } = readLink(location.hash, defaults);
  match.time = time;
  match.analysing = analysing;
  const refusal = refusalOf(position);
  const shown = refusal ? defaults.position : position;
  match.start(shown, { X, O }, { X, O }[shown.toMove] !== PERSON);
  if (refusal) {
    match.refuse(refusal);
  }
}

function show() {
  const { game, analysing, problem, note, running, isOver, verdict } = match;
  if (location.hash !== link()) {
    history.replaceState(null, "", link());
  }
  board.show(game.position, marks(), {
    isFree: isEditing || (game.isPersons && !isOver),
    isBusy: running === "verdict" || running === "level",
  });
  setup.show({ position: game.position, players: game.players, time: match.time });
  analysis.show(match.analysis ?? (isOver ? verdict : null), analysing);
  $("#legend").hidden = !analysing || isOver || analysis.layer !== "values";
  editor.show(game.position, isEditing);
  search.show(match);
  say($("#status"), standing(match));
  $("#status").dataset.side = verdict?.winner ?? (isOver ? "" : game.position.toMove);
  say($("#last"), game.last ? `${game.last.mover} played ${game.last.move.name}.` : "");
  say($("#note"), problem ? problem.message : note ? `${note.title}: ${note.text}` : "");
  $("#note").classList.toggle("problem", problem !== null);
  enable("undo", game.length > 0);
  enable("hint", !isOver && running !== "level" && !(problem && verdict === null));
  enable("explain", running !== "level" && (game.last || !isOver));
  toggle("analyse", analysing);
  toggle("edit", isEditing);
}

/** What the cells show beside the stones, by their index. */
function marks() {
  const { game, analysing, note, problem, verdict } = match;
  const shown = new Map();
  const add = ({ row, column }, { mark = "", look, text }) => {
    const index = row * game.position.width + column;
    const { mark: before = "", look: looks = "", text: said } = shown.get(index) ?? {};
    shown.set(index, {
      mark: mark || before,
      look: `${looks} ${look}`,
      text: said ? `${said}, ${text}` : text,
    });
  };
  if (game.last) {
    add(game.last.move, { look: "last", text: "the last move" });
  }
  for (const place of verdict?.winning_line ?? []) {
    add(place, { look: "winning", text: "in the winning line" });
  }
  if (analysing && match.analysis) {
    for (const [place, mark] of LAYERS[analysis.layer](match.analysis)) {
      add(place, mark);
    }
  }
  if (match.running === "analysis" && match.progress) {
    add(match.progress.best_move, { look: "noted", text: "best so far" });
  }
  for (const place of note?.cells ?? []) {
    add(place, { look: "noted", text: "marked" });
  }
  for (const pointer of problem?.places ?? []) {
    const [, row, column] = /^\/board\/(\d+)\/(\d+)$/.exec(pointer) ?? [];
    if (column !== undefined) {
      add({ row: Number(row), column: Number(column) }, { look: "wrong", text: "cannot be" });
    }
  }
  return shown;
}

/** A live region is read aloud again when its text is set, so it is set only to change it. */
function say(region, text) {
  if (region.textContent !== text) {
    region.textContent = text;
  }
}

function enable(action, isOn) {
  $(`#actions [data-action=${action}]`).ariaDisabled = String(!isOn);
}

function toggle(action, isOn) {
  $(`#actions [data-action=${action}]`).ariaPressed = String(isOn);
}

try {
  setup.offer(await readLimits());
  open();
  window.addEventListener("hashchange", open);
} catch (error) {
  say($("#note"), error.message);
}
