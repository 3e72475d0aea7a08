// The calls about adjustments: of the trader they concern, of everybody, and of the desk.

import {
  adjustmentsFromFields,
  deskAdjustmentsFromFields,
  disputeAnswerFromFields,
  disputeFromFields,
  disputesFromFields,
} from "@truetick/contract/calls";
import { adjustmentToWire } from "@truetick/contract/cashier";
import type { Clock } from "../../platform/clock.ts";
import { type Handlers, refuse } from "../../platform/handler.ts";
import { pageOf, readCursor } from "../page.ts";
import { createAdjustmentMonths } from "./adjustment-months.ts";
import { readAdjustments, readDisputes } from "./adjustment-table.ts";
import {
  answerDispute,
  type DisputeParts,
  disputeAdjustment,
  readOwnAdjustments,
} from "./disputes.ts";

export type AdjustmentHandlers = Handlers<
  | "listAdjustments"
  | "disputeAdjustment"
  | "listAdjustmentMonths"
  | "listDeskAdjustments"
  | "listDisputes"
  | "answerDispute"
>;

export function createAdjustmentHandlers(
  parts: DisputeParts & { readonly clock: Clock },
): AdjustmentHandlers {
  const { database } = parts;
  const readMonths = createAdjustmentMonths(parts);
  const wrongCursor = () => refuse("FIELD_INVALID", { field: "cursor" });
  return {
    async listAdjustments(fields, { caller: { userId } }) {
      const before = readCursor(adjustmentsFromFields(fields).cursor);
      if (before === undefined) return wrongCursor();
      const rows = await readOwnAdjustments(database, { userId, before });
      const { shown, next } = pageOf(rows, ({ id }) => id);
      return { data: shown.map(adjustmentToWire), next };
    },
    disputeAdjustment: async (fields, { caller: { userId } }) =>
      (await disputeAdjustment(parts, { userId, ...disputeFromFields(fields) })) ?? {},
    listAdjustmentMonths: async () => ({ data: [...(await readMonths())] }),
    async listDeskAdjustments(fields) {
      const { userId, cursor } = deskAdjustmentsFromFields(fields);
      const before = readCursor(cursor);
      if (before === undefined) return wrongCursor();
      const { shown, next } = pageOf(await readAdjustments(database, { userId, before }), idOf);
      return { data: [...shown], next };
    },
    async listDisputes(fields) {
      const { status, cursor } = disputesFromFields(fields);
      const from = readCursor(cursor);
      if (from === undefined) return wrongCursor();
      const { shown, next } = pageOf(await readDisputes(database, { status, from }), idOf);
      return { data: [...shown], next };
    },
    answerDispute: async (fields, { staff }) =>
      (await answerDispute(parts, { ...disputeAnswerFromFields(fields), staff })) ?? {},
  };
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}
