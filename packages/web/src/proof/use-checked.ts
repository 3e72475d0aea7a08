// The receipts about something, checked one after the other in this browser. One that cannot be
// proved yet waits for its checkpoint and is looked at again by itself. What does not hold is told
// to the witness.

import type { ReceiptEntry } from "@truetick/contract/proof";
import { useEffect, useState } from "react";
import type { Failure } from "../api/server.ts";
import { useApp } from "../app/app.ts";
import { canCheckSignatures } from "./can-check-signatures.ts";
import { alarmOfReceipt, type CheckedReceipt, checkReceipt } from "./check-receipt.ts";
import { carriesMovement, findReceipts, type Subject } from "./find-receipts.ts";
import type { Witness } from "./witness.ts";
import { lastSeen } from "./witness-memory.ts";
import { witnessOf } from "./witness-of.ts";

export type ShownReceipt = {
  readonly entry: ReceiptEntry;
  /** Null while it is under way. */
  readonly checked: CheckedReceipt | null;
};

export type Checking =
  | { readonly phase: "looking" }
  | { readonly phase: "failed"; readonly failure: Failure }
  /** This page cannot check signatures. */
  | { readonly phase: "unable" }
  | { readonly phase: "found"; readonly receipts: readonly ShownReceipt[] };

/** A checkpoint may be a little late; and the clocks of two machines differ. */
const AGAIN_AFTER_MS = 1_500;

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resume) => {
    const timer = setTimeout(resume, ms);
    signal.addEventListener("abort", () => clearTimeout(timer));
  });

function isOf(subject: Subject, checked: CheckedReceipt): boolean {
  if (subject.of !== "line" || checked.phase === "failed") return true;
  return carriesMovement(checked.file, subject.id);
}

type Watch = {
  readonly app: ReturnType<typeof useApp>;
  readonly witness: Witness;
  readonly signal: AbortSignal;
  readonly show: (checking: Checking) => void;
};

async function runChecks(subject: Subject, watch: Watch): Promise<void> {
  const { app, witness, signal, show } = watch;
  if (!(await canCheckSignatures())) return show({ phase: "unable" });
  // The first visit knows no key before its first look.
  if (witness.get().memory.keys.length === 0) await witness.check();
  const found = await findReceipts(app.server, subject);
  if (!found.isOk) return show({ phase: "failed", failure: found.failure });
  let receipts: readonly ShownReceipt[] = found.value.map((entry) => ({ entry, checked: null }));
  const put = (entry: ReceiptEntry, checked: CheckedReceipt) => {
    receipts = receipts
      .map((shown) => (shown.entry === entry ? { entry, checked } : shown))
      .filter((shown) => shown.checked === null || isOf(subject, shown.checked));
    if (!signal.aborted) show({ phase: "found", receipts });
  };
  show({ phase: "found", receipts });
  for (const entry of found.value) {
    for (;;) {
      const checked = await checkOne(entry, watch);
      put(entry, checked);
      if (signal.aborted) return;
      if (checked.phase !== "waiting" || !isOf(subject, checked)) break;
      await pause(Math.max(0, checked.dueMs - Date.now()) + AGAIN_AFTER_MS, signal);
    }
  }
}

async function checkOne(entry: ReceiptEntry, { app, witness }: Watch): Promise<CheckedReceipt> {
  const { memory } = witness.get();
  const remembered = lastSeen(memory);
  const { keys } = memory;
  const checked = await checkReceipt(app.server, entry.id, { keys, remembered });
  if (checked.phase === "checked" && !checked.verdict.isGood) {
    const alarm = alarmOfReceipt(entry, checked.verdict, { nowMs: Date.now(), remembered });
    witness.report([alarm]);
  }
  return checked;
}

export function useChecked(subject: Subject, round: number): Checking {
  const app = useApp();
  const [checking, setChecking] = useState<Checking>({ phase: "looking" });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round looks again
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const show = (next: Checking) => {
      if (!signal.aborted) setChecking(next);
    };
    void runChecks(subject, { app, witness: witnessOf(app), signal, show });
    return () => leaving.abort();
    // A subject is named by what it is, whichever object says it.
  }, [app, JSON.stringify(subject), round]);
  return checking;
}
