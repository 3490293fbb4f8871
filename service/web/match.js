/** A game in progress: asks the service for verdicts, moves and analyses, one at a time. */

import { ask, askAll, askLive, pause, question } from "./api.js";
import { say } from "./language.js";
import { Failure, Problem } from "./problems.js";
import { levelName } from "./words.js";

/** The level that searches for the best move, and can be made weaker. */
export const BEST = "master";
/** Its strength for a beginner: on 3×3 X wins six of ten games who only looks for rows to complete. */
export const BEGINNERS = 2;
/** A review may take as long as this number of moves. */
const REVIEW_MOVES = 10;
/** The state that belongs to one position. */
const UNKNOWN = { verdict: null, analysis: null, line: null, progress: null, note: null };

/** The note about a turn, and what was better. */
const noteOf = ({ move, mover }, text, better) => ({
  title: mover,
  text,
  cells: [move, ...(better ? [better] : [])],
});

export class Match {
  #changed;
  #limits;
  #abort = new AbortController();
  #repeat;

  /** `changed` is called after every change; `limits` are those of the service. */
  constructor(changed, limits) {
    this.#changed = changed;
    this.#limits = limits;
    this.time = 1000;
    this.pace = 0;
    this.strengths = { X: null, O: null };
    this.analysing = false;
  }

  /** Begin with a game; with `held` a level waits until the player presses Continue. */
  start(game, held = false) {
    this.game = game;
    this.held = held;
    return this.proceed();
  }

  /** Whether the service says that the game is over. */
  get isOver() {
    return this.verdict !== null && this.verdict.status !== "in_progress";
  }

  /** Whether a level waits for Continue. */
  get isHeld() {
    return this.held && !this.isOver && !this.running;
  }

  /** Whether the last request has failed, and may be repeated. */
  get isFailed() {
    return this.problem instanceof Failure;
  }

  /** The button that is to be pressed before anything goes on; null if none is. */
  get awaited() {
    return this.isFailed ? say("Try again") : this.isHeld ? say("Continue") : null;
  }

  /** The note: the answer to the last request, else what was wrong with the last move. */
  get told() {
    const { last } = this.game;
    const flaw = last?.flaw;
    return this.note ?? (flaw ? noteOf(last, flaw.text, flaw.better_move) : null);
  }

  /** Whether it is time to make the opponent easier or harder: before a game or after it. */
  get offersStrengths() {
    const { players, opponent, at } = this.game;
    return players[opponent] === BEST && (at === 0 || this.isOver);
  }

  /** How long the current request may take, in milliseconds. */
  get allowed() {
    const most = Math.min(REVIEW_MOVES * this.time, this.#limits.max_time_limit_ms);
    return this.running === "review" ? most : this.time;
  }

  /** The question that an analysis of the position asks. */
  get question() {
    return question(this.game.position, { level: BEST, ...this.#thorough });
  }

  play(place) {
    this.game.play(place);
    this.held = false;
    return this.proceed();
  }

  /** View another position of the game, in which a level waits for Continue. */
  walk(step) {
    step(this.game);
    this.held = !this.game.isPersons;
    return this.proceed();
  }

  /** End the current request; closing its connection stops the search. */
  stop() {
    this.#abort.abort();
    this.held = true;
    this.#set({ running: null, isBusy: false });
  }

  /** Show a message and change nothing else. */
  refuse(message) {
    this.#set({ problem: new Problem(message), note: null });
  }

  resume() {
    this.held = false;
    return this.proceed();
  }

  /** Repeat a request that has failed, let a level go on that waits, or stop. */
  goOnOrStop() {
    return this.isFailed ? this.#repeat() : this.isHeld ? this.resume() : this.stop();
  }

  /** Do what the position needs: a verdict, moves of levels, a review, an analysis. */
  proceed() {
    Object.assign(this, UNKNOWN);
    return this.#run(async (signal) => {
      for (;;) {
        this.verdict ??= await ask(this.#quickQuestion, this.#listening(signal));
        this.#changed();
        if (this.isOver || this.held || this.game.isPersons) {
          break;
        }
        await this.#letLevelMove(signal);
      }
      const { last, at, length, hasPerson } = this.game;
      if (this.isOver && hasPerson && last && at === length && !("flaw" in last)) {
        await this.#review(signal);
      }
    });
  }

  /** Find the mistakes of the game. */
  review() {
    return this.#run((signal) => this.#review(signal));
  }

  /** Show the best move. */
  async hint() {
    const tell = () => {
      const { best_move: best, reason } = this.analysis;
      this.#set({ note: { title: say("Hint"), text: reason.sentence, cells: [best] } });
    };
    return this.analysis ? tell() : this.#run((signal) => this.#analyse(signal).then(tell));
  }

  /** Show the reason for the last move of a level, or the judgement of a move of a person. */
  async explain() {
    const { last, at } = this.game;
    if (last?.reason) {
      const { sentence: text, cells } = last.reason;
      return this.#set({ note: { title: `${levelName(last.by)} (${last.mover})`, text, cells } });
    }
    return last ? this.judge(at) : this.hint();
  }

  /** Show what a move has kept or given up. */
  judge(at) {
    const turn = this.game.turns[at];
    return this.#run(async (signal) => {
      const { last_move: judged } = await this.#live(this.#questionOf(turn), signal);
      this.note = noteOf(turn, judged.sentence, judged.better_move);
    }, "judgement");
  }

