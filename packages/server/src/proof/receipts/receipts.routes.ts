// The calls for receipts, for the archive, and for the files of checkpoints and of the tape. Whose
// things are shown is told by the session and by nothing else (T74); a stranger's are as unknown as
// what never was (T56).

import {
  archiveFromFields,
  checkpointFileFromFields,
  type ReceiptPlace,
  ROWS_PER_PAGE,
  receiptFromFields,
  receiptsFromFields,
  stepsFromFields,
  tapeFileFromFields,
} from "@truetick/contract/calls";
import type { ReceiptEntry } from "@truetick/contract/proof";
import { createAttemptLimit } from "../../platform/attempt-limit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import {
  answerFile,
  answerStream,
  type Caller,
  type Handlers,
  refuse,
} from "../../platform/handler.ts";
import type { News } from "../../platform/news/news.ts";
import { archiveLines } from "../archive/archive-lines.ts";
import { planArchive } from "../archive/archive-plan.ts";
import type { ProofLog } from "../log/proof-log.ts";
import { checkpointFile, tapeFile } from "./files.ts";
import {
  entryOfEvent,
  entryOfLine,
  findOrderEvents,
  findPage,
  ownEvents,
} from "./find-receipts.ts";
import type { Issuer } from "./issuer.ts";
import { readJournalRows } from "./journal-rows.ts";
import { readOwnAccounts } from "./own-accounts.ts";
import { readRefusals } from "./read-lines.ts";
import { receiptLines } from "./receipt-lines.ts";
import { createReceiptMaker, type MadeReceipt, type MakerNeeds } from "./receipt-maker.ts";
import { findStep, findSteps } from "./steps.ts";

export type ReceiptHandlers = Handlers<
  | "getReceipt"
  | "listReceipts"
  | "listStepReceipts"
  | "downloadReceipts"
  | "downloadArchive"
  | "downloadCheckpoint"
  | "downloadTape"
>;

export type ReceiptNeeds = {
  readonly database: Database;
  readonly log: ProofLog;
  readonly issuer: Issuer;
  /** Between two checkpoints. */
  readonly everyMs: number;
  readonly clock: Pick<Clock, "now" | "monotonic">;
  /** Whose counts of downloads are one with ours. */
  readonly news?: News;
};

const HOUR_MS = 3_600_000;
/** A file of all is read row by row: as many as a person downloads, too few to hold anybody up. */
const FILES_PER_HOUR_MAX = 30;
const NDJSON = "application/x-ndjson; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";

export function createReceiptHandlers(given: ReceiptNeeds): ReceiptHandlers {
  const { clock, news } = given;
  const needs: MakerNeeds = { ...given, nowMs: () => clock.now() };
  const files = createAttemptLimit({
    clock,
    attemptsMax: FILES_PER_HOUR_MAX,
    windowMs: HOUR_MS,
    ...(news && { shared: { news, name: "files" } }),
  });
  return {
    async getReceipt(fields, { caller }) {
      const { place, since } = receiptFromFields(fields);
      const made = await makeOne(needs, { place, since, caller });
      if (!made) return refuse("RECEIPT_UNKNOWN");
      const { id, file, dueAtMs } = made;
      return { id, file, proved: dueAtMs === null, due: dueAtMs === null ? null : dueAtMs / 1_000 };
    },
    async listReceipts(fields, { caller }) {
      const { orderId, kind, page } = receiptsFromFields(fields);
      if (orderId !== null) {
        const own = await readOwnAccounts(needs.database, caller.userId);
        const found = await findOrderEvents(needs, { orderId, own });
        if (!found) return refuse("ORDER_UNKNOWN");
        return { data: found.map(entryOfEvent), total: found.length };
      }
      return kind === "event" ? pageOfEvents(needs, caller, page) : refusals(needs, caller, page);
    },
    async listStepReceipts(fields, { caller: { userId } }) {
      const found = await findSteps(needs, { ...stepsFromFields(fields), userId });
      return found ? found.map(({ step }) => entryOfLine(step)) : refuse("RECEIPT_UNKNOWN");
    },
    async downloadReceipts(fields, { caller }) {
      if (!files.allows(String(caller.userId))) return refuse("TOO_MANY");
      const { since } = archiveFromFields(fields);
      return answerStream({
        type: NDJSON,
        fileName: "receipts.ndjson",
        rows: receiptLines(needs, { caller, since }),
      });
    },
    async downloadArchive(fields, { caller }) {
      if (!files.allows(String(caller.userId))) return refuse("TOO_MANY");
      const { since } = archiveFromFields(fields);
      const plan = await planArchive(needs, { accountId: caller.accountId, since });
      if (!plan) return refuse("NOTHING_PROVED");
      const rows = archiveLines(needs, plan);
      return answerStream({ type: NDJSON, fileName: "archive.ndjson", rows });
    },
    async downloadCheckpoint(fields) {
      const text = await checkpointFile(needs, checkpointFileFromFields(fields));
      return text === null ? refuse("NOTHING_PROVED") : fileOf(text, "checkpoint.json");
    },
    async downloadTape(fields) {
      const text = await tapeFile(needs, tapeFileFromFields(fields));
      return text === null ? refuse("NOTHING_PROVED") : fileOf(text, "tape.json");
    },
  };
}

function fileOf(text: string, name: string) {
  return answerFile({ bytes: Buffer.from(text), type: JSON_TYPE, name });
}

type Wanted = {
  readonly place: ReceiptPlace;
  readonly since: number | null;
  readonly caller: Caller;
};

/** Null: there is none such of theirs. */
async function makeOne(
  needs: MakerNeeds,
  { place, since, caller }: Wanted,
): Promise<MadeReceipt | null> {
  const { userId } = caller;
  if (place.kind === "event") {
    const own = await readOwnAccounts(needs.database, userId);
    const rows = await readJournalRows(needs.database, { shard: place.shard, seqs: [place.seq] });
    const found = ownEvents(rows, own).find(({ part }) => part === place.part);
    if (!found) return null;
    const maker = await createReceiptMaker(needs, since);
    return maker.ofEvent(found.read, found.part, { accountId: found.accountId, own });
  }
  const maker = await createReceiptMaker(needs, since);
  if (place.kind === "step") {
    const found = await findStep(needs, { seq: place.seq, userId });
    return found && maker.ofLine(found.step, found.accountId);
  }
  const [line] = await readRefusals(needs, { ownerId: userId, seq: place.seq, take: 1 });
  return line ? maker.ofLine(line, line.accountId) : null;
}

type Page = { readonly data: readonly ReceiptEntry[]; readonly total: number };

async function pageOfEvents(needs: MakerNeeds, caller: Caller, page: number): Promise<Page> {
  const { accountId } = caller;
  const { found, total } = await findPage(needs, { accountId, page, take: ROWS_PER_PAGE });
  return { data: found.map(entryOfEvent), total };
}

async function refusals(needs: MakerNeeds, caller: Caller, page: number): Promise<Page> {
  const skip = (page - 1) * ROWS_PER_PAGE;
  const found = await readRefusals(needs, { ownerId: caller.userId, skip, take: ROWS_PER_PAGE });
  const { count } = await needs.database
    .selectFrom("refusal")
    .innerJoin("proof_refusal_leaf", "proof_refusal_leaf.number", "refusal.number")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("refusal.owner_id", "=", BigInt(caller.userId))
    .executeTakeFirstOrThrow();
  return { data: found.map(entryOfLine), total: Number(count) };
}
