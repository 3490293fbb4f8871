/** The page: its parts, and how they are connected. */

import { leaveFor, readAddress, showLink } from "./address.js";
import { AnalysisView } from "./analysis_view.js";
import { asCurl, readPuzzle } from "./api.js";
import { BoardView } from "./board_view.js";
import { EditorView } from "./editor_view.js";
import { Game, PERSON } from "./game.js";
import { choose, language, languageOf, nameOf, say, sentences } from "./language.js";
import { LANGUAGES } from "./languages.js";
import { kindsOf } from "./layers.js";
import { LIMITS } from "./limits.js";
import { puzzleLink, puzzleOf, readLink, writeLink } from "./link.js";
import { marksOf } from "./marks.js";
import { BEGINNERS, BEST, Match } from "./match.js";
import { MovesView } from "./moves_view.js";
import { Position } from "./position.js";
import { fromMistake, fromService, progressOf } from "./puzzle.js";
import { PuzzlesView } from "./puzzles_view.js";
import { Rules } from "./rules.js";
import { Score } from "./score.js";
import { SearchView } from "./search_view.js";
import { SetupView } from "./setup_view.js";
import { ShareView } from "./share_view.js";
import { Shortcuts } from "./shortcuts.js";
import { Sound } from "./sound.js";
import { remember } from "./storage.js";
import { aboutLayer, countedMoves, remark, standing, taken } from "./words.js";
import { Zoom } from "./zoom.js";

const $ = (selector) => document.querySelector(selector);
const match = new Match(show, LIMITS, onMove);
let isEditing = false;
let isEdited = false;

const board = new BoardView($("#frame"), press);
const zoom = new Zoom($("#frame"), $(".zoom"));
const analysis = new AnalysisView($("#analysis"), () => {
  match.line = null;
  show();
});
const editor = new EditorView($("#editor"), { onChange: edit, onBack: () => history.back() });
const moves = new MovesView($("#moves"), (at) => match.walk((game) => game.goTo(at)));
const puzzles = new PuzzlesView($("#puzzles"), goTo);
const search = new SearchView($("#search"), () => match.goOnOrStop());
// Back on the network, what has failed is tried again.
window.addEventListener("online", () => match.isFailed && match.goOnOrStop());
const setup = new SetupView($("#setup"), {
  onNew: beginAnew,
  onChange: () => {
    Object.assign(match, { strengths: setup.chosenStrengths, time: setup.time, pace: setup.pace });
    match.mainGame.players = setup.players;
    return match.puzzle ? show() : match.resume();
  },
  onSlide: () => {
    match.strengths = setup.chosenStrengths;
    show();
  },
});
const sharing = new ShareView($("#share"), {
  link: absoluteLink,
  picture: () => `board.svg?${link(match.game).slice(1)}`,
  curl: () => asCurl(match.question),
});
const numbers = $("#moves [name=numbers]");
remember(numbers, "numbers", "off");
numbers.addEventListener("change", () => show());
const score = new Score();
const sound = new Sound($("#setup [name=sounds]"));
const shortcuts = new Shortcuts($("#keys"));
$("#help").addEventListener("click", () => shortcuts.open());
$("#skip").addEventListener("click", () => {
  board.focus();
  bringIntoView();
});
$("#language").append(...LANGUAGES.map((code) => new Option(nameOf(code), code)));
$("#language").value = language;
$("#language").addEventListener("change", ({ target }) => {
  choose(target.value);
  showLink(match.game.fault ? location.hash.replace("#", `#lang=${target.value}&`) : link(), true);
  location.reload();
});

