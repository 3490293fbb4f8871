/** Sounds of a game, which the browser makes without a file; off until they are wished for. */

import { remember } from "./storage.js";

/** The tones of each sound, in hertz, one after the other. */
const SOUNDS = { stone: [440], won: [523, 659, 784], drawn: [392, 392] };
const SECONDS = 0.15;
const VOLUME = 0.2;

export class Sound {
  #switch;
  #context;

  constructor(checkbox) {
    this.#switch = checkbox;
    remember(checkbox, "sounds", "off");
    checkbox.addEventListener("change", () => this.play("stone"));
  }

  play(name) {
    if (!this.#switch.checked) {
      return;
    }
    this.#context ??= new AudioContext();
    for (const [index, pitch] of SOUNDS[name].entries()) {
      const start = this.#context.currentTime + index * SECONDS;
      const tone = new OscillatorNode(this.#context, { frequency: pitch, type: "triangle" });
      const volume = new GainNode(this.#context, { gain: VOLUME });
      volume.gain.setTargetAtTime(0, start, SECONDS / 3);
      tone.connect(volume).connect(this.#context.destination);
      tone.start(start);
      tone.stop(start + 2 * SECONDS);
    }
  }
}
