// The calls for receipts, archives, and the files of checkpoints and of the tape. The
// `…FromFields` functions are the one place where the wire's names of fields become ours. Server
// side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { idField, pageField, pageOf } from "../fields.calls.ts";
import { file, stream } from "../sent.calls.ts";
import { RECEIPT_KINDS } from "./receipts.ts";

/** The number of a checkpoint that the caller remembers. */
const sinceField = idField.optional();

function sinceOf(since: string | undefined): number | null {
  return since === undefined ? null : Number(since);
}

/** Of the first shard "journal-4711-1", of another "journal.2-4711-1". */
const EVENT_ID = /^journal(?:\.([1-9]\d{0,4}))?-([1-9]\d{0,14})-([1-9]\d{0,4})$/;
const LINE_ID = /^(refusal|audit)-([1-9]\d{0,14})$/;
const RECEIPT_ID = new RegExp(`${EVENT_ID.source}|${LINE_ID.source}`);

const ReceiptInput = z.object({
  id: z.string().regex(RECEIPT_ID),
  since: sinceField,
});

/** Where a receipt's subject stands. */
export type ReceiptPlace =
  | {
      readonly kind: "event";
      readonly shard: number;
      readonly seq: number;
      readonly part: number;
    }
  | { readonly kind: "refusal" | "step"; readonly seq: number };

export function receiptFromFields({ id, since }: z.output<typeof ReceiptInput>): {
  readonly place: ReceiptPlace;
  readonly since: number | null;
} {
  return { place: placeOf(id), since: sinceOf(since) };
}

function placeOf(id: string): ReceiptPlace {
  const event = EVENT_ID.exec(id);
  if (event) {
    const [, shard = 0, seq, part] = event;
    return { kind: "event", shard: Number(shard), seq: Number(seq), part: Number(part) };
  }
  const [log, seq] = id.split("-");
  return { kind: log === "refusal" ? "refusal" : "step", seq: Number(seq) };
}

const entry = z.strictObject({
  id: z.string(),
  kind: z.enum(RECEIPT_KINDS),
  name: z.string(),
  at: z.number(),
  order: z.string().nullable(),
});

export const getReceipt = call({
  method: "GET",
  path: "/v1/api/proof/receipt",
  effect: "read",
  audience: "trader",
  summary: "The signed receipt of one thing that happened to the caller, with its evidence.",
  input: ReceiptInput,
  output: z.strictObject({
    id: z.string(),
    file: z.string(),
    proved: z.boolean(),
    due: z.number().nullable(),
  }),
  reasons: ["RECEIPT_UNKNOWN"],
});

const ReceiptsInput = z.object({
  order_id: idField.optional(),
  kind: z.enum(["event", "refusal"]).optional(),
  page: pageField,
});

export function receiptsFromFields(fields: z.output<typeof ReceiptsInput>): {
  readonly orderId: number | null;
  readonly kind: "event" | "refusal";
  readonly page: number;
} {
  const { order_id, kind, page } = fields;
  return {
    orderId: order_id === undefined ? null : Number(order_id),
    kind: kind ?? "event",
    page: pageOf(page),
  };
}

export const listReceipts = call({
  method: "GET",
  path: "/v1/api/proof/receipts",
  effect: "read",
  audience: "trader",
  summary: "What happened to the caller, or to one order of theirs, and has a receipt.",
  input: ReceiptsInput,
  output: z.strictObject({ data: z.array(entry).readonly(), total: z.int() }),
  reasons: ["ORDER_UNKNOWN"],
});

const StepsInput = z.object({ of: z.enum(["deposit", "withdrawal"]), id: idField });

export function stepsFromFields({ of, id }: z.output<typeof StepsInput>): {
  readonly of: "deposit" | "withdrawal";
  readonly id: number;
} {
  return { of, id: Number(id) };
}

export const listStepReceipts = call({
  method: "GET",
  path: "/v1/api/proof/step_receipts",
  effect: "read",
  audience: "trader",
  summary: "The steps of a deposit or a withdrawal of the caller, each with its receipt.",
  input: StepsInput,
  output: z.array(entry).readonly(),
  reasons: ["RECEIPT_UNKNOWN"],
});

export const downloadReceipts = call({
  method: "GET",
  path: "/v1/api/proof/receipts_file",
  effect: "read",
  audience: "trader",
  summary: "Every receipt of the caller's account, a line each, oldest first.",
  input: z.object({ since: sinceField }),
  output: stream(),
  reasons: [],
});

const ArchiveInput = z.object({ since: sinceField });

export function archiveFromFields({ since }: z.output<typeof ArchiveInput>): {
  readonly since: number | null;
} {
  return { since: sinceOf(since) };
}

export const downloadArchive = call({
  method: "GET",
  path: "/v1/api/proof/archive",
  effect: "read",
  audience: "trader",
  summary: "Everything needed to check and replay the caller's account without us.",
  input: ArchiveInput,
  output: stream(),
  reasons: ["NOTHING_PROVED"],
});

const CheckpointFileInput = z.object({ number: idField.optional(), since: sinceField });

export function checkpointFileFromFields(fields: z.output<typeof CheckpointFileInput>): {
  readonly number: number | null;
  readonly since: number | null;
} {
  return { number: sinceOf(fields.number), since: sinceOf(fields.since) };
}

export const downloadCheckpoint = call({
  method: "GET",
  path: "/v1/api/proof/checkpoint_file",
  effect: "read",
  audience: "visitor",
  summary: "A checkpoint as a signed file, with the proof that it extends an earlier one.",
  input: CheckpointFileInput,
  output: file(),
  reasons: ["NOTHING_PROVED"],
});

/** Pieces hold up to a thousand quotes each. */
export const TAPE_FILE_PIECES_MAX = 20;

/** No list looks a market up here, and the table's numbers of markets are small integers. */
const marketField = z.string().regex(/^[1-9]\d{0,8}$/);

const TapeFileInput = z.object({ forex_id: marketField, seq: idField });

export function tapeFileFromFields({ forex_id, seq }: z.output<typeof TapeFileInput>): {
  readonly marketId: number;
  readonly seq: number;
} {
  return { marketId: Number(forex_id), seq: Number(seq) };
}

export const downloadTape = call({
  method: "GET",
  path: "/v1/api/proof/tape_file",
  effect: "read",
  audience: "visitor",
  summary: "A stretch of a market's tape from a quote on, as a signed file with its proofs.",
  input: TapeFileInput,
  output: file(),
  reasons: ["NOTHING_PROVED"],
});
