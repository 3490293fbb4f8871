/**
 * Asks with the generated TypeScript client: `node ask.js URL < questions`.
 *
 * A question is `{path, headers, body}`: what follows the URL, further headers, and what to ask.
 * For each it prints what came: the status, and the answer's or problem's own words.
 */

import { text } from "node:stream/consumers";

import { findBestMove, findBestMoves } from "./client";
import type { MoveRequest, MoveResponse, MovesRequest, Problem } from "./client";
import { createClient } from "./client/client";

interface Question {
  path: string;
  headers: Record<string, string>;
  body: MoveRequest | MovesRequest;
}

function told(result: MoveResponse | Problem): object {
  if ("code" in result) {
    const pointers: string[] = result.errors.map(({ pointer }) => pointer);
    return { code: result.code, detail: result.detail, id: result.request_id, pointers };
  }
  return { best_move: result.best_move, outcome: result.outcome };
}

async function ask({ path, headers, body }: Question): Promise<object> {
  const client = createClient({ baseUrl: process.argv[2] + path });
  if ("requests" in body) {
    const { data, error, response } = await findBestMoves({ client, body, headers });
    const results = data?.results.map(({ answer, problem }) => told((answer ?? problem)!));
    return { status: response?.status, told: results ?? told(error!) };
  }
  const { data, error, response } = await findBestMove({ client, body, headers });
  return { status: response?.status, told: told(data ?? error) };
}

async function main(): Promise<void> {
  const questions: Question[] = JSON.parse(await text(process.stdin));
  const answers: object[] = [];
  for (const question of questions) {
    answers.push(await ask(question));
  }
  console.log(JSON.stringify(answers));
}

void main();