const ACTIONS = {
  again: () => {
    beginAnew(match.game.position.cleared);
    board.focus();
  },
  swap: () => {
    setup.swap();
    beginAnew(match.game.position.cleared);
    board.focus();
  },
  two: () => {
    setup.choose(!areTwo());
    beginAnew(match.mainGame.position.cleared);
  },
  send: () => sharing.send(),
  undo: () => match.walk((game) => game.undo()),
  redo: () => match.walk((game) => game.redo()),
  hint: () => match.hint(),
  explain: () => match.explain(),
  large: () => (document.fullscreenElement ? document.exitFullscreen() : $(".stage").requestFullscreen()),
  puzzles: () => goTo(puzzles.link),
  review: () => goTo(mistakeLink(match.game, 0)),
  mine: () => match.judge(match.game.atLastOfPerson),
  analyse: () => {
    match.analysing = !match.analysing;
    return match.running === "level" ? show() : match.proceed();
  },
  edit: () => {
    setEditing(!isEditing);
    show();
  },
};
for (const button of document.querySelectorAll("#actions button, :is(#games, #opponent, #moves) [data-action]")) {
  button.addEventListener("click", ACTIONS[button.dataset.action]);
}
for (const button of document.querySelectorAll("#opponent [data-by]")) {
  button.addEventListener("click", () => changeStrength(Number(button.dataset.by)));
}
document.addEventListener("fullscreenchange", () => toggle("large", document.fullscreenElement !== null));
$("[data-action=large]").hidden = !document.fullscreenEnabled;
// A disabled button can be focused, but pressing it does nothing.
document.addEventListener(
  "click",
  (event) => event.target.closest("[aria-disabled=true]") && event.stopPropagation(),
  { capture: true },
);

$(".stage").addEventListener("click", bringIntoView);

/** On a small screen, show the game and nothing else. */
function bringIntoView() {
  $(".stage").scrollIntoView({ block: "nearest" });
}

function press(place, key, isUnsure = false) {
  bringIntoView();
  if (isEditing) {
    return editor.press(place, key);
  }
  if (key !== "Enter" || !match.isPersonsTurn) {
    return key === "Enter";
  }
  const { position } = match.game;
  const move = position.landing(place);
  const isLookedAt = match.line?.principal_variation[0].name === move?.name;
  if (move === null) {
    // What is refused again is told again.
    tell($("#note"), "");
    match.refuse(taken(place, position));
    board.shake(place);
  } else if (layer() === "line" && !isLookedAt && !match.puzzle) {
    // If lines are shown, the first press asks what follows a move.
    match.lookAt(move);
  } else if (isUnsure && setup.tapsTwice && !isLookedAt && !board.sketch(move)) {
    const text = say("Tap {cell} again to play there.", { cell: move.name });
    Object.assign(match, { problem: null, note: { text, cells: [] } });
    show();
  } else {
    match.play(move);
  }
  return true;
}

/** Let a move that is played be heard and, at the end of a game, cheer who has won, and count it. */
function onMove({ status, winner }) {
  const { game, puzzle } = match;
  sound.play(status === "in_progress" ? "stone" : status);
  $("#frame").classList.toggle("cheering", winner !== null && game.players[winner] === PERSON);
  if (status !== "in_progress" && !puzzle) {
    score.count(game, winner);
  }
}

/** Whether two persons play. */
const areTwo = () => match.mainGame.hasPerson && !match.mainGame.isAgainstLevel;

/** Make the opponent so much stronger, or weaker by a negative number. */
function changeStrength(by) {
  const { opponent } = match.game;
  const steps = [...setup.strengths, null];
  const strength = steps[steps.indexOf(match.strengths[opponent]) + by];
  match.strengths = { ...match.strengths, [opponent]: strength };
  show();
}

/** The layer that the board shows; null if none. */
function layer() {
  const { puzzle, line, analysing, isOver } = match;
  return puzzle ? line && "line" : analysing && !isOver ? analysis.layer : null;
}

function setEditing(isOn) {
  isEditing = isOn;
  isEdited = false;
}

/**
 * Begin a new game unless the board is refused; returns whether the game has begun. A new game is a
 * new entry of the browser's history, so that the way back leads to the former game.
 */
function begin(position, players, { isHeld = false, isNew = true } = {}) {
  const refusal = refusalOf(position);
  if (refusal) {
    match.refuse(refusal);
  } else {
    const game = new Game(position, players);
    if (isNew) {
      leaveFor(link(game));
    }
    match.start(game, isHeld);
  }
  return !refusal;
}

/** Begin a new game with the chosen players, and bring it into view. */
function beginAnew(position) {
  match.strengths = setup.chosenStrengths;
  if (begin(position, setup.players)) {
    setEditing(false);
    show();
    bringIntoView();
  }
}

