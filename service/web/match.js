/** A game in progress: asks the service for moves and analyses, one at a time. */

import { ask, askLive, pause, question } from "./api.js";
import { endingOf } from "./ending.js";
import { Game, PERSON } from "./game.js";
import { say, sentences } from "./language.js";
import { Failure, Problem } from "./problems.js";
import { keeps } from "./puzzle.js";
import { questionUpTo, review } from "./review.js";
import { other } from "./rules.js";
import { judgeBySolution, keepSolution, solutionOf } from "./solutions.js";
import { levelName } from "./words.js";

/** The level that searches for the best move, and can be made weaker. */
export const BEST = "master";
/** Its strength for a beginner: on 3×3 X wins six of ten games who only looks for rows to complete. */
export const BEGINNERS = 2;
/** A review may take as long as this number of moves. */
const REVIEW_MOVES = 10;
/** The state that belongs to one position. */
const UNKNOWN = {
  verdict: null, analysis: null, line: null, progress: null, note: null, attempt: null,
};

/** The note about a turn, and what was better. */
const noteOf = ({ move, mover }, { sentence, better_move: better, overlooked }) => ({
  title: mover,
  text: sentences(sentence, overlooked?.sentence),
  cells: [...new Map(
    [move, better, ...(overlooked?.cells ?? [])].filter(Boolean).map((cell) => [cell.name, cell]),
  ).values()],
});

export class Match {
  #changed;
  #limits;
  #onMove;
  #abort = new AbortController();
  #repeat;

  /**
   * `changed` is called after every change, `onMove(ending)` after every move that is played, with
   * how the game stands then; `limits` are those of the service.
   */
  constructor(changed, limits, onMove) {
    this.#changed = changed;
    this.#limits = limits;
    this.#onMove = onMove;
    this.time = 1000;
    this.pace = 0;
    this.strengths = { X: null, O: null };
    this.analysing = false;
    this.puzzle = null;
  }

  /** Begin with a game; with `held` a level waits until the player presses Continue. */
  start(game, held = false) {
    Object.assign(this, { game, held, puzzle: null });
    return this.proceed();
  }

