// Answers that are no envelope: the bytes of one file, or rows of text that are sent as they come.
// A call declares `output: file()` or `output: stream()`; its refusals stay envelopes. Server side
// only (zod).

import { z } from "zod";

export type SentFile = {
  readonly sent: "file";
  readonly bytes: Uint8Array;
  /** Its media type. */
  readonly type: string;
  /** What a browser that saves it calls it. */
  readonly name?: string;
  /** For everybody and for ever the same: browsers may keep it. */
  readonly isPublic?: true;
};

export type SentStream = {
  readonly sent: "stream";
  readonly type: string;
  readonly fileName: string;
  /** Asked for the next one only when the caller has taken the ones before. */
  readonly rows: AsyncIterable<string>;
  /** How many rows will come, where it is known; the header `X-Total-Rows` tells it. */
  readonly total?: number;
};

const kinds = new WeakMap<z.ZodType, "file" | "stream">();

export function file(): z.ZodType<SentFile, SentFile> {
  const schema = z.custom<SentFile>((answer) => isSent(answer, "file"));
  kinds.set(schema, "file");
  return schema;
}

export function stream(): z.ZodType<SentStream, SentStream> {
  const schema = z.custom<SentStream>((answer) => isSent(answer, "stream"));
  kinds.set(schema, "stream");
  return schema;
}

/** Null: an envelope, as usual. */
export function sentKindOf(output: z.ZodType): "file" | "stream" | null {
  return kinds.get(output) ?? null;
}

function isSent(answer: unknown, kind: "file" | "stream"): boolean {
  return (answer as { sent?: unknown } | null)?.sent === kind;
}