/** The reason why a board is too large; null if the service accepts it. */
function refusalOf({ width, height }) {
  const cells = width * height;
  const limit = setup.mostCells;
  const values = { cells, limit };
  return cells > limit ? say("The board has {cells} cells; at most {limit} are allowed.", values) : null;
}

/** After an edit a level waits until the player presses Continue. */
function edit(position) {
  const { players } = match.game;
  const isHeld = players[position.toMove] !== PERSON;
  isEdited = begin(position, players, { isHeld, isNew: !isEdited }) || isEdited;
  show();
}

/** The link to a game, or to the puzzle or the game on view. */
const link = (game) => (game ? writeLink({ ...match, game }) : match.puzzle?.link() ?? link(match.game));

/** The same for others, with the address of the page: who plays against a friend is the friend there. */
function absoluteLink() {
  return new URL(link(), location).href.replace(/x=(you|friend)&o=(you|friend)(?=&)/, "x=$2&o=$1");
}

const mistakeLink = (game, number) => `${link(game)}&mistake=${number}`;

/** Open a link as a new entry of the browser's history. */
function goTo(to) {
  leaveFor(to);
  open();
  bringIntoView();
}

function open() {
  const defaults = {
    position: Position.empty(3, 3, new Rules(3)),
    X: PERSON,
    O: BEST,
    x_strength: null,
    o_strength: BEGINNERS,
    time: 1000,
    pace: 250,
    players: [PERSON, ...setup.opponents],
    strengths: setup.strengths,
    times: setup.times,
    paces: setup.paces,
  };
  const address = readAddress();
  const { game: read, isDamaged, mistake, ...state } = readLink(address, defaults);
  const name = puzzleOf(address);
  setEditing(isEditing && !name && mistake === null);
  if (name) {
    Object.assign(match, match.game ? {} : { ...state, game: read });
    return match.pose(() => puzzleLink(name), async (listening) => fromService(await readPuzzle(name, listening)));
  }
  Object.assign(match, state);
  // A game from which a puzzle has been taken keeps what is known of it.
  const before = match.mainGame;
  const game = before && link(before) === link(read) ? before : read;
  const refusal = refusalOf(game.start);
  if (!refusal && mistake !== null) {
    Object.assign(match, { game, puzzle: null });
    return match.pose(() => mistakeLink(game, mistake), async (_, judge) => {
      await judge(game);
      return fromMistake(game, mistake, (at) => mistakeLink(game, at));
    });
  }
  const shown = refusal ? new Game(defaults.position, game.players) : game;
  const damage = isDamaged ? say("The link is damaged: not all of it could be read.") : null;
  shown.fault = refusal ?? damage;
  match.start(shown, !shown.isPersons);
}

