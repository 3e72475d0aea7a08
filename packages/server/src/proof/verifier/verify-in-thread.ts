// Checks the record once in a thread, seen from the server: answers the thread's questions about
// the engine's heads and takes its verdict. Called by verifier.ts. Invariant: told to stop, the
// thread ends at once; what it has looked at is looked at again another time.

import { Worker } from "node:worker_threads";
import type { RecordParts, RecordVerdict } from "./verify-record.ts";

export type ThreadWork = Pick<RecordParts, "address" | "saltKey"> & {
  readonly seen: readonly (readonly [number, string])[];
};

/** Of a shard's journal, or of a market's tape. */
export type HeadAsked = { readonly id: number } & (
  | { readonly shard: number }
  | { readonly marketId: number }
);
export type HeadAnswer = { readonly id: number; readonly seq: number | null };
export type ThreadEnd = {
  readonly verdict: RecordVerdict;
  readonly seen: readonly (readonly [number, string])[];
};

export type VerifyOnce = (
  parts: Omit<RecordParts, "pause"> & { readonly signal: AbortSignal },
) => Promise<RecordVerdict>;

/** `program`: the file of the thread. */
export function verifyInThread(program: string): VerifyOnce {
  return ({ address, saltKey, heads, seen, signal }) =>
    new Promise((resolve, reject) => {
      const work: ThreadWork = { address, saltKey, seen: [...seen] };
      const thread = new Worker(program, { workerData: work, name: "verifier" });
      const stop = () => void thread.terminate();
      signal.addEventListener("abort", stop, { once: true });
      thread.on("message", async (message: HeadAsked | ThreadEnd) => {
        if ("verdict" in message) {
          for (const [number, body] of message.seen) seen.set(number, body);
          resolve(message.verdict);
          return;
        }
        const { id } = message;
        const ask =
          "shard" in message ? heads.journalSeq(message.shard) : heads.tapeSeq(message.marketId);
        const answer: HeadAnswer = { id, seq: await ask };
        thread.postMessage(answer);
      });
      thread.on("error", reject);
      thread.once("exit", () => {
        signal.removeEventListener("abort", stop);
        reject(new Error("the verifier's thread ended before it had a verdict"));
      });
    });
}
