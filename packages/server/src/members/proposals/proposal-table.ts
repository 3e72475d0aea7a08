// The proposals in the database. What was proposed never changes; the status moves forward only,
// which the table itself sees to. Called by proposals.ts, and by readers of what is public.

import type { ProposalStatus } from "@truetick/contract/desk";
import type { Generated, Selectable } from "kysely";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { objectHash } from "../approvals/approvals.ts";

type ProposalTable = {
  readonly id: Generated<bigint>;
  readonly kind: string;
  readonly payload: string;
  readonly reason: string;
  readonly proposed_by: bigint;
  readonly proposed_at: Date;
  readonly status: Generated<ProposalStatus>;
  readonly decided_by: Generated<bigint | null>;
  readonly decided_at: Generated<Date | null>;
  readonly decision: Generated<string>;
  readonly effective_at: Generated<Date | null>;
  readonly applied_at: Generated<Date | null>;
  readonly is_public: boolean;
};

declare module "../../platform/database.ts" {
  interface Tables {
    proposal: ProposalTable;
  }
}

export type ProposalRow = Selectable<ProposalTable>;

/** What two people agree on: all that was proposed, by whom and why. */
export function proposalHash(row: ProposalRow): string {
  const { id, kind, payload, reason, proposed_by } = row;
  return objectHash("proposal", { id, kind, payload, reason, proposed_by });
}

/** The same by the database's own code. */
export async function storedProposalHash(database: Database, id: number): Promise<string | null> {
  const row = await database
    .selectFrom("proposal")
    .select(sql<string>`proposal_hash(proposal)`.as("hash"))
    .where("id", "=", BigInt(id))
    .executeTakeFirst();
  return row?.hash ?? null;
}

/** Held until the caller's transaction ends; others may still refer to it. */
export async function lockProposal(trx: Database, id: number): Promise<ProposalRow | null> {
  const row = await trx
    .selectFrom("proposal")
    .selectAll()
    .where("id", "=", BigInt(id))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

type StaffNames = {
  readonly proposer: string;
  readonly decider: string | null;
};

export type NamedProposal = ProposalRow & StaffNames;

function namedProposals(database: Database) {
  return database
    .selectFrom("proposal")
    .innerJoin("staff as maker", "maker.id", "proposal.proposed_by")
    .leftJoin("staff as checker", "checker.id", "proposal.decided_by")
    .selectAll("proposal")
    .select(["maker.name as proposer", "checker.name as decider"]);
}

export async function findProposal(
  database: Database,
  id: number,
): Promise<NamedProposal | undefined> {
  return await namedProposals(database).where("proposal.id", "=", BigInt(id)).executeTakeFirst();
}

/** Newest first, of these kinds, older than the row `beforeId`. */
export async function readProposals(
  database: Database,
  wanted: {
    readonly kinds: readonly string[];
    readonly status: ProposalStatus | null;
    readonly beforeId: number | null;
    readonly rowsMax: number;
  },
): Promise<readonly NamedProposal[]> {
  const { kinds, status, beforeId, rowsMax } = wanted;
  if (kinds.length === 0) return [];
  return await namedProposals(database)
    .where("proposal.kind", "in", kinds)
    .$if(status !== null, (query) => query.where("proposal.status", "=", status ?? "open"))
    .$if(beforeId !== null, (query) => query.where("proposal.id", "<", BigInt(beforeId ?? 0)))
    .orderBy("proposal.id", "desc")
    .limit(rowsMax)
    .execute();
}

export async function findDue(database: Database, now: Date): Promise<readonly number[]> {
  const rows = await database
    .selectFrom("proposal")
    .select("id")
    .where("status", "=", "approved")
    .where("effective_at", "<=", now)
    .orderBy("effective_at")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => Number(id));
}

/** How many of these kinds wait for this person, who proposed none of them. */
export async function countOpenFor(
  database: Database,
  { kinds, staffId }: { readonly kinds: readonly string[]; readonly staffId: number },
): Promise<number> {
  if (kinds.length === 0) return 0;
  const { open } = await database
    .selectFrom("proposal")
    .select((eb) => eb.fn.countAll<bigint>().as("open"))
    .where("status", "=", "open")
    .where("kind", "in", kinds)
    .where("proposed_by", "!=", BigInt(staffId))
    .executeTakeFirstOrThrow();
  return Number(open);
}
