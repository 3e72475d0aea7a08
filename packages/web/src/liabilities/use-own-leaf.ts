// Checks a member's own leaf when it is asked for: the leaf, the list that everybody is shown, and
// the member's own statement up to that very moment, each asked for by itself.

import { requestStatement } from "@truetick/contract/cashier";
import {
  type OwnLiability,
  requestLiabilities,
  requestOwnLiability,
} from "@truetick/contract/proof";
import { useStore } from "@truetick/ui/state";
import { useState } from "react";
import type { Failure, Server } from "../api/server.ts";
import { useApp } from "../app/app.ts";
import { checkLeaf, type LeafCheck } from "./check-leaf.ts";

export type OwnLeafState =
  | { readonly phase: "idle" }
  | { readonly phase: "checking" }
  | { readonly phase: "checked"; readonly own: OwnLiability; readonly check: LeafCheck }
  | { readonly phase: "failed"; readonly failure: Failure };

/** Of the books' beginning. */
const FIRST_MOMENT = 1;

async function askAndCheck(server: Server, uid: string): Promise<OwnLeafState> {
  const own = await server.read(requestOwnLiability(null));
  if (!own.isOk) return { phase: "failed", failure: own.failure };
  const { asOf } = own.value.day;
  const [published, statement] = await Promise.all([
    server.read(requestLiabilities()),
    server.read(requestStatement({ from: FIRST_MOMENT, to: asOf }, "")),
  ]);
  if (!published.isOk) return { phase: "failed", failure: published.failure };
  if (!statement.isOk) return { phase: "failed", failure: statement.failure };
  const check = checkLeaf({
    own: own.value,
    published: published.value.days.find((day) => day.asOf === asOf) ?? null,
    uid,
    closing: statement.value.closing,
  });
  return { phase: "checked", own: own.value, check };
}

export function useOwnLeaf(): {
  readonly state: OwnLeafState;
  readonly check: () => Promise<void>;
} {
  const { server, session } = useApp();
  const uid = useStore(session)?.user.uid ?? "";
  const [state, setState] = useState<OwnLeafState>({ phase: "idle" });
  const check = async () => {
    setState({ phase: "checking" });
    setState(await askAndCheck(server, uid));
  };
  return { state, check };
}
