// Something that two people decide: one proposes, another approves, and what needs notice waits.
// Browser-safe; `proposal.calls.ts` declares the calls. What a proposal of a kind carries is said
// by the file of its noun.

export const PROPOSAL_STATUSES = [
  "open",
  /** Two people agree; its moment has not come yet. */
  "approved",
  "applied",
  "rejected",
  "withdrawn",
  /** Two people agreed, and then it could not be done; `decision` says why. */
  "failed",
] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

export const PROPOSAL_REASON_LENGTH_MAX = 500;
export const PROPOSAL_PAYLOAD_LENGTH_MAX = 50_000;

/** Somebody of the staff, as others see them. */
export type StaffName = { readonly id: string; readonly name: string };

export type Proposal = {
  readonly id: string;
  readonly kind: string;
  readonly status: ProposalStatus;
  readonly reason: string;
  readonly proposedBy: StaffName;
  /** Unix seconds, as all moments here; 0 where it has not come. */
  readonly proposedAt: number;
  readonly decidedBy: StaffName | null;
  readonly decidedAt: number;
  /** Why it was rejected, or why it failed. */
  readonly decision: string;
  readonly effectiveAt: number;
  readonly appliedAt: number;
  /** The reader's own: somebody else has to decide (inv38). */
  readonly isOwn: boolean;
  /** The reader may decide it. */
  readonly canDecide: boolean;
  /** The reader may take it back: the own one, or one that is announced and has not come. */
  readonly canWithdraw: boolean;
};

export type ProposalWire = {
  id: string;
  kind: string;
  status: ProposalStatus;
  reason: string;
  proposed_by: StaffName;
  proposed_at: number;
  decided_by: StaffName | null;
  decided_at: number;
  decision: string;
  effective_at: number;
  applied_at: number;
  is_own: number;
  can_decide: number;
  can_withdraw: number;
};

/** With everything that a decision is about. */
export type ProposalCase = Proposal & {
  /** What would be applied. */
  readonly payload: unknown;
  /** What stands now in the same places; null where nothing does. */
  readonly current: unknown;
  /** Names all that is decided, letter for letter; sent back with the approval (H08). */
  readonly hash: string;
};

export type ProposalCaseWire = ProposalWire & {
  /** JSON, as text: the very letters that the hash covers. */
  payload: string;
  current: string;
  hash: string;
};

export function proposalToWire(proposal: Proposal): ProposalWire {
  return {
    id: proposal.id,
    kind: proposal.kind,
    status: proposal.status,
    reason: proposal.reason,
    proposed_by: proposal.proposedBy,
    proposed_at: proposal.proposedAt,
    decided_by: proposal.decidedBy,
    decided_at: proposal.decidedAt,
    decision: proposal.decision,
    effective_at: proposal.effectiveAt,
    applied_at: proposal.appliedAt,
    is_own: proposal.isOwn ? 1 : 0,
    can_decide: proposal.canDecide ? 1 : 0,
    can_withdraw: proposal.canWithdraw ? 1 : 0,
  };
}

export function proposalFromWire(wire: ProposalWire): Proposal {
  return {
    id: wire.id,
    kind: wire.kind,
    status: wire.status,
    reason: wire.reason,
    proposedBy: wire.proposed_by,
    proposedAt: wire.proposed_at,
    decidedBy: wire.decided_by,
    decidedAt: wire.decided_at,
    decision: wire.decision,
    effectiveAt: wire.effective_at,
    appliedAt: wire.applied_at,
    isOwn: wire.is_own === 1,
    canDecide: wire.can_decide === 1,
    canWithdraw: wire.can_withdraw === 1,
  };
}

export function proposalCaseFromWire(wire: ProposalCaseWire): ProposalCase {
  return {
    ...proposalFromWire(wire),
    payload: JSON.parse(wire.payload),
    current: JSON.parse(wire.current),
    hash: wire.hash,
  };
}
