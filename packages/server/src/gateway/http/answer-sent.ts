// Answers that are no envelope: a file, or rows that are sent as they come. Made by run-call.ts of
// what handlers answer with `answerFile` and `answerStream`. Invariant: a browser saves them, shows
// none of them as a page, and runs nothing in them, whoever wrote the bytes (T34).

import type { SentStream } from "@truetick/contract/calls";
import type { Sent } from "../../platform/handler.ts";
import type { Answer } from "./answer.ts";

export async function answerSent(sent: Sent): Promise<Answer> {
  if (sent.sent === "file") {
    const { bytes } = sent;
    return {
      status: 200,
      kind: sent.isPublic ? "picture" : "file",
      headers: headersOf(sent.type, sent.name ?? "file"),
      body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    };
  }
  const total = sent.total === undefined ? [] : ["X-Total-Rows", String(sent.total)];
  return {
    status: 200,
    kind: "file",
    headers: [...headersOf(sent.type, sent.fileName), ...total],
    body: "",
    rows: await begin(sent.rows),
  };
}

/** With the first row in hand: what breaks at once is still a refusal and not half a file. */
async function begin(rows: SentStream["rows"]): Promise<AsyncIterator<string>> {
  const source = rows[Symbol.asyncIterator]();
  const first = await source.next();
  let isFirst = true;
  return {
    next: async () => {
      if (!isFirst) return await source.next();
      isFirst = false;
      return first;
    },
    return: async () => {
      await source.return?.();
      return { done: true, value: undefined };
    },
  };
}

function headersOf(type: string, name: string): readonly string[] {
  // No name can end the header, leave a folder or begin another.
  const plain = name.replace(/[^\w.-]/g, "_").replace(/^\.+/, "");
  return ["Content-Type", type, "Content-Disposition", `attachment; filename="${plain}"`];
}
