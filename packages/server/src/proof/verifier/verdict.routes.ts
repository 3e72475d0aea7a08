// The calls about the verdict: everybody reads it, staff can ask for a new one, which the audit log
// remembers. Called by the gateway.

import { type Verdict, type VerdictFault, verdictToWire } from "@truetick/contract/proof";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Database } from "../../platform/database.ts";
import type { Handlers } from "../../platform/handler.ts";
import type { Verifier } from "./verifier.ts";

export type VerdictHandlers = Handlers<"getVerdict" | "getDeskVerdict" | "verifyRecord">;

/** What is public anyway; of the others a detail may tell of a person's money. */
const PUBLIC_LOGS =
  /^(?:journal\/\d+|(?:raw-)?tape|quote|checkpoint|key|cosignature|terms|session)$/;

function publicFault(fault: VerdictFault): VerdictFault {
  return PUBLIC_LOGS.test(fault.log) ? fault : { ...fault, detail: "" };
}

function publicVerdict(verdict: Verdict): Verdict {
  const { firstBad, allBad } = verdict;
  const shown = { firstBad: firstBad && publicFault(firstBad), allBad: allBad.map(publicFault) };
  return { ...verdict, ...shown };
}

export function createVerdictHandlers({
  database,
  verifier,
}: {
  readonly database: Database;
  readonly verifier: Pick<Verifier, "verdict" | "run">;
}): VerdictHandlers {
  return {
    getVerdict: async () => verdictToWire(publicVerdict(await verifier.verdict())),
    getDeskVerdict: async () => verdictToWire(await verifier.verdict()),
    verifyRecord: async (_fields, { staff }) => {
      await database.transaction().execute((trx) =>
        appendAudit(trx, {
          actor: staffActor(staff),
          action: "record.verify",
          subject: { kind: "record", id: "all" },
          detail: {},
        }),
      );
      void verifier.run();
      return verdictToWire(await verifier.verdict());
    },
  };
}