  /** Show how the game goes on after a move: what refutes it, or how it wins. */
  lookAt(place) {
    const { position } = this.game;
    const after = position.play(place);
    const show = (rest, answer = null) => {
      const line = [place, ...rest.filter(Boolean)];
      this.#set({ line: { principal_variation: line, to_move: position.toMove, answer } });
    };
    return this.#run(async (signal) => {
      show([]);
      const fields = { level: BEST, time_limit_ms: this.time, evaluate: "best", max_options: 1 };
      const onProgress = (progress) => show(progress.principal_variation ?? [progress.best_move]);
      const answer = await this.#live(question(after, fields), signal, onProgress);
      show(answer.principal_variation, answer);
    }, "line");
  }

  async #letLevelMove(signal) {
    const { position, players } = this.game;
    const level = players[position.toMove];
    const strength = level === BEST ? this.strengths[position.toMove] : null;
    this.#set({ running: "level" });
    const fields = { level, strength, time_limit_ms: this.time, evaluate: "none", max_options: 0 };
    const answer = await this.#live(question(position, fields), signal);
    if (!this.game.hasPerson) {
      await pause(this.pace, signal);
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

  /** Judge the last moves, as many as fit into one request. */
  async #review(signal) {
    this.#set({ running: "review" });
    const questions = this.game.turns.slice(1).map((turn) => this.#questionOf(turn));
    const { max_batch: mostQuestions, max_body_bytes: mostBytes } = this.#limits;
    const bytes = JSON.stringify(questions.at(-1)).length + 1;
    const asked = questions.slice(-Math.min(mostQuestions, Math.floor(mostBytes / bytes) - 1));
    const turns = this.game.turns.slice(-asked.length);
    const answers = await askAll(asked, this.allowed, this.#listening(signal));
    for (const [index, { mistake }] of answers.entries()) {
      turns[index].flaw = mistake;
    }
  }

  /** The question whether the move of a turn was a mistake: the game up to it. */
  #questionOf(turn) {
    const { start, turns } = this.game;
    const moves = turns.slice(1, turns.indexOf(turn) + 1).map(({ move }) => move.name);
    const fields = { time_limit_ms: this.time, evaluate: "best", max_options: 0 };
    return { ...question(start, fields), to_move: turn.position.toMove, moves };
  }

  #live(body, signal, onProgress = (progress) => this.#set({ progress })) {
    return askLive(body, this.#listening(signal, onProgress));
  }

  /** The callbacks of a request; they do nothing after `signal`. */
  #listening(signal, onProgress) {
    return {
      signal,
      onProgress: (progress) => signal.aborted || onProgress(progress),
      onBusy: (isBusy) => signal.aborted || isBusy === this.isBusy || this.#set({ isBusy }),
    };
  }

  get #thorough() {
    return { time_limit_ms: this.time, evaluate: "all" };
  }

  get #quickQuestion() {
    return question(this.game.position, { node_limit: 1, evaluate: "best", max_options: 0 });
  }

  /**
   * Replace the current request by another one, and then analyse the position if that is wanted and
   * not done yet. Problems are shown; being replaced is no problem. After one a level waits.
   */
  async #run(task, running = "verdict") {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#repeat = () => this.#run(task, running);
    this.#set({ running, isBusy: false, problem: null, note: null });
    try {
      await task(signal);
      if (this.analysing && !this.analysis && !this.isOver) {
        await this.#analyse(signal);
      }
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      if (!(error instanceof Problem)) {
        reportError(error);
      }
      this.problem = error instanceof Problem ? error : new Failure(say("This page has failed."));
      this.held ||= !this.isFailed && !this.game.isPersons;
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
