// What stands before a public change is made, noted when it is announced and when it is made, so
// that everyone can read what was what (H20, T63). Called by proposals.ts and apply-proposals.ts;
// read by the public list of changes. Invariant: the first note of a moment stands, so that a
// second try does not take its own work for what was there before.

import { type Canonical, canonicalBytes } from "@truetick/proof";
import type { Database } from "../../platform/database.ts";
import type { ProposalKind } from "./proposal-kinds.ts";
import type { ProposalRow } from "./proposal-table.ts";

type BeforeMoment = "announced" | "applied";

type ProposalBeforeTable = {
  readonly proposal_id: bigint;
  readonly moment: BeforeMoment;
  readonly value: string;
};

declare module "../../platform/database.ts" {
  interface Tables {
    proposal_before: ProposalBeforeTable;
  }
}

type Before = {
  readonly id: number;
  readonly moment: BeforeMoment;
  readonly value: Canonical;
};

/** What stands now where the payload would stand. */
export async function beforeOf(
  { id, payload }: ProposalRow,
  { current }: Pick<ProposalKind, "current">,
  moment: BeforeMoment,
): Promise<Before> {
  return { id: Number(id), moment, value: await current(JSON.parse(payload)) };
}

/** Whether something else stood there when it was announced than now that it is to be made. */
export async function hasMovedSince(database: Database, proposalId: bigint): Promise<boolean> {
  const notes = await database
    .selectFrom("proposal_before")
    .select("value")
    .distinct()
    .where("proposal_id", "=", proposalId)
    .execute();
  return notes.length > 1;
}

export async function noteBefore(database: Database, note: Before): Promise<void> {
  await database
    .insertInto("proposal_before")
    .values({
      proposal_id: BigInt(note.id),
      moment: note.moment,
      value: Buffer.from(canonicalBytes(note.value)).toString("utf8"),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
