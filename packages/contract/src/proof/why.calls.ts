// The call that tells why an order was closed. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { decimal, idField } from "../fields.calls.ts";
import { STOP_OUT_ORDERS } from "../limits.ts";
import { WHY_ABOUTS, WHY_LEVEL_RULES, WHY_OBSTACLES, WHY_USES } from "./why.ts";

const WhyInput = z.object({ order_id: idField });

export function whyOrderFromFields(fields: z.output<typeof WhyInput>): number {
  return Number(fields.order_id);
}

const id = z.string();
const seq = z.int();
const side = z.enum(["buy", "sell"]);
const figures = { equity: decimal, used: decimal, level: decimal.nullable() };
const passed = z.strictObject({ order: id, market: id, obstacle: z.enum(WHY_OBSTACLES) });

function step<Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) {
  return z.strictObject({ kind: z.literal(kind), at: z.number(), ...shape });
}

const position = z.strictObject({
  order: id,
  market: id,
  side,
  lots: decimal,
  opened: decimal,
  price: decimal,
  profit: decimal,
  margin: decimal,
});

const steps = z.discriminatedUnion("kind", [
  step("opened", { seq, lots: decimal, price: decimal, margin: decimal }),
  step("called", { ...figures, market: id, seq, bid: decimal, ask: decimal }),
  step("moved", { market: id, seq, from: decimal, to: decimal }),
  step("valued", {
    ...figures,
    cash: decimal,
    floating: decimal,
    positions: z.array(position).readonly(),
  }),
  step("cancelled", {
    orders: z.array(z.strictObject({ order: id, market: id, freed: decimal })).readonly(),
  }),
  step("chosen", {
    rule: z.enum(STOP_OUT_ORDERS),
    order: id,
    market: id,
    margin: decimal,
    profit: decimal,
    among: z.int(),
    passed: z.array(passed).readonly(),
  }),
  step("fired", { rule: z.enum(WHY_LEVEL_RULES), trigger: decimal, price: decimal, seq }),
  step("asked", { reason: z.string() }),
  step("closed", {
    order: id,
    of: id,
    market: id,
    lots: decimal,
    left: decimal,
    price: decimal,
    seq,
    profit: decimal,
    after: z.strictObject(figures).nullable(),
    fewer: z.strictObject({ lots: decimal, level: decimal }).nullable(),
  }),
  step("protected", { amount: decimal }),
  step("waiting", { positions: z.array(passed).readonly() }),
  step("ended", { reason: z.string() }),
]);

const avoided = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("funds"), amount: decimal, level: decimal }),
  z.strictObject({
    kind: z.literal("lots"),
    order: id,
    market: id,
    lots: decimal,
    left: decimal,
  }),
  z.strictObject({
    kind: z.literal("stop"),
    order: id,
    market: id,
    price: decimal,
    jumped: z.boolean(),
  }),
  z.strictObject({ kind: z.literal("further"), market: id, price: decimal }),
]);

export const getWhy = call({
  method: "GET",
  path: "/v1/api/proof/why",
  effect: "read",
  audience: "trader",
  summary: "Why an order of the caller was closed: each quote, each figure, each decision.",
  input: WhyInput,
  output: z.strictObject({
    about: z.enum(WHY_ABOUTS),
    order: z.strictObject({
      id,
      part: id.nullable(),
      market: id,
      side,
      lots: decimal,
      opened: decimal.nullable(),
      closed: decimal.nullable(),
      profit: decimal.nullable(),
      reason: z.string().nullable(),
    }),
    at: z.number(),
    row: z.int(),
    markets: z
      .array(z.strictObject({ id, code: z.string(), name: z.string(), digits: z.int() }))
      .readonly(),
    ticks: z
      .array(
        z.strictObject({
          market: id,
          seq,
          bid: decimal,
          ask: decimal,
          at: z.number(),
          uses: z.array(z.enum(WHY_USES)).readonly(),
        }),
      )
      .readonly(),
    steps: z.array(steps).readonly(),
    avoided: z.array(avoided).readonly(),
    same: z.boolean().nullable(),
  }),
  reasons: ["ORDER_UNKNOWN", "NOTHING_TO_EXPLAIN"],
});