function show() {
  const { game, line, problem, progress, running, told, isOver, verdict, puzzle } = match;
  const analysing = match.analysing && !puzzle;
  // A link that cannot be read is kept, so that the page says so after a reload as well.
  showLink(game.fault ? location.hash : link(), game.hasPerson);
  const isBusy = running === "verdict" || running === "level";
  const isResized = board.show(game.position, marksOf(match, layer()), {
    isEditing,
    isFree: isEditing || (game.isPersons && !isOver && !match.attempt?.isLast),
    isBusy,
  });
  $("#frame").classList.toggle("numbered", numbers.checked);
  if (isResized) {
    zoom.reset(game.position);
  }
  const { position, players } = match.mainGame;
  setup.show({ ...match, position, players });
  const answer = match.analysis;
  const grown = running === "analysis" && progress;
  analysis.show({ answer, line, progress: grown && { ...grown, to_move: game.position.toMove } }, analysing);
  tell($("#about-layer"), aboutLayer(layer(), match.analysis));
  explainMarks(layer() === "values" && match.analysis);
  editor.show(game.position, isEditing, isEdited);
  moves.show(match);
  sharing.show(absoluteLink(), match);
  puzzles.show(match);
  search.show(match);
  // A turn is told once, when it is known whether the game goes on.
  if (verdict || problem || !isBusy || (puzzle && !puzzle.goal)) {
    tell($("#last"), game.last ? playedBy(game.last) : "");
    tell($("#status"), puzzle && (verdict || !match.isFailed) ? progressOf(match) : standing(match));
    $("#status").dataset.side = verdict?.winner ?? (isOver ? "" : game.position.toMove);
    const fault = problem?.message ?? (told ? null : game.fault);
    tell($("#note"), fault ?? (told ? noteText(told) : sentences(remark(match), isOver && !puzzle && score.told(game))));
    $("#note").classList.toggle("problem", Boolean(fault));
    $("#note").classList.toggle("told", Boolean(told));
  }
  const strength = match.strengths[game.opponent];
  $("#opponent").hidden = Boolean(puzzle) || !game.isAgainstLevel || !(game.at === 0 || isOver);
  for (const button of document.querySelectorAll("#opponent [data-by]")) {
    button.hidden = !match.offersStrengths;
    button.ariaDisabled = String(strength === (button.dataset.by < 0 ? setup.strengths[0] : null));
  }
  const isFree = running !== "level";
  $("#actions [data-action=again]").hidden = !isOver;
  $("#actions [data-action=send]").hidden = !game.isFriends;
  enable("undo", game.at > 0);
  enable("redo", game.at < game.length);
  enable("hint", !isOver && !match.attempt?.isLast && isFree && !(problem && verdict === null));
  enable("explain", isFree && game.last);
  enable("mine", isFree && game.atLastOfPerson > 0);
  for (const button of document.querySelectorAll("[data-action=review]")) {
    // After the game it is beside what else can be done then.
    button.hidden = isOver === !button.closest("#actions");
    button.ariaDisabled = String(!isFree || running === "review" || !game.length);
  }
  showWays(match);
  toggle("two", areTwo());
  toggle("analyse", analysing);
  toggle("edit", isEditing);
}

const playedBy = ({ mover: side, move: { name: cell } }) => say("{side} played {cell}.", { side, cell });

const noteText = (told) => (told.title ? say("{title}: {text}", told) : told.text);

/** The ways from a puzzle: to those beside it, and to the game that was laid aside. */
function showWays({ puzzle, aside, isSolved }) {
  $("main").classList.toggle("puzzling", puzzle !== null);
  const links = puzzle ? { ...puzzle, aside: () => link(aside) } : {};
  const onwards = links.next ? "next" : "aside";
  for (const way of document.querySelectorAll("#actions [data-way]")) {
    const to = links[way.dataset.way];
    // Who walks with the keys goes on at the board.
    const isLost = !to && way.matches(":focus-visible");
    way.hidden = !to;
    if (isLost) {
      board.focus();
    }
    way.href = to?.() ?? "";
    way.classList.toggle("main", way.dataset.way === onwards && isSolved);
  }
}

/** The legend, which explains only the marks that are shown. */
function explainMarks(answer) {
  $("#legend").hidden = !answer;
  const kinds = answer ? kindsOf(answer) : new Set();
  tell($("#legend [data-field=counted]"), countedMoves(match.game.position.rules));
  for (const item of document.querySelectorAll("#legend [data-kind]")) {
    item.hidden = !item.dataset.kind.split(" ").some((kind) => kinds.has(kind));
  }
}

/** Set the text of a live region only if it changes, because setting it reads it aloud again. */
function tell(region, text) {
  if (region.textContent !== text) {
    region.textContent = text;
  }
}

function enable(action, isOn) {
  $(`#actions [data-action=${action}]`).ariaDisabled = String(!isOn);
}

function toggle(action, isOn) {
  $(`[data-action=${action}]`).ariaPressed = String(isOn);
}

/** Whether a style sheet has not come; browsers have none then, an empty one, or one not to be read. */
function isMissing({ sheet }) {
  try {
    return !sheet?.cssRules.length;
  } catch {
    return true;
  }
}

if ([...document.querySelectorAll("link[rel=stylesheet]:not([media])")].some(isMissing)) {
  // Without one there may be no board to see.
  document.body.prepend(say("A part of the page has not come: load the page again."));
}
// What needs a game is inert until there is one.
for (const part of document.querySelectorAll("[inert]")) {
  part.inert = false;
}
setup.offer(LIMITS);
open();
if (match.puzzle || match.game.at) {
  bringIntoView();
}
window.addEventListener("hashchange", () =>
  [null, language].includes(languageOf(location.hash)) ? open() : location.reload(),
);
