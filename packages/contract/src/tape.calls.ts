// The call about the public tape: every quote of a market under its number, with the links of the
// hash chain, so that a stranger can check that nothing was changed (H04).

import { z } from "zod";
import { call } from "./call.ts";

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const LinkSchema = z.object({
  FirstSeq: z.int(),
  LastSeq: z.int(),
  PrevHash: hash,
  Hash: hash,
  Packed: z.base64(),
});

const number = z
  .string()
  .regex(/^\d{1,15}$/)
  .optional();

const TapeInput = z.object({
  forex_id: z.string().max(20),
  /** Quotes after this number, to follow the tape; without it and `before`: the newest. */
  after: number,
  /** Quotes before this number, to page into the past. */
  before: number,
});

export type TapeWanted = {
  readonly marketId: string;
  readonly after: number | null;
  readonly before: number | null;
};

export function tapeFromFields(fields: z.output<typeof TapeInput>): TapeWanted {
  const read = (text: string | undefined) => (text === undefined ? null : Number(text));
  return { marketId: fields.forex_id, after: read(fields.after), before: read(fields.before) };
}

export const listTape = call({
  method: "GET",
  path: "/v1/api/market/tape",
  effect: "read",
  audience: "visitor",
  summary: "The public tape of a market, oldest first: quotes, chain, and what was refused.",
  input: TapeInput,
  output: z.object({
    Code: z.string(),
    data: z.array(
      z.object({ Seq: z.int(), Bid: z.string(), Ask: z.string(), Time: z.number(), Hash: hash }),
    ),
    total: z.int(),
    Pieces: z.array(LinkSchema),
    Refused: z.array(
      z.object({
        AfterSeq: z.int(),
        Time: z.number(),
        Source: z.string(),
        Bid: z.string(),
        Ask: z.string(),
        Reason: z.string(),
      }),
    ),
    RawPieces: z.array(LinkSchema),
    Retired: z.object({ LastSeq: z.int(), Hash: hash }).nullable(),
  }),
  reasons: ["MARKET_UNKNOWN"],
});
