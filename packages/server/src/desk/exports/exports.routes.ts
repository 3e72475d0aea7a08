// The call of the desk that takes rows out: streamed as CSV, counted against what one person may
// take on one day, and written down before the first row leaves (T88). Refuses with NOT_PERMITTED
// whoever may not read the same rows on a screen.

import { exportFromFields } from "@truetick/contract/calls";
import { EXPORTS_PER_DAY_MAX, type ExportName } from "@truetick/contract/desk";
import { type Generated, sql } from "kysely";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import { csvHeading, csvLine, csvMoment } from "../../platform/csv.ts";
import type { Database } from "../../platform/database.ts";
import {
  answerStream,
  type Handlers,
  isRefused,
  type Refused,
  refuse,
  type StaffCaller,
} from "../../platform/handler.ts";
import { EXPORTED, type Wanted } from "./export-rows.ts";

type ExportRecordTable = {
  readonly id: Generated<bigint>;
  readonly staff_id: bigint;
  readonly what: string;
  readonly at: Date;
};

declare module "../../platform/database.ts" {
  interface Tables {
    export_record: ExportRecordTable;
  }
}

export type ExportParts = { readonly database: Database; readonly clock: Pick<Clock, "now"> };

const DAY_MS = 86_400_000;

export function createExportHandlers(parts: ExportParts): Handlers<"exportRows"> {
  const { database, clock } = parts;
  return {
    async exportRows(fields, { staff }) {
      const { what, from, to } = exportFromFields(fields);
      if (from >= to) return refuse("PERIOD_INVALID");
      const exported = EXPORTED[what];
      if (!staff.can(exported.permission)) return refuse("NOT_PERMITTED");
      // Counting is the dear part: not for who will be refused behind it.
      const spent = refuseSpent(await countMade(database, { staff, nowMs: clock.now() }));
      if (spent) return spent;
      const wanted = await exported.within(database, { fromMs: from * 1_000, toMs: to * 1_000 });
      const isWhole = staff.can("users.pii");
      const total = await exported.count(database, wanted);
      const noted = await note(parts, { staff, what, total, isWhole, from, to });
      if (isRefused(noted)) return noted;
      return answerStream({
        type: "text/csv; charset=utf-8",
        fileName: `${what}-${csvMoment(clock.now()).replace(/\D/g, "")}.csv`,
        // Its heading is a row too.
        total: total + 1,
        rows: csvRows(database, { what, wanted, isWhole, total }),
      });
    },
  };
}

async function* csvRows(
  database: Database,
  exported: {
    readonly what: ExportName;
    readonly wanted: Wanted;
    readonly isWhole: boolean;
    /** No more than were counted: others came later, behind these. */
    readonly total: number;
  },
): AsyncGenerator<string> {
  const { what, wanted, isWhole } = exported;
  let left = exported.total;
  const { heading, read } = EXPORTED[what];
  yield csvHeading(heading);
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof read>> = await read(database, { wanted, after, isWhole });
    for (const line of page.lines.slice(0, left)) yield csvLine(line);
    left -= page.lines.length;
    after = page.next;
  } while (after !== null && left > 0);
}

/** How many of today's are taken. */
async function countMade(
  database: Database,
  { staff, nowMs }: { readonly staff: StaffCaller; readonly nowMs: number },
): Promise<bigint> {
  const { made } = await database
    .selectFrom("export_record")
    .select((eb) => eb.fn.countAll<bigint>().as("made"))
    .where("staff_id", "=", BigInt(staff.staffId))
    .where("at", ">=", new Date(nowMs - (nowMs % DAY_MS)))
    .executeTakeFirstOrThrow();
  return made;
}

function refuseSpent(made: bigint): Refused | null {
  if (made < EXPORTS_PER_DAY_MAX) return null;
  return refuse("EXPORTS_EXHAUSTED", { max: EXPORTS_PER_DAY_MAX });
}

/** Refuses with EXPORTS_EXHAUSTED. */
async function note(
  { database, clock }: ExportParts,
  exported: {
    readonly staff: StaffCaller;
    readonly what: ExportName;
    readonly total: number;
    readonly isWhole: boolean;
    readonly from: number;
    readonly to: number;
  },
): Promise<Refused | null> {
  const { staff, what, total, isWhole, from, to } = exported;
  const nowMs = clock.now();
  return await database.transaction().execute(async (trx) => {
    // Those of one person take turns, so that nobody takes two at once for one.
    await sql`select from staff where id = ${staff.staffId} for no key update`.execute(trx);
    const spent = refuseSpent(await countMade(trx, { staff, nowMs }));
    if (spent) return spent;
    await trx
      .insertInto("export_record")
      .values({ staff_id: BigInt(staff.staffId), what, at: new Date(nowMs) })
      .execute();
    await appendAudit(trx, {
      actor: staffActor(staff),
      action: "export.make",
      subject: { kind: "export", id: what },
      detail: { rows: total, from, to, is_masked: !isWhole },
    });
    return null;
  });
}
