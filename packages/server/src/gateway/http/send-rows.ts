// Sends rows as fast as they are taken: the source is asked for more only when the connection has
// room, so that an export of a million rows costs a few of them in memory. Invariants: a source
// that breaks breaks the connection, never ends it as if all had come; one whose reader leaves or
// falls asleep is told to stop.

import type { ServerResponse } from "node:http";

/** Rows are short; written one by one each would be a packet. */
const CHUNK_LENGTH_MIN = 16_384;
const READER_ASLEEP_MS = 30_000;

/** The head is written already. Fails with what the source failed with. */
export async function sendRows(
  response: ServerResponse,
  rows: AsyncIterator<string>,
): Promise<void> {
  try {
    let chunk = "";
    for (let row = await rows.next(); !row.done; row = await rows.next()) {
      chunk += row.value;
      if (chunk.length < CHUNK_LENGTH_MIN) continue;
      if (!(await write(response, chunk))) break;
      chunk = "";
    }
    if (!response.destroyed) response.end(chunk);
  } catch (error) {
    response.destroy();
    throw error;
  } finally {
    await rows.return?.();
  }
}

/** False when nobody reads any more. */
async function write(response: ServerResponse, chunk: string): Promise<boolean> {
  if (response.destroyed) return false;
  if (response.write(chunk)) return true;
  return await new Promise((resolve) => {
    const settle = (hasRoom: boolean) => {
      clearTimeout(patience);
      response.off("drain", go).off("close", stop);
      resolve(hasRoom);
    };
    const go = () => settle(true);
    const stop = () => {
      response.destroy();
      settle(false);
    };
    const patience = setTimeout(stop, READER_ASLEEP_MS);
    response.on("drain", go).on("close", stop);
  });
}
