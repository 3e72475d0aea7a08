// Checks a member's own leaf when it is asked for: the leaf, the list that everybody is shown, and
// the member's own statement up to that very moment, each asked for by itself.

import { requestStatement } from "@truetick/contract/cashier";
import {
  type OwnLiability,
  requestLiabilities,
  requestLiabilityHead,
  requestOwnLiability,
  requestProofKeys,
} from "@truetick/contract/proof";
import type { KnownKey } from "@truetick/proof";
import { useStore } from "@truetick/ui/state";
import { useState } from "react";
import type { Answer, Failure } from "../api/server.ts";
import { type App, useApp } from "../app/app.ts";
import { canCheckSignatures } from "../proof/can-check-signatures.ts";
import { witnessOf } from "../proof/witness-of.ts";
import { checkHead, type HeadCheck } from "./check-head.ts";
import { checkLeaf, type LeafCheck } from "./check-leaf.ts";

export type OwnLeafState =
  | { readonly phase: "idle" }
  | { readonly phase: "checking" }
  | {
      readonly phase: "checked";
      readonly own: OwnLiability;
      readonly check: LeafCheck;
      readonly head: HeadCheck;
    }
  | { readonly phase: "failed"; readonly failure: Failure };

/** Of the books' beginning. */
const FIRST_MOMENT = 1;

/** The keys that this browser remembers; at its first look those that it is shown. */
async function findKeys(app: App): Promise<Answer<readonly KnownKey[] | null>> {
  if (!(await canCheckSignatures())) return { isOk: true, value: null };
  const { keys } = witnessOf(app).get().memory;
  return keys.length > 0 ? { isOk: true, value: keys } : app.server.read(requestProofKeys());
}

async function askAndCheck(app: App, uid: string): Promise<OwnLeafState> {
  const { server } = app;
  const own = await server.read(requestOwnLiability(null));
  if (!own.isOk) return { phase: "failed", failure: own.failure };
  const { asOf } = own.value.day;
  const [published, statement, head, keys] = await Promise.all([
    server.read(requestLiabilities()),
    server.read(requestStatement({ from: FIRST_MOMENT, to: asOf }, "")),
    server.read(requestLiabilityHead(asOf)),
    findKeys(app),
  ]);
  if (!published.isOk) return { phase: "failed", failure: published.failure };
  if (!statement.isOk) return { phase: "failed", failure: statement.failure };
  if (!head.isOk) return { phase: "failed", failure: head.failure };
  if (!keys.isOk) return { phase: "failed", failure: keys.failure };
  const check = checkLeaf({
    own: own.value,
    published: published.value.days.find((day) => day.asOf === asOf) ?? null,
    uid,
    closing: statement.value.closing,
  });
  // What is proved is the total that the leaf leads to.
  const ofLeaf = { day: own.value.day, evidence: head.value.evidence };
  const logged = await checkHead(ofLeaf, keys.value);
  return { phase: "checked", own: own.value, check, head: logged };
}

export function useOwnLeaf(): {
  readonly state: OwnLeafState;
  readonly check: () => Promise<void>;
} {
  const app = useApp();
  const uid = useStore(app.session)?.user.uid ?? "";
  const [state, setState] = useState<OwnLeafState>({ phase: "idle" });
  const check = async () => {
    setState({ phase: "checking" });
    setState(await askAndCheck(app, uid));
  };
  return { state, check };
}
