/** Plays a game with the generated TypeScript client: `node play.js URL ROWS ROW_LENGTH`. */

import { findBestMove, type MoveResponse, type Problem } from "./client";
import { type Client, createClient } from "./client/client";

/** The last answer of a game in which the service plays both sides. */
async function play(
  client: Client,
  rows: string[],
  rowLength: number,
): Promise<MoveResponse | Problem> {
  for (;;) {
    const body = { board: rows, row_length: rowLength, node_limit: 2000 };
    const { data, error } = await findBestMove({ client, body });
    if (data?.status_after !== "in_progress") {
      return data ?? error;
    }
    rows = data.board_after;
  }
}

async function main([url, board, length]: string[]): Promise<void> {
  const last = await play(createClient({ baseUrl: url }), board.split("/"), Number(length));
  console.log(JSON.stringify(last));
}

void main(process.argv.slice(2));
