// A recorded file, read piece by piece: never whole, and no faster than it is asked for. Plain or
// gzip, told by its first bytes and not by its name.

import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { createLineSplitter } from "../line-splitter.ts";
import { columnsOf, type ReadLine, type ReplayRow, type ReplayScale } from "./replay-columns.ts";

/** What is wrong with the file, in words for whoever named it. */
export class ReplayUnreadable extends Error {}

const GZIP_MAGIC = [0x1f, 0x8b];

/** Rows in the order of the file, in batches of what one read brought. */
export async function* readReplayFile(
  path: string,
  scale: ReplayScale,
): AsyncGenerator<readonly ReplayRow[], void, void> {
  const source = await openText(path);
  let readLine: ReadLine | null = null;
  let rows: ReplayRow[] = [];
  const splitter = createLineSplitter((line) => {
    if (readLine) rows.push(...readLine(line));
    else readLine = readHeader(path, line, scale);
  });
  try {
    for await (const text of source) {
      if (!splitter.push(String(text)))
        throw new ReplayUnreadable(`${path} has a line without end`);
      if (rows.length > 0) yield rows;
      rows = [];
    }
    splitter.push("\n");
    if (rows.length > 0) yield rows;
  } finally {
    source.destroy();
  }
}

function readHeader(path: string, line: string, scale: ReplayScale): ReadLine {
  const columns = columnsOf(line, scale);
  if (columns) return columns;
  throw new ReplayUnreadable(
    `${path} begins with no known header; ticks are ts_ms,bid,ask and ` +
      "minutes ts_ms,bid_open,…,ask_close or ts_ms,open,high,low,close.",
  );
}

async function openText(path: string): Promise<Readable> {
  const file = await open(path).catch((cause: unknown) => {
    throw new ReplayUnreadable(`${path} cannot be read.`, { cause });
  });
  const { buffer } = await file.read(Buffer.alloc(GZIP_MAGIC.length), 0, GZIP_MAGIC.length, 0);
  const bytes = file.createReadStream({ start: 0 });
  if (GZIP_MAGIC.some((byte, i) => buffer[i] !== byte)) return bytes.setEncoding("utf8");
  const text = createGunzip();
  bytes.on("error", (error) => text.destroy(error));
  text.on("close", () => bytes.destroy());
  return bytes.pipe(text).setEncoding("utf8");
}
