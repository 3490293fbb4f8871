/** All requests that the page sends to the service: those of games and puzzles. */

import { readEvents } from "./events.js";
import { language, say } from "./language.js";
import { Problem, asProblem, brokenOff, foreign, parseJson, unanswered } from "./problems.js";

const JSON_TYPE = "application/json";
const PROBLEM_TYPE = "application/problem+json";
const STREAM = "text/event-stream";
const MOST_ATTEMPTS = 5;
const MOST_BUSY_SECONDS = 10;
/** The milliseconds that an answer may take beside the thinking time, and those before one is missed. */
const PATIENCE = 30_000;
const SOON = 3000;
/** Fields by which an answer is known. */
const ANSWER = ["status", "bounds", "options", "search"];

const address = (path) => new URL(path, document.baseURI).href;

/** The body of a question about `position`. */
export function question(position, fields) {
  return {
    board: position.rows,
    ...(position.mayBeFlat && { width: position.width, height: position.height }),
    row_length: position.rules.rowLength,
    to_move: position.toMove,
    ...position.rules.switches,
    lang: language,
    ...fields,
  };
}

/** The command that sends the question `body`. */
export function asCurl(body) {
  const json = JSON.stringify(body);
  return `curl -s '${address("move")}' -H 'Content-Type: ${JSON_TYPE}' -d '${json}'`;
}

/** The answer to a question; Problem, or AbortError after `signal`. `onWait` is as for `send`. */
export async function ask(body, listening) {
  return readJson(await post("move", body, JSON_TYPE, listening), ANSWER);
}

/** The answers to many questions within so many milliseconds; Problem if one is refused. */
export async function askAll(bodies, milliseconds, listening) {
  const batch = { requests: bodies, time_limit_ms: milliseconds };
  const { results } = await readJson(await post("moves", batch, JSON_TYPE, listening), ["results"]);
  const refused = results.find(({ problem }) => problem);
  if (refused) {
    throw asProblem(refused.problem);
  }
  return results.map(({ answer }) => answer);
}

/** The answer to a question; `onProgress` gets each event if the service streams. */
export async function askLive(body, listening) {
  const response = await post("move", body, `${STREAM}, ${JSON_TYPE};q=0.5`, listening);
  if (!isOf(response, STREAM)) {
    return readJson(response, ANSWER);
  }
  for await (const { event, data } of readEvents(response.body)) {
    const content = parseJson(data);
    if (event === "result") {
      return content;
    }
    if (event === "progress") {
      listening.onProgress(content);
    } else {
      throw asProblem(content);
    }
  }
  return brokenOff(new Error("the stream has no result"));
}

/** The day where the player is, such as 2026-11-28; where the service is, it may be another. */
export function today() {
  const now = new Date();
  return new Date(now - 60_000 * now.getTimezoneOffset()).toISOString().slice(0, "YYYY-MM-DD".length);
}

/** The puzzle of a name or, if that has no number, such as `five-easy`, the one of the day. */
export async function readPuzzle(name, listening) {
  const [, game, difficulty] = /^(.*)-([a-z]+)$/.exec(name) ?? [];
  const wanted = game ? { game, difficulty, date: today() } : { id: name };
  const query = new URLSearchParams({ ...wanted, lang: language });
  const response = await send(`puzzle?${query}`, {}, listening).catch((error) => {
    // Only its name can be wrong.
    throw error.cause === "invalid_request" ? new Problem(say("There is no such puzzle.")) : error;
  });
  return readJson(response, ["goal", "question"]);
}

const isOf = (response, type) => (response.headers.get("Content-Type") ?? "").startsWith(type);

/** The object with these fields in a response; Failure if there is none. */
async function readJson(response, fields, type = JSON_TYPE) {
  const content = isOf(response, type) && parseJson(await response.text().catch(brokenOff));
  if (!fields.every((name) => name in Object(content))) {
    throw foreign(response.status);
  }
  return content;
}

function post(path, body, accept, listening) {
  const headers = { "Content-Type": JSON_TYPE, Accept: accept };
  const options = { method: "POST", headers, body: JSON.stringify(body) };
  return send(path, options, { ...listening, milliseconds: body.time_limit_ms });
}

/** Sends a request, again while the service is busy; `onWait` is told what it waits for, or "". */
async function send(path, options, { signal, onWait, milliseconds = 0 }) {
  for (let attempt = 1; ; attempt += 1) {
    const ends = [AbortSignal.timeout(PATIENCE + milliseconds), signal];
    const request = { ...options, signal: AbortSignal.any(ends) };
    const silence = setTimeout(onWait, SOON + milliseconds, say("Still waiting for the service"));
    const response = await fetch(address(path), request).catch(unanswered).finally(() => clearTimeout(silence));
    if (response.ok) {
      onWait("");
      return response;
    }
    const seconds = Number(response.headers.get("Retry-After")) || 1;
    if (response.status !== 503 || attempt === MOST_ATTEMPTS || seconds > MOST_BUSY_SECONDS) {
      throw asProblem(await readJson(response, ["code", "detail", "errors"], PROBLEM_TYPE));
    }
    onWait(say("The service is busy; asking again"));
    await pause(1000 * seconds, signal);
  }
}

/** Resolves after some milliseconds; AbortError after `signal`. */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => (clearTimeout(timer), reject(signal.reason)));
  });
}
