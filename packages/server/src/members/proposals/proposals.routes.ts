// The calls about proposals. Called by the gateway; who may see or decide a proposal is its kind's
// permission, asked for here because the calls serve all kinds.

import { proposalsFromFields } from "@truetick/contract/calls";
import {
  type Proposal,
  type ProposalCaseWire,
  proposalToWire,
  type StaffName,
} from "@truetick/contract/desk";
import type { Database } from "../../platform/database.ts";
import {
  type Handlers,
  isRefused,
  type Refused,
  refuse,
  type StaffCaller,
} from "../../platform/handler.ts";
import { canSee } from "./proposal-kinds.ts";
import { findProposal, type NamedProposal, proposalHash, readProposals } from "./proposal-table.ts";
import { canonicalText, type Proposals } from "./proposals.ts";

const ROWS_PER_PAGE = 50;

export type ProposalHandlers = Handlers<
  | "listProposals"
  | "showProposal"
  | "submitProposal"
  | "approveProposal"
  | "rejectProposal"
  | "withdrawProposal"
>;

export function createProposalHandlers({
  database,
  proposals,
}: {
  database: Database;
  proposals: Proposals;
}): ProposalHandlers {
  const { kinds } = proposals;
  const show = (staff: StaffCaller, id: number) => showOne({ database, proposals }, staff, id);
  /** The proposal as it stands after what was done to it. */
  const after = async (staff: StaffCaller, id: number, done: null | Refused) =>
    isRefused(done) ? done : await show(staff, id);
  return {
    listProposals: async (fields, { staff }) => {
      const { status, kind, cursor } = proposalsFromFields(fields);
      const seen = kinds.seenBy(staff).filter((each) => kind === null || each === kind);
      const beforeId = cursor === null ? null : Number(cursor);
      const rows = Number.isSafeInteger(beforeId ?? 0)
        ? await readProposals(database, {
            kinds: seen,
            status,
            beforeId,
            rowsMax: ROWS_PER_PAGE + 1,
          })
        : [];
      const page = rows.slice(0, ROWS_PER_PAGE);
      return {
        data: page.map((row) => proposalToWire(proposalOf(row, staff, proposals))),
        next: rows.length > ROWS_PER_PAGE ? String(page.at(-1)?.id ?? "") : "",
      };
    },
    showProposal: ({ id }, { staff }) => show(staff, Number(id)),
    submitProposal: async (proposed, { staff }) => {
      const id = await proposals.submit(staff, proposed);
      return isRefused(id) ? id : await show(staff, id);
    },
    approveProposal: async ({ id, hash }, { staff }) =>
      after(staff, Number(id), await proposals.approve(staff, { id: Number(id), hash })),
    rejectProposal: async ({ id, reason }, { staff }) =>
      after(staff, Number(id), await proposals.reject(staff, { id: Number(id), reason })),
    withdrawProposal: async ({ id }, { staff }) =>
      after(staff, Number(id), await proposals.withdraw(staff, Number(id))),
  };
}

async function showOne(
  { database, proposals }: { database: Database; proposals: Proposals },
  staff: StaffCaller,
  id: number,
): Promise<ProposalCaseWire | Refused> {
  const row = await findProposal(database, id);
  const kind = row && proposals.kinds.find(row.kind);
  if (!kind || !canSee(staff, kind)) return refuse("PROPOSAL_UNKNOWN");
  const current = await kind.current(JSON.parse(row.payload));
  return {
    ...proposalToWire(proposalOf(row, staff, proposals)),
    payload: row.payload,
    current: canonicalText(current),
    hash: proposalHash(row),
  };
}

function proposalOf(row: NamedProposal, staff: StaffCaller, proposals: Proposals): Proposal {
  const permission = proposals.kinds.find(row.kind)?.permission;
  const isOwn = Number(row.proposed_by) === staff.staffId;
  const canDecide = !isOwn && row.status === "open" && !!permission && staff.can(permission);
  return {
    id: String(row.id),
    kind: row.kind,
    status: row.status,
    reason: row.reason,
    proposedBy: { id: String(row.proposed_by), name: row.proposer },
    proposedAt: secondsOf(row.proposed_at),
    decidedBy: deciderOf(row),
    decidedAt: secondsOf(row.decided_at),
    decision: row.decision,
    effectiveAt: secondsOf(row.effective_at),
    appliedAt: secondsOf(row.applied_at),
    isOwn,
    canDecide,
    canWithdraw: proposals.canWithdraw(staff, row),
  };
}

function deciderOf({ decided_by, decider }: NamedProposal): StaffName | null {
  return decided_by === null ? null : { id: String(decided_by), name: decider ?? "" };
}

function secondsOf(moment: Date | null): number {
  return moment === null ? 0 : Math.floor(moment.getTime() / 1_000);
}
