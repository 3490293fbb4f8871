/** The search as it goes on: a bar of the time it may take, what it has found, and a way to stop. */

import { bestSoFar, ending, number } from "./words.js";

export class SearchView {
  #bar;
  #text;
  #button;
  #timer = null;
  #started = 0;

  constructor(root, onPress) {
    this.#bar = root.querySelector("progress");
    this.#text = root.querySelector("[data-field=search]");
    this.#button = root.querySelector("button");
    this.#button.addEventListener("click", () => {
      if (this.#button.ariaDisabled !== "true") {
        onPress();
      }
    });
  }

  /** Show how a match stands; a verdict is there at once, all else may take long. */
  show({ progress, analysis, running, time, isHeld, isOver, isBusy }) {
    const isThinking = running !== null && running !== "verdict";
    this.#run(isThinking && !isBusy, time);
    this.#text.textContent =
      isBusy ? "The service is busy; asking again"
      : progress ? `${number(progress.nodes)} nodes, depth ${progress.depth}${bestSoFar(progress)}`
      : isThinking ? "Searching"
      : analysis ? ending(analysis.search)
      : "";
    this.#button.textContent = isHeld ? "Continue" : "Stop";
    this.#button.ariaDisabled = String(!(isThinking || isHeld) || isOver);
  }

  #run(isThinking, time) {
    if (isThinking && this.#timer === null) {
      this.#started = performance.now();
      this.#timer = setInterval(() => {
        this.#bar.value = Math.min((performance.now() - this.#started) / time, 1);
      }, 50);
    } else if (!isThinking && this.#timer !== null) {
      clearInterval(this.#timer);
      this.#timer = null;
      this.#bar.value = 0;
    }
  }
}
