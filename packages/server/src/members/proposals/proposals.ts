// What two people decide: one proposes, another approves what was shown to the letter, and it is
// carried out at its moment. Areas register their kinds; composed by members.ts. Invariants: nobody
// approves the own proposal (inv38) or takes part in one about the own money (T87); what was
// changed since the proposal was made can no longer be approved (H08); every step has its line in
// the audit log.

import type { Canonical } from "@truetick/proof";
import { canonicalBytes } from "@truetick/proof";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { isRefused, type Refused, refuse, type StaffCaller } from "../../platform/handler.ts";
import { inTransaction } from "../../platform/in-transaction.ts";
import type { Log } from "../../platform/log.ts";
import { approve, approversOf, isOwnAccount, noteMaker } from "../approvals/approvals.ts";
import { createProposalApplier } from "./apply-proposals.ts";
import { beforeOf, noteBefore } from "./proposal-before.ts";
import { createProposalKinds, type ProposalKind, type ProposalKinds } from "./proposal-kinds.ts";
import { lockProposal, type ProposalRow, proposalHash } from "./proposal-table.ts";

export type Proposals = {
  readonly kinds: ProposalKinds;
  readonly register: ProposalKinds["register"];
  /** Answers its number. */
  readonly submit: (staff: StaffCaller, proposed: Proposed) => Promise<number | Refused>;
  readonly approve: (
    staff: StaffCaller,
    of: { readonly id: number; readonly hash: string },
  ) => Promise<null | Refused>;
  readonly reject: (
    staff: StaffCaller,
    of: { readonly id: number; readonly reason: string },
  ) => Promise<null | Refused>;
  readonly withdraw: (staff: StaffCaller, id: number) => Promise<null | Refused>;
  /** Whether `withdraw` would refuse. */
  readonly canWithdraw: (staff: StaffCaller, row: ProposalRow) => boolean;
  /** Carries out all whose moment has come. */
  readonly applyDue: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export type Proposed = {
  readonly kind: string;
  /** JSON. */
  readonly payload: string;
  readonly reason: string;
};

export type ProposalsParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  /** Whether what happens by itself happens in this process. */
  readonly runsJobs: boolean;
  readonly noticeSec: number;
};

export function createProposals(parts: ProposalsParts): Proposals {
  const kinds = createProposalKinds();
  const applier = createProposalApplier({ ...parts, kinds });
  const deciding = { ...parts, kinds };
  return {
    kinds,
    register: kinds.register,
    submit: (staff, proposed) => submit(deciding, staff, proposed),
    async approve(staff, of) {
      const agreed = await approveOne(deciding, staff, of);
      if (isRefused(agreed)) return agreed;
      if (agreed.effectiveAt <= parts.clock.now()) await applier.apply(of.id);
      return null;
    },
    reject: (staff, of) => rejectOne(deciding, staff, of),
    withdraw: (staff, id) => withdrawOne(deciding, staff, id),
    canWithdraw: (staff, row) => whyKept(deciding, staff, row) === null,
    applyDue: applier.applyDue,
    stop: applier.stop,
  };
}

type Deciding = ProposalsParts & { readonly kinds: ProposalKinds };

/** Refuses with NOT_PERMITTED, PROPOSAL_INVALID, OWN_PROPOSAL or what the kind itself refuses. */
async function submit(
  { database, clock, kinds }: Deciding,
  staff: StaffCaller,
  { kind: name, payload: text, reason }: Proposed,
): Promise<number | Refused> {
  const kind = kinds.find(name);
  if (!kind || !staff.can(kind.permission)) return refuse("NOT_PERMITTED");
  const given = readJson(text);
  if (given === undefined) return refuse("PROPOSAL_INVALID", { problem: "payload" });
  const payload = await kind.parse(given);
  if (isRefused(payload)) return payload;
  const memberId = kind.memberOf?.(payload) ?? null;
  if (await isOwnMoney(database, staff, memberId)) return refuse("OWN_PROPOSAL");
  return await database.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto("proposal")
      .values({
        kind: name,
        payload: canonicalText(payload),
        reason,
        proposed_by: BigInt(staff.staffId),
        proposed_at: new Date(clock.now()),
        is_public: kind.isPublic,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const id = Number(row.id);
    const hash = proposalHash(row);
    await noteMaker(trx, { kind: "proposal", id, hash, staffId: staff.staffId });
    await note(trx, { staff, row, act: "submit", detail: { hash, reason } });
    return id;
  });
}

async function isOwnMoney(
  database: Database,
  { staffId }: StaffCaller,
  memberId: number | null,
): Promise<boolean> {
  return memberId !== null && (await isOwnAccount(database, { staffId, memberId }));
}

type OpenProposal = {
  readonly row: ProposalRow;
  readonly kind: ProposalKind;
  /** Whose money it moves; null: nobody's. */
  readonly memberId: number | null;
};

/** Refuses with PROPOSAL_UNKNOWN, NOT_PERMITTED or PROPOSAL_CLOSED. */
async function lockOpen(
  { kinds }: Deciding,
  trx: Database,
  { id, staff }: { readonly id: number; readonly staff: StaffCaller },
): Promise<OpenProposal | Refused> {
  const row = await lockProposal(trx, id);
  const kind = row && kinds.find(row.kind);
  if (!kind) return refuse("PROPOSAL_UNKNOWN");
  if (!staff.can(kind.permission)) return refuse("NOT_PERMITTED");
  if (row.status !== "open") return refuse("PROPOSAL_CLOSED");
  return { row, kind, memberId: kind.memberOf?.(JSON.parse(row.payload)) ?? null };
}

