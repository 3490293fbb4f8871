/** The search in progress: a bar of its time, its results so far, a button to stop it or go on. */

import { say } from "./language.js";
import { bestSoFar } from "./words.js";

export class SearchView {
  #bar;
  #text;
  #button;
  #root;
  #timer = null;
  #started = 0;

  constructor(root, onPress) {
    this.#root = root;
    this.#bar = root.querySelector("progress");
    this.#text = root.querySelector("[data-field=search]");
    this.#button = root.querySelector("button");
    this.#button.addEventListener("click", onPress);
  }

  /** Show the state of a match, with a bar only of what may take as long as it is `allowed`. */
  show({ progress, running, allowed, awaited, isOver, wait }) {
    const isThinking = running !== null && running !== "verdict";
    this.#run(isThinking && !wait, allowed);
    const text =
      wait ? wait
      : progress ? bestSoFar(progress)
      : running === "review" ? say("Looking for mistakes")
      : isThinking ? say("Searching")
      : "";
    if (this.#text.textContent !== text) {
      this.#text.textContent = text;
    }
    const canPress = Boolean(awaited || wait) || (isThinking && (!isOver || running === "review"));
    // Who walks by keys would lose the focus with the button.
    const isKept = this.#button.matches(":focus-visible");
    this.#root.classList.toggle("idle", !canPress && !isKept);
    this.#button.textContent = awaited ?? say("Stop");
    this.#button.classList.toggle("main", Boolean(awaited));
    this.#button.ariaDisabled = String(!canPress);
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