  /**
   * Lay the game aside for a puzzle, which `load` brings; until it has come, there is only the
   * `link` that leads to it. If there is none, the game goes on, with a note `about` that.
   */
  pose(link, load) {
    this.aside = this.mainGame;
    Object.assign(this, UNKNOWN, { puzzle: { link }, held: false });
    return this.#run(async (signal) => {
      const judge = (game) => game.isJudged || this.#review(signal, game);
      const puzzle = await load(this.#listening(signal), judge);
      this.#unfold(puzzle.position ? puzzle : null);
      await this.#advance(signal);
      this.note = this.puzzle ? null : puzzle.about ?? null;
      if (this.puzzle?.id) {
        this.#solve(puzzle);
      }
    });
  }

  #unfold(puzzle) {
    const side = puzzle?.position.toMove;
    const game = puzzle && new Game(puzzle.position, { [side]: PERSON, [other(side)]: BEST });
    if (game) {
      game.isSound = true;
    }
    Object.assign(this, { puzzle, game: game ?? this.aside });
    this.verdict = this.#known;
  }

  /** The game that is played, also while it is laid aside. */
  get mainGame() {
    return this.puzzle ? this.aside : this.game;
  }

  /** Whether the game is over. */
  get isOver() {
    return this.verdict !== null && this.verdict.status !== "in_progress";
  }

  /** Whether a level waits for Continue. */
  get isHeld() {
    return this.held && !this.isOver && !this.running && !this.game.isFriends;
  }

  /** Whether a person may play. */
  get isPersonsTurn() {
    const isReady = this.verdict !== null && !this.isOver && !this.attempt?.isLast;
    return isReady && this.game.isPersons && this.running !== "level";
  }

  /** Whether the goal of the puzzle is reached. */
  get isSolved() {
    return Boolean(this.attempt?.isLast && this.attempt.kept);
  }

  /** Whether the last move has not kept the goal of the puzzle, and may be taken back. */
  get isRefuted() {
    return Boolean(this.attempt?.isLast && !this.attempt.kept);
  }

  /** Whether the last request has failed, and may be repeated. */
  get isFailed() {
    return this.problem instanceof Failure;
  }

  /** The button that is to be pressed before anything goes on; null if none is. */
  get awaited() {
    if (this.isFailed || this.isRefuted) {
      return say("Try again");
    }
    return this.isHeld ? say("Continue") : null;
  }

  /** The note: the answer to the last request, else what was wrong with the last move. */
  get told() {
    const { last } = this.game;
    const { flaw, overlooked, about = null } = last ?? this.puzzle ?? {};
    const told = flaw || overlooked;
    return this.note ?? (told ? noteOf(last, { ...flaw, sentence: flaw?.text, overlooked }) : about);
  }

  /** Whether it is time to make the opponent easier or harder: before a game or after it. */
  get offersStrengths() {
    const { players, opponent, at } = this.game;
    return !this.puzzle && players[opponent] === BEST && (at === 0 || this.isOver);
  }

  /** How long the current request may take, in milliseconds; what is left of a puzzle is proven. */
  get allowed() {
    const most = Math.min(REVIEW_MOVES * this.time, this.#limits.max_time_limit_ms);
    return this.running === "review" || this.puzzle ? most : this.time;
  }

  /** The question that an analysis of the position asks. */
  get question() {
    return question(this.game.position, { level: BEST, ...this.#thorough });
  }

  play(place) {
    this.#play(place);
    this.held = false;
    return this.proceed();
  }

  #play(place, reason) {
    this.game.play(place, reason);
    this.verdict = this.#known;
    this.#onMove(this.verdict);
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
    if (this.puzzle && !this.puzzle.goal) {
      this.#unfold(null);
    }
    this.#set({ running: null, wait: "" });
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
    if (this.isFailed) {
      return this.#repeat();
    }
    return this.isRefuted ? this.walk((game) => game.undo()) : this.isHeld ? this.resume() : this.stop();
  }

  /** Do what the position needs: moves of levels, a review, an analysis. */
  proceed() {
    Object.assign(this, UNKNOWN, { verdict: this.#known });
    return this.#run((signal) => this.#advance(signal));
  }

  async #advance(signal) {
    if (this.puzzle && this.game.last?.by === PERSON) {
      await this.#judgeAttempt(signal);
      return;
    }
    this.line = this.game.last ? null : this.puzzle?.refutation ?? null;
    for (;;) {
      this.verdict ??= await this.#askWhetherSound(signal);
      this.#changed();
      if (this.isOver || this.held || this.game.isPersons || this.game.isFriends) {
        break;
      }
      await this.#letLevelMove(signal);
    }
    if (this.isOver && this.analysing) {
      this.analysis = await ask(this.#quickQuestion(this.game.position), this.#listening(signal));
      this.#changed();
    }
    const { last, at, length, hasPerson, isJudged } = this.game;
    if (this.isOver && hasPerson && last && at === length && !isJudged) {
      await this.#review(signal, this.game);
    }
  }

  /** Show the best move. */
  async hint() {
    const { puzzle } = this;
    if (puzzle?.theme && !this.game.last) {
      this.puzzle = { ...puzzle, theme: null };
      this.#set({ note: { title: say("Hint"), text: puzzle.theme, cells: [] } });
      return;
    }
    const tell = () => {
      const { best_move: best, reason } = this.analysis;
      this.#set({ note: { title: say("Hint"), text: reason.sentence, cells: [best] } });
    };
    this.analysis ??= (puzzle && !this.game.last && solutionOf(puzzle)) || null;
    return this.analysis ? tell() : this.#run((signal) => this.#analyse(signal).then(tell));
  }

  /** Show the reason for the last move of a level, or the judgement of a move of a person. */
  async explain() {
    const { last, at } = this.game;
    if (last?.reason) {
      const { sentence: text, cells } = last.reason;
      return this.#set({ note: { title: `${levelName(last.by)} (${last.mover})`, text, cells } });
    }
    return this.judge(at);
  }

  /** Show what a move has kept or given up. */
  judge(at) {
    const turn = this.game.turns[at];
    return this.#run(async (signal) => {
      const asked = questionUpTo(turn, this.game, this.time);
      const { last_move: judged } = await this.#live(asked, signal);
      this.note = noteOf(turn, judged);
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

  /** Judge the last move, whether it has kept the goal of the puzzle, and play the answer to it. */
  async #judgeAttempt(signal) {
    this.#set({ running: "level" });
    const { game: { last }, puzzle } = this;
    const { kept, sentence, reply, reason } = await this.#judged(signal);
    this.attempt = { kept, isLast: kept === false || !reply || Boolean(puzzle.isOneMove) };
    if (reply && !(kept !== false && puzzle.isOneMove)) {
      this.#play(reply, reason);
    }
    if (this.isOver && reply) {
      this.attempt = { kept: keeps(puzzle.goal, this.verdict.bounds), isLast: true };
    }
    this.note = kept !== false
      ? sentence && { title: last.mover, text: sentence, cells: [last.move] }
      : reply && { title: other(last.mover), text: reason.sentence, cells: [reply, ...reason.cells] };
  }

  /** Whether the last move has kept the goal of the puzzle, and the answer to it. */
  async #judged(signal) {
    const { game, puzzle } = this;
    try {
      const answer = await this.#live(questionUpTo(game.last, game, this.allowed), signal);
      const { bounds, last_move: { sentence }, best_move: reply, reason } = answer;
      return { kept: keeps(puzzle.goal, { lower: -bounds.upper, upper: -bounds.lower }), sentence, reply, reason };
    } catch (error) {
      const known = error instanceof Failure && judgeBySolution(puzzle, game, this.isOver);
      if (!known) {
        throw error;
      }
      return known;
    }
  }

  /** Keep the answer to the question of a puzzle, which is one without a network as well then. */
  async #solve(puzzle) {
    const listening = { signal: new AbortController().signal, onWait: () => {} };
    const asked = question(puzzle.position, { level: BEST, ...this.#thorough });
    const answer = solutionOf(puzzle) ?? await ask(asked, listening).catch(() => null);
    if (answer?.search.complete) {
      keepSolution(puzzle, answer);
    }
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
    this.#play(answer.best_move, answer.reason);
    this.#set({ progress: null });
  }

  /** How the position stands; null while it is not known whether it can come from a game. */
  get #known() {
    return this.game.isSound ? endingOf(this.game.position) : null;
  }

  /** Ask the service whether the first position can come from a game, as then the others can. */
  async #askWhetherSound(signal) {
    await ask(this.#quickQuestion(this.game.start), this.#listening(signal));
    this.game.isSound = true;
    return this.#known;
  }

  async #analyse(signal) {
    this.#set({ running: "analysis" });
    this.analysis = await this.#live(this.question, signal);
    // What has an answer is sound, so that nothing else need be asked before the next move.
    this.game.isSound = true;
    this.verdict ??= this.#known;
  }

  #review(signal, game) {
    this.#set({ running: "review" });
    const { time, allowed } = this;
    return review(game, { time, allowed, limits: this.#limits }, this.#listening(signal));
  }

  #live(body, signal, onProgress = (progress) => this.#set({ progress })) {
    return askLive(body, this.#listening(signal, onProgress));
  }

  /** The callbacks of a request; they do nothing after `signal`. */
  #listening(signal, onProgress) {
    return {
      signal,
      onProgress: (progress) => signal.aborted || onProgress(progress),
      onWait: (wait) => signal.aborted || wait === this.wait || this.#set({ wait }),
    };
  }

  get #thorough() {
    return { time_limit_ms: this.allowed, evaluate: "all" };
  }

  #quickQuestion(position) {
    return question(position, { node_limit: 1, evaluate: "best", max_options: 0 });
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
    this.#set({ running, wait: "", problem: null, note: null });
    try {
      await task(signal);
      if (this.verdict === null) {
        // What this has replaced was to tell how the game stands.
        await this.#advance(signal);
      }
      if (this.analysing && !this.puzzle && !this.analysis && !this.isOver) {
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
      if (this.puzzle && !this.puzzle.goal && !this.isFailed) {
        // There is no such puzzle.
        return this.start(Object.assign(this.aside, { fault: error.message }));
      }
      this.held ||= !this.isFailed && !this.game.isPersons;
    }
    if (!signal.aborted) {
      this.#set({ running: null, wait: "", progress: null });
    }
  }

  #set(changes) {
    Object.assign(this, changes);
    this.#changed();
  }
}
