// One receipt, fetched and checked in this browser against the keys and a checkpoint that it
// remembers. The checks are packages/verify's, fetched beside the first of them.

import { type Receipt, type ReceiptEntry, requestReceipt } from "@truetick/contract/proof";
import type { Verdict } from "@truetick/verify";
import type { Failure, Reader } from "../api/server.ts";
import type { Alarm } from "./alarm.ts";
import { bodyOf, type Remembered, type WitnessMemory } from "./witness-memory.ts";

export type CheckedReceipt =
  | { readonly phase: "failed"; readonly failure: Failure }
  /** Signed, and to be proved with the next checkpoint. */
  | { readonly phase: "waiting"; readonly file: string; readonly dueMs: number }
  | { readonly phase: "checked"; readonly file: string; readonly verdict: Verdict };

const MS_PER_SECOND = 1_000;

export async function checkReceipt(
  server: Reader,
  id: string,
  { keys, remembered }: { keys: WitnessMemory["keys"]; remembered: Remembered | null },
): Promise<CheckedReceipt> {
  const since = remembered && bodyOf(remembered).number;
  const checks = import("@truetick/verify");
  // Who needs them hears below that they cannot be had.
  checks.catch(() => undefined);
  const answer = await server.read(requestReceipt(id, since));
  if (!answer.isOk) return { phase: "failed", failure: answer.failure };
  const { file, proved, due }: Receipt = answer.value;
  if (!proved) return { phase: "waiting", file, dueMs: (due ?? 0) * MS_PER_SECOND };
  const { verifyReceipt } = await checks;
  return { phase: "checked", file, verdict: await verifyReceipt(file, { keys, remembered }) };
}

const PLACE = /^(journal|refusal|audit)(?:\.(\d+))?-(\d+)/;

/** What a receipt that does not hold is to the witness: that very row. */
export function alarmOfReceipt(
  { id }: Pick<ReceiptEntry, "id">,
  verdict: Verdict,
  { nowMs, remembered }: { readonly nowMs: number; readonly remembered: Remembered | null },
): Alarm {
  const [, log = "", shard = "0", seq] = PLACE.exec(id) ?? [];
  const bad = verdict.findings.filter(({ isGood }) => !isGood);
  const words = bad.map(({ check, where, detail }) => [check, where, detail].join(" "));
  return {
    kind: "receipt",
    foundAtMs: nowMs,
    log: log === "journal" ? `journal/${shard}` : log,
    market: null,
    firstBad: seq === undefined ? null : Number(seq),
    isExact: true,
    seen: remembered && { text: remembered.text, signature: remembered.signature },
    now: null,
    detail: `receipt ${id}: ${words.join("; ")}`,
  };
}
