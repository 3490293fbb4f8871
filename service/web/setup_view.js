/** The form for a new game: the board, the rules, the players and their strengths, the times. */

import { FRIEND, PERSON } from "./game.js";
import { number, say, translated } from "./language.js";
import { LEVELS, STRENGTHS } from "./levels.js";
import { readPosition } from "./link.js";
import { BEGINNERS, BEST } from "./match.js";
import { Position } from "./position.js";
import { Rules } from "./rules.js";
import { remember } from "./storage.js";
import { levelName } from "./words.js";

const SIDES = ["X", "O"];
const TIMES = [100, 300, 1000, 3000, 10_000, 30_000, 60_000, 300_000, 3_600_000];
const secondsOf = (ms) => `${number(ms / 1000, ms < 1000 ? 1 : 0)} s`;
/** The switches of the rules that the form has. */
const RULES = ["gravity", "wrap", "exact", "misere"];
const keyOf = ({ type }) => (type === "checkbox" ? "checked" : "value");
/** Milliseconds between the moves of two levels. */
const PACES = [[say("at once"), 0], [say("quick"), 250], [say("steady"), 1000], [say("slow"), 3000]];

export class SetupView {
  #form;
  #position;
  #shape = "";

  /**
   * `onNew` is called with the position that a new game begins with, `onChange` when players,
   * strengths or times are changed in a game, `onSlide` while a strength is being chosen.
   */
  constructor(form, { onNew, onChange, onSlide }) {
    this.#form = form;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      onNew(this.#start);
    });
    for (const button of document.querySelectorAll("[data-game]")) {
      const start = new URLSearchParams(button.dataset.game);
      button.addEventListener("click", () => onNew(readPosition(start)));
    }
    for (const name of ["X", "O", "strengthX", "strengthO", "time", "pace"]) {
      form.elements[name].addEventListener("change", onChange);
    }
    for (const side of SIDES) {
      form.elements[`strength${side}`].addEventListener("input", onSlide);
    }
    remember(form.elements.twice, "twice", "on");
  }

  /** Fill the form with the levels, and with choices within the limits of the service. */
  offer({
    max_strength: mostStrength,
    max_cells: mostCells,
    max_time_limit_ms: mostMilliseconds,
  }) {
    const { X, O, time, pace, width, height, rowLength } = this.#form.elements;
    this.opponents = [FRIEND, ...Object.keys(LEVELS)];
    for (const select of [X, O]) {
      const opponents = this.opponents.map((name) => new Option(levelName(name), name));
      select.replaceChildren(new Option(say("you"), PERSON), ...opponents);
    }
    this.strengths = Array.from({ length: mostStrength }, (_, index) => index + 1);
    for (const side of SIDES) {
      // The place after the highest strength is the level at full strength.
      this.#form.elements[`strength${side}`].max = mostStrength + 1;
    }
    this.mostCells = mostCells;
    this.times = TIMES.filter((limit) => limit <= mostMilliseconds);
    time.replaceChildren(...this.times.map((limit) => new Option(secondsOf(limit), limit)));
    this.paces = PACES.map(([, wait]) => wait);
    pace.replaceChildren(...PACES.map(([name, wait]) => new Option(name, wait)));
    for (const field of [width, height, rowLength]) {
      field.max = mostCells;
    }
  }

  /** The chosen board, which keeps its walls if that is wished and its size is the same. */
  get #start() {
    const { elements } = this.#form;
    const [width, height, rowLength] =
      ["width", "height", "rowLength"].map((name) => elements[name].valueAsNumber);
    const chosen = RULES.map((name) => [name, elements[name][keyOf(elements[name])]]);
    const rules = new Rules(rowLength, Object.fromEntries(chosen));
    const before = this.#position;
    const hasItsSize = before.width === width && before.height === height;
    return elements.walls.checked && hasItsSize
      ? before.cleared.withRules(rules)
      : Position.empty(width, height, rules);
  }

  get players() {
    return { X: this.#form.elements.X.value, O: this.#form.elements.O.value };
  }

  /** Choose two persons, or a person and a level that a beginner can beat. */
  choose(areTwo) {
    const { X, O, strengthO } = this.#form.elements;
    [X.value, O.value] = [PERSON, areTwo ? PERSON : BEST];
    strengthO.value = areTwo ? strengthO.value : BEGINNERS;
  }

  /** Exchange the players of both sides, with their strengths. */
  swap() {
    const { X, O, strengthX, strengthO } = this.#form.elements;
    [X.value, O.value] = [O.value, X.value];
    [strengthX.value, strengthO.value] = [strengthO.value, strengthX.value];
  }

  /** The strength of each side; null for full strength. */
  get chosenStrengths() {
    const chosen = (side) => this.#form.elements[`strength${side}`].valueAsNumber;
    const known = (strength) => (this.strengths.includes(strength) ? strength : null);
    return { X: known(chosen("X")), O: known(chosen("O")) };
  }

  /** Whether the first tap on a small cell shows what the second one plays. */
  get tapsTwice() {
    return this.#form.elements.twice.checked;
  }

  get time() {
    return Number(this.#form.elements.time.value);
  }

  get pace() {
    return Number(this.#form.elements.pace.value);
  }

  /** Show a state; board and rules are set only if they have changed, since they may be being chosen. */
  show({ position, players, strengths, time, pace }) {
    const { elements } = this.#form;
    for (const side of SIDES) {
      elements[side].value = players[side];
      const isBest = players[side] === BEST;
      const [, summary] = LEVELS[players[side]] ?? ["", ""];
      this.#form.querySelector(`#sentence-${side}`).textContent =
        translated((isBest && STRENGTHS[strengths[side] - 1]) || summary);
      this.#showStrength(elements[`strength${side}`], strengths[side], isBest);
    }
    elements.time.value = time;
    elements.pace.value = pace;
    elements.pace.closest("label").hidden = SIDES.some((side) => players[side] === PERSON);
    const { width, height, rules, hasWalls } = position;
    this.#position = position;
    elements.walls.closest("label").hidden = !hasWalls;
    const shape = JSON.stringify([width, height, rules, hasWalls]);
    if (shape !== this.#shape) {
      this.#shape = shape;
      elements.width.value = width;
      elements.height.value = height;
      elements.rowLength.value = rules.rowLength;
      elements.walls.checked = hasWalls;
      for (const name of RULES) {
        elements[name][keyOf(elements[name])] = rules[name];
      }
      this.#form.querySelector("summary").textContent =
        rules.told ? say("Rules: {rules}", { rules: rules.told }) : say("Other rules");
    }
  }

  #showStrength(slider, strength, isOn) {
    const label = slider.closest("label");
    label.hidden = !isOn;
    slider.value = strength ?? slider.max;
    const text = String(strength ?? say("full"));
    slider.ariaValueText = text;
    label.querySelector("strong").textContent = text;
  }
}
