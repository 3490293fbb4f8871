/** The form for a new game: the board, the players and their strengths, the thinking time. */

import { PERSON } from "./game.js";
import { LEVELS, STRENGTHS } from "./levels.js";
import { BEGINNERS, BEST } from "./match.js";

const SIDES = ["X", "O"];
const TIMES = [100, 300, 1000, 3000, 10_000, 30_000, 60_000, 300_000, 3_600_000];
/** Milliseconds between the moves of two levels. */
const PACES = { "at once": 0, quick: 250, steady: 1000, slow: 3000 };

export class SetupView {
  #form;
  #size = "";

  /**
   * `onNew` is called for a new game, `onChange` when players, strengths or times are changed in a
   * game, `onSlide` while a strength is being chosen.
   */
  constructor(form, { onNew, onChange, onSlide }) {
    this.#form = form;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      onNew(this.size);
    });
    for (const button of form.querySelectorAll("[data-size]")) {
      button.addEventListener("click", () => {
        if ("easy" in button.dataset) {
          const { X, O, strengthO } = form.elements;
          [X.value, O.value, strengthO.value] = [PERSON, BEST, BEGINNERS];
        }
        onNew(button.dataset.size.split(",").map(Number));
      });
    }
    for (const name of ["X", "O", "strengthX", "strengthO", "time", "pace"]) {
      form.elements[name].addEventListener("change", onChange);
    }
    for (const side of SIDES) {
      form.elements[`strength${side}`].addEventListener("input", onSlide);
    }
  }

  /** Fill the form with the levels, and with choices within the limits of the service. */
  offer({
    max_strength: mostStrength,
    max_cells: mostCells,
    max_time_limit_ms: mostMilliseconds,
  }) {
    const { X, O, time, pace, width, height, rowLength } = this.#form.elements;
    this.levels = Object.keys(LEVELS);
    const called = (name, [friendly]) => (friendly === name ? name : `${friendly} (${name})`);
    for (const select of [X, O]) {
      const levels = Object.entries(LEVELS).map(([name, level]) => new Option(called(name, level), name));
      select.replaceChildren(new Option(PERSON), ...levels);
    }
    this.strengths = Array.from({ length: mostStrength }, (_, index) => index + 1);
    for (const side of SIDES) {
      // The place after the highest strength is the level at full strength.
      this.#form.elements[`strength${side}`].max = mostStrength + 1;
    }
    this.mostCells = mostCells;
    this.times = TIMES.filter((limit) => limit <= mostMilliseconds);
    time.replaceChildren(...this.times.map((limit) => new Option(`${limit / 1000} s`, limit)));
    this.paces = Object.values(PACES);
    pace.replaceChildren(...Object.entries(PACES).map(([name, wait]) => new Option(name, wait)));
    for (const field of [width, height, rowLength]) {
      field.max = mostCells;
    }
  }

  get size() {
    const { width, height, rowLength } = this.#form.elements;
    return [width.valueAsNumber, height.valueAsNumber, rowLength.valueAsNumber];
  }

  get players() {
    return { X: this.#form.elements.X.value, O: this.#form.elements.O.value };
  }

  /** The strength of each side; null for full strength. */
  get chosenStrengths() {
    const chosen = (side) => this.#form.elements[`strength${side}`].valueAsNumber;
    const known = (strength) => (this.strengths.includes(strength) ? strength : null);
    return { X: known(chosen("X")), O: known(chosen("O")) };
  }

  get time() {
    return Number(this.#form.elements.time.value);
  }

  get pace() {
    return Number(this.#form.elements.pace.value);
  }

  /** Show a state; the size is set only if it has changed, since it may be being typed. */
  show({ position, players, strengths, time, pace }) {
    const { elements } = this.#form;
    for (const side of SIDES) {
      elements[side].value = players[side];
      const isBest = players[side] === BEST;
      const [, summary] = LEVELS[players[side]] ?? ["", ""];
      this.#form.querySelector(`#sentence-${side}`).textContent =
        (isBest && STRENGTHS[strengths[side] - 1]) || summary;
      this.#showStrength(elements[`strength${side}`], strengths[side], isBest);
    }
    elements.time.value = time;
    elements.pace.value = pace;
    elements.pace.closest("label").hidden = SIDES.some((side) => players[side] === PERSON);
    const { width, height, rowLength } = position;
    const size = [width, height, rowLength].join();
    if (size !== this.#size) {
      this.#size = size;
      elements.width.value = width;
      elements.height.value = height;
      elements.rowLength.value = rowLength;
    }
  }

  #showStrength(slider, strength, isOn) {
    const label = slider.closest("label");
    label.hidden = !isOn;
    slider.value = strength ?? slider.max;
    const text = String(strength ?? "full");
    slider.ariaValueText = text;
    label.querySelector("strong").textContent = text;
  }
}
