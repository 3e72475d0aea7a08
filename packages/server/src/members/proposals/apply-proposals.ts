// Carries out what two people agreed on, at its moment: at once after the approval, or after the
// notice, looked for every second. Started by proposals.ts. Invariants: the row is held while it is
// carried out, so that it is neither stopped nor done twice meanwhile; what breaks is tried again,
// which the kinds are made for; what is refused is over, and says why.

import { appendAudit, SYSTEM_ACTOR } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { isRefused, type Refused, refuse } from "../../platform/handler.ts";
import type { Log } from "../../platform/log.ts";
import { beforeOf, hasMovedSince, noteBefore } from "./proposal-before.ts";
import type { ProposalKinds } from "./proposal-kinds.ts";
import { findDue, lockProposal, type ProposalRow } from "./proposal-table.ts";

const EVERY_MS = 1_000;

export type ProposalApplier = {
  /** Answers once it was tried; what broke is logged and tried again later. */
  readonly apply: (id: number) => Promise<void>;
  readonly applyDue: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type Applying = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  /** Whether what happens by itself happens in this process. */
  readonly runsJobs: boolean;
  readonly kinds: ProposalKinds;
};

export function createProposalApplier(parts: Applying): ProposalApplier {
  const { database, clock, log } = parts;

  async function apply(id: number): Promise<void> {
    try {
      await database.transaction().execute((trx) => applyOne(parts, trx, id));
    } catch (err) {
      log.error({ err, proposal: id }, "an agreed proposal was not carried out yet");
    }
  }

  async function applyDue(): Promise<void> {
    for (const id of await findDue(database, new Date(clock.now()))) await apply(id);
  }

  let underWay: Promise<void> = Promise.resolve();
  let isResting = true;
  function look(): void {
    if (!isResting) return;
    isResting = false;
    underWay = applyDue()
      .catch((err) => log.warn({ err }, "nobody knows which proposals are due"))
      .finally(() => {
        isResting = true;
      });
  }
  const timer = parts.runsJobs ? setInterval(look, EVERY_MS).unref() : undefined;

  return {
    apply,
    applyDue,
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
}

async function applyOne(
  { database, clock, kinds }: Applying,
  trx: Database,
  id: number,
): Promise<void> {
  const row = await lockProposal(trx, id);
  const now = new Date(clock.now());
  if (row?.status !== "approved" || !row.effective_at || row.effective_at > now) return;
  const kind = kinds.find(row.kind);
  // An older server does not know what a newer one was asked to do: it leaves it alone.
  if (!kind) return;
  // By itself and first: a second try must not take the work of the first for what was before.
  if (kind.isPublic) await noteBefore(database, await beforeOf(row, kind, "applied"));
  // Two people agreed to change what stood there then: what came in between is not undone by them.
  const hasMoved = kind.notice === "announced" && (await hasMovedSince(database, row.id));
  const said = hasMoved ? refuse("OBJECT_CHANGED") : await kind.apply(agreedOf(row), trx);
  const refused = isRefused(said) ? said : null;
  const decision = refused ? wordsOf(refused) : "";
  const status = refused ? "failed" : "applied";
  await trx
    .updateTable("proposal")
    .set({ status, applied_at: now, ...(refused && { decision }) })
    .where("id", "=", row.id)
    .execute();
  await appendAudit(trx, {
    actor: SYSTEM_ACTOR,
    action: refused ? "proposal.fail" : "proposal.apply",
    subject: { kind: "proposal", id },
    detail: { kind: row.kind, ...(refused && { decision }) },
  });
}

function agreedOf(row: ProposalRow) {
  const { id, payload, reason, proposed_by, decided_by } = row;
  if (decided_by === null || decided_by === proposed_by) {
    throw new Error("Invariant: what is carried out was approved by somebody else");
  }
  return {
    id: Number(id),
    payload: JSON.parse(payload),
    reason,
    proposedBy: Number(proposed_by),
    approvedBy: Number(decided_by),
  };
}

function wordsOf({ reason, numbers }: Refused): string {
  const said = Object.entries(numbers).map(([name, value]) => `${name} ${value}`);
  return [reason, ...said].join(", ").slice(0, 500);
}
