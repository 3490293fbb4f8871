/** A game as it goes on: asks the service for verdicts, moves and analyses, one at a time. */

import { Problem, ask, askLive, pause, question } from "./api.js";
import { Game } from "./game.js";
import { judgement } from "./words.js";

const BEST = "master";
/** Between the moves of two levels, to be able to follow. */
const PACE_MS = 250;

export class Match {
  #changed;
  #abort = new AbortController();

  /** `changed` is called after every change of what follows. */
  constructor(changed) {
    this.#changed = changed;
    this.time = 1000;
    this.analysing = false;
  }

  /** Begin at a position; `held` keeps a level from moving until it is told to. */
  start(position, players, held = false) {
    this.game = Object.assign(new Game(position), { players });
    this.held = held;
    return this.proceed();
  }

  /** Whether the service says that the game is over. */
  get isOver() {
    return this.verdict !== null && this.verdict.status !== "in_progress";
  }

  /** Whether a level waits to be told to go on. */
  get isHeld() {
    return this.held && !this.isOver && !this.running;
  }

  /** The question an analysis of the position asks. */
  get question() {
    const fields = { level: BEST, time_limit_ms: this.time, evaluate: "all" };
    return question(this.game.position, fields);
  }

  play(place) {
    this.game.play(place);
    this.held = false;
    return this.proceed();
  }

  undo() {
    this.game.undo();
    this.held = !this.game.isPersons;
    return this.proceed();
  }

  /** End what is being asked; closing the connection stops the search. */
  stop() {
    this.#abort.abort();
    this.held = true;
    this.#set({ running: null, isBusy: false });
  }

  /** Say why something is not done, and leave all else as it is. */
  refuse(message) {
    this.#set({ problem: new Problem(message), note: null });
  }

  resume() {
    this.held = false;
    return this.proceed();
  }

  /** Do whatever the position asks for: a verdict, moves of levels, an analysis. */
  proceed() {
    Object.assign(this, { verdict: null, analysis: null, progress: null, note: null });
    return this.#run(async (signal) => {
      for (;;) {
        this.verdict ??= await ask(this.#quickQuestion, this.#listening(signal));
        this.#changed();
        if (this.isOver || this.held || this.game.isPersons) {
          break;
        }
        await this.#letLevelMove(signal);
      }
      if (this.analysing && !this.isOver) {
        await this.#analyse(signal);
      }
    });
  }

  /** Show the best move. */
  async hint() {
    if (!this.analysis) {
      await this.#run((signal) => this.#analyse(signal));
    }
    if (this.analysis) {
      const { best_move: best, reason } = this.analysis;
      this.#set({ note: { title: "Hint", text: reason.text, cells: [best], best } });
    }
  }

  /** Say why the last move was made, or what a person's has given away. */
  async explain() {
    const { last, before } = this.game;
    if (!last) {
      return this.hint();
    }
    if (last.reason) {
      const { text, cells } = last.reason;
      return this.#set({ note: { title: `${last.mover} (${last.by})`, text, cells } });
    }
    await this.#run(async (signal) => {
      const answer = await this.#live(question(before, { time_limit_ms: this.time }), signal);
      const text = judgement(last.move, answer);
      this.note = { title: last.mover, text, cells: [last.move, answer.best_move] };
    }, "judgement");
    if (this.analysing && !this.analysis && !this.running) {
      await this.#run((signal) => this.#analyse(signal));
    }
  }

  async #letLevelMove(signal) {
    const { position, players } = this.game;
    const level = players[position.toMove];
    const evaluate = level === BEST ? "best" : "all";
    this.#set({ running: "level" });
    const answer = await this.#live(
      question(position, { level, time_limit_ms: this.time, evaluate, max_options: 0 }), signal,
    );
    if (!this.game.hasPerson) {
      await pause(PACE_MS, signal);
    }
    this.game.play(answer.best_move, answer.reason);
    // How a game has ended is asked for, to show all that is known of its end.
    const { status_after: status } = answer;
    this.#set({ verdict: status === "in_progress" ? { status } : null, progress: null });
  }

  async #analyse(signal) {
    this.#set({ running: "analysis" });
    this.analysis = await this.#live(this.question, signal);
  }

  #live(body, signal) {
    return askLive(body, this.#listening(signal));
  }

  /** What is heard while the service is asked, until `signal` says that it no longer matters. */
  #listening(signal) {
    const hear = (changes) => signal.aborted || this.#set(changes);
    return {
      signal,
      onProgress: (progress) => hear({ progress }),
      onBusy: (isBusy) => isBusy === this.isBusy || hear({ isBusy }),
    };
  }

  get #quickQuestion() {
    return question(this.game.position, { node_limit: 1, evaluate: "best", max_options: 0 });
  }

  /** Do one thing, in place of what was going on; problems are shown, being replaced is none. */
  async #run(task, running = "verdict") {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#set({ running, isBusy: false, problem: null, note: null });
    try {
      await task(signal);
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      if (!(error instanceof Problem)) {
        throw error;
      }
      this.problem = error;
    }
    if (!signal.aborted) {
      this.#set({ running: null, isBusy: false, progress: null });
    }
  }

  #set(changes) {
    Object.assign(this, changes);
    this.#changed();
  }
}
