// The calls about the public figures, and about raw quotes beside those of the tape. Open to
// everyone and the same for everyone. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { pageOf } from "../fields.calls.ts";
import { stream } from "../sent.calls.ts";
import { FIGURE_IDS, type FigureId } from "./transparency.ts";

const FigureSchema = z.object({
  id: z.enum(FIGURE_IDS),
  from: z.int(),
  to: z.int(),
  columns: z.array(z.string()),
  cells: z.array(z.array(z.string())),
  /** Null where the figure could not be counted. */
  row_count: z.int().nullable(),
  rows_query: z.string(),
  numbers_query: z.string(),
});

export const getTransparency = call({
  method: "GET",
  path: "/v1/api/proof/transparency",
  effect: "read",
  audience: "visitor",
  summary: "The public figures, each with the queries that gave it.",
  input: z.object({}),
  output: z.object({ figures: z.array(FigureSchema), is_simulated: z.literal([0, 1]) }),
  reasons: [],
});

export const getLosingShare = call({
  method: "GET",
  path: "/v1/api/proof/losing_share",
  effect: "read",
  audience: "visitor",
  summary: "The share of clients who lost money in the last year, and the warning that names it.",
  input: z.object({}),
  output: z.object({
    lost_percent: z.string().regex(/^(\d{1,3}\.\d)?$/),
    clients: z.int().nullable(),
    is_simulated: z.literal([0, 1]),
    warning: z.string(),
    play: z.string(),
    more: z.string(),
  }),
  reasons: [],
});

/** As far as its rows go: whether a figure has the page is known before anything is read. */
const rowsPageField = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .optional();

const RowsInput = z.object({ figure: z.enum(FIGURE_IDS), page: rowsPageField });

export function figureRowsFromFields(fields: z.output<typeof RowsInput>): {
  readonly figure: FigureId;
  readonly page: number;
} {
  return { figure: fields.figure, page: pageOf(fields.page) };
}

export const downloadFigureRows = call({
  method: "GET",
  path: "/v1/api/proof/transparency_rows",
  effect: "read",
  audience: "visitor",
  summary: "The rows that a public figure was counted from, as CSV; nobody is named in them.",
  input: RowsInput,
  output: stream(),
  reasons: [],
});

/** Unix seconds. */
const momentField = z
  .string()
  .regex(/^\d{1,10}$/)
  .optional();

const RawQuotesInput = z.object({
  code: z.string().regex(/^[A-Z0-9]{2,12}$/),
  from: momentField,
  to: momentField,
});

export function rawQuotesFromFields(fields: z.output<typeof RawQuotesInput>): {
  readonly code: string;
  readonly from: number | null;
  readonly to: number | null;
} {
  const read = (text: string | undefined) => (text === undefined ? null : Number(text));
  return { code: fields.code, from: read(fields.from), to: read(fields.to) };
}

export const listRawQuotes = call({
  method: "GET",
  path: "/v1/api/proof/raw_quotes",
  effect: "read",
  audience: "visitor",
  summary: "What sources said, the markup, and what a market was quoted at; at most ten minutes.",
  input: RawQuotesInput,
  output: z.object({
    code: z.string(),
    is_same: z.literal([0, 1]),
    data: z.array(
      z.object({
        seq: z.int(),
        time: z.number(),
        bid: z.string(),
        ask: z.string(),
        raw_bid: z.string(),
        raw_ask: z.string(),
        markup: z.string(),
        source: z.string(),
      }),
    ),
  }),
  reasons: ["MARKET_UNKNOWN", "PERIOD_INVALID"],
});
