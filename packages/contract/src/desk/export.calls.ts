// The call of the desk that takes rows out as CSV. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { stream } from "../sent.calls.ts";
import { EXPORTS } from "./export.ts";

const momentField = z.string().regex(/^\d{1,10}$/);

const ExportInput = z.object({ what: z.enum(EXPORTS), from: momentField, to: momentField });

export function exportFromFields(fields: z.output<typeof ExportInput>) {
  return { what: fields.what, from: Number(fields.from), to: Number(fields.to) };
}

export const exportRows = call({
  method: "GET",
  path: "/v1/api/desk/export",
  // It counts against what the caller may take out on one day, and is written down.
  effect: "write",
  audience: "staff",
  permission: "exports.make",
  summary: "Rows of a period as CSV; a header tells how many will come.",
  input: ExportInput,
  output: stream(),
  reasons: ["PERIOD_INVALID", "EXPORTS_EXHAUSTED"],
});
