// What the verifier found, as the table keeps it. Written and read by verifier.ts.

import type { Verdict, VerdictFault } from "@truetick/contract/proof";
import type { Generated } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { Fault } from "./fault.ts";
import type { RecordVerdict } from "./verify-record.ts";

type VerdictTable = {
  readonly number: Generated<bigint>;
  readonly started_at_ms: bigint;
  readonly finished_at_ms: bigint;
  readonly is_whole: boolean;
  /** JSON. */
  readonly first_bad: string | null;
  readonly all_bad: string;
  readonly checked: string;
  readonly checkpoint: bigint;
};

declare module "../../platform/database.ts" {
  interface Tables {
    proof_verdict: VerdictTable;
  }
}

export type StoredVerdict = Omit<Verdict, "isRunning">;

const NOTHING_YET: StoredVerdict = {
  finishedAt: null,
  startedAt: null,
  isWhole: true,
  firstBad: null,
  allBad: [],
  checked: {},
  checkpoint: 0,
};

/** As everybody may read it: the market by its code. */
function faultOf({ marketId, ...fault }: Fault, codeOf: (id: number) => string): VerdictFault {
  return { ...fault, market: marketId === null ? null : codeOf(marketId) };
}

export async function storeVerdict(
  database: Database,
  found: RecordVerdict & { readonly startedAtMs: number; readonly finishedAtMs: number },
  codeOf: (marketId: number) => string,
): Promise<void> {
  const faults = found.faults.map((fault) => faultOf(fault, codeOf));
  const [first = null] = faults;
  await database
    .insertInto("proof_verdict")
    .values({
      started_at_ms: BigInt(found.startedAtMs),
      finished_at_ms: BigInt(found.finishedAtMs),
      is_whole: first === null,
      first_bad: first && JSON.stringify(first),
      all_bad: JSON.stringify(faults),
      checked: JSON.stringify(found.checked),
      checkpoint: BigInt(found.checkpoint),
    })
    .execute();
}

export async function readVerdict(database: Database): Promise<StoredVerdict> {
  const row = await database
    .selectFrom("proof_verdict")
    .selectAll()
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return NOTHING_YET;
  return {
    finishedAt: Number(row.finished_at_ms / 1_000n),
    startedAt: Number(row.started_at_ms / 1_000n),
    isWhole: row.is_whole,
    // The driver reads JSON; the table's type says how it is written.
    firstBad: row.first_bad as unknown as VerdictFault | null,
    allBad: row.all_bad as unknown as readonly VerdictFault[],
    checked: row.checked as unknown as Readonly<Record<string, number>>,
    checkpoint: Number(row.checkpoint),
  };
}
