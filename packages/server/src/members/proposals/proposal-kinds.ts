// What can be proposed: each area registers its kinds when it is composed. A kind says who may
// propose and approve it, how its payload is read, and how it is carried out. Used by proposals.ts.

import type { Permission } from "@truetick/contract/desk";
import type { Canonical } from "@truetick/proof";
import type { Database } from "../../platform/database.ts";
import type { Refused, StaffCaller } from "../../platform/handler.ts";

/** A proposal that two people agree on and whose moment has come. */
export type AgreedProposal<Payload> = {
  readonly id: number;
  readonly payload: Payload;
  readonly reason: string;
  readonly proposedBy: number;
  readonly approvedBy: number;
};

export type ProposalKind<Payload extends Canonical = Canonical> = {
  readonly kind: string;
  /** Whoever has it may propose and approve; whoever may read the same noun may look. */
  readonly permission: Permission;
  /** "announced" takes effect after the notice period (H09). */
  readonly notice: "none" | "announced";
  /** Whether traders are told of it. */
  readonly isPublic: boolean;
  /** Reads what was sent; refuses with PROPOSAL_INVALID {problem} what could not be carried out. */
  readonly parse: (given: unknown) => Payload | Refused | Promise<Payload | Refused>;
  /** Whose money it moves: they neither propose nor decide it (T87). Absent: it is nobody's. */
  readonly memberOf?: (payload: Payload) => number;
  /** What stands now where the payload would stand; null where nothing does. */
  readonly current: (payload: Payload) => Canonical | Promise<Canonical>;
  /**
   * Carries it out; the same proposal a second time changes nothing. What it writes by `trx` is
   * kept together with the proposal's new status. A refusal is final; what it throws is tried
   * again.
   */
  readonly apply: (
    agreed: AgreedProposal<Payload>,
    trx: Database,
  ) => Promise<Refused | null | undefined> | Promise<void>;
};

export type ProposalKinds = {
  readonly register: <Payload extends Canonical>(kind: ProposalKind<Payload>) => void;
  readonly find: (kind: string) => ProposalKind | null;
  /** The names of those that this caller may look at. */
  readonly seenBy: (staff: StaffCaller) => readonly string[];
  /** The names of those that this caller may propose and approve. */
  readonly decidedBy: (staff: StaffCaller) => readonly string[];
};

export function createProposalKinds(): ProposalKinds {
  const kinds = new Map<string, ProposalKind>();
  return {
    register(kind) {
      if (kinds.has(kind.kind)) throw new Error(`Invariant: ${kind.kind} is registered once`);
      // What it is given later is what its own `parse` answered before, stored and read again.
      kinds.set(kind.kind, kind as unknown as ProposalKind);
    },
    find: (kind) => kinds.get(kind) ?? null,
    seenBy: (staff) =>
      [...kinds.values()].filter((kind) => canSee(staff, kind)).map(({ kind }) => kind),
    decidedBy: (staff) =>
      [...kinds.values()].filter((kind) => staff.can(kind.permission)).map(({ kind }) => kind),
  };
}

/** "markets.change" is seen by "markets.read" too. */
export function canSee(staff: StaffCaller, { permission }: ProposalKind): boolean {
  const reading = `${permission.split(".")[0]}.read`;
  return staff.can(permission) || READING.some((each) => each === reading && staff.can(each));
}

const READING = [
  "markets.read",
  "rails.read",
  "adjustments.read",
  "settings.read",
  "staff.read",
] as const satisfies readonly Permission[];