/** Refuses with what `lockOpen` and `approve` refuse, OWN_PROPOSAL or OBJECT_CHANGED. */
async function approveOne(
  parts: Deciding,
  staff: StaffCaller,
  { id, hash }: { readonly id: number; readonly hash: string },
): Promise<{ readonly effectiveAt: number } | Refused> {
  const { database, clock, noticeSec } = parts;
  return await inTransaction(database, async (trx) => {
    const open = await lockOpen(parts, trx, { id, staff });
    if (isRefused(open)) return open;
    const { row, kind, memberId } = open;
    if (Number(row.proposed_by) === staff.staffId) return refuse("OWN_PROPOSAL");
    const object = { kind: "proposal", id, hash: proposalHash(row) };
    // Neither what this person saw, nor what the other one proposed, may be anything else.
    const makers = await approversOf(trx, object);
    const maker = Number(row.proposed_by);
    if (hash !== object.hash || !makers.includes(maker)) return refuse("OBJECT_CHANGED");
    const { permission } = kind;
    const { staffId } = staff;
    const approved = await approve(trx, { ...object, staffId, permission, memberId });
    if (isRefused(approved)) return approved;
    // One of the two would be somebody who may no longer decide it.
    if (!approved.approvers.includes(maker)) return refuse("PROPOSAL_CLOSED");
    const effectiveAt = clock.now() + (kind.notice === "announced" ? noticeSec * 1_000 : 0);
    await decide(trx, { staff, id, status: "approved", atMs: clock.now(), effectiveAt });
    if (kind.isPublic) await noteBefore(trx, await beforeOf(row, kind, "announced"));
    await note(trx, { staff, row, act: "approve", detail: { hash } });
    return { effectiveAt };
  });
}

/** Refuses with what `lockOpen` refuses, or OWN_PROPOSAL: an own one is withdrawn. */
async function rejectOne(
  parts: Deciding,
  staff: StaffCaller,
  { id, reason }: { readonly id: number; readonly reason: string },
): Promise<null | Refused> {
  return await parts.database.transaction().execute(async (trx) => {
    const open = await lockOpen(parts, trx, { id, staff });
    if (isRefused(open)) return open;
    const { row, memberId } = open;
    const isOwn = Number(row.proposed_by) === staff.staffId;
    if (isOwn || (await isOwnMoney(trx, staff, memberId))) return refuse("OWN_PROPOSAL");
    const atMs = parts.clock.now();
    await decide(trx, { staff, id, status: "rejected", atMs, decision: reason });
    await note(trx, { staff, row, act: "reject", detail: { reason } });
    return null;
  });
}

/**
 * The own one while it is open; an approved one whose moment has not come by whoever may decide:
 * stopping needs one person. Null: this person can take it back now.
 */
function whyKept({ clock, kinds }: Deciding, staff: StaffCaller, row: ProposalRow): Refused | null {
  const kind = kinds.find(row.kind);
  if (!kind) return refuse("PROPOSAL_UNKNOWN");
  const isOwn = Number(row.proposed_by) === staff.staffId;
  if (!staff.can(kind.permission) || (row.status === "open" && !isOwn)) {
    return refuse("NOT_PERMITTED");
  }
  // From its moment on it may be half done: the engine has it, and the row does not say so yet.
  const isComing = row.effective_at !== null && row.effective_at.getTime() > clock.now();
  const canStop = row.status === "open" || (row.status === "approved" && isComing);
  return canStop ? null : refuse("PROPOSAL_CLOSED");
}

/** Refuses with PROPOSAL_UNKNOWN, NOT_PERMITTED or PROPOSAL_CLOSED. */
async function withdrawOne(
  parts: Deciding,
  staff: StaffCaller,
  id: number,
): Promise<null | Refused> {
  const { database, clock } = parts;
  return await database.transaction().execute(async (trx) => {
    const row = await lockProposal(trx, id);
    if (!row) return refuse("PROPOSAL_UNKNOWN");
    const kept = whyKept(parts, staff, row);
    if (kept) return kept;
    await decide(trx, { staff, id, status: "withdrawn", atMs: clock.now() });
    await note(trx, { staff, row, act: "withdraw", detail: {} });
    return null;
  });
}

async function decide(
  trx: Database,
  decision: {
    readonly staff: StaffCaller;
    readonly id: number;
    readonly status: "approved" | "rejected" | "withdrawn";
    readonly atMs: number;
    readonly effectiveAt?: number;
    readonly decision?: string;
  },
): Promise<void> {
  const { staff, id, status, atMs, effectiveAt, decision: words = "" } = decision;
  await trx
    .updateTable("proposal")
    .set({
      status,
      decided_by: BigInt(staff.staffId),
      decided_at: new Date(atMs),
      decision: words,
      effective_at: effectiveAt === undefined ? null : new Date(effectiveAt),
    })
    .where("id", "=", BigInt(id))
    .execute();
}

async function note(
  trx: Database,
  {
    staff,
    row,
    act,
    detail,
  }: {
    readonly staff: StaffCaller;
    readonly row: ProposalRow;
    readonly act: "submit" | "approve" | "reject" | "withdraw";
    readonly detail: { readonly [name: string]: Canonical };
  },
): Promise<void> {
  await appendAudit(trx, {
    actor: staffActor(staff),
    action: `proposal.${act}`,
    subject: { kind: "proposal", id: Number(row.id) },
    detail: { kind: row.kind, ...detail },
  });
}

export function canonicalText(value: Canonical): string {
  return Buffer.from(canonicalBytes(value)).toString("utf8");
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
