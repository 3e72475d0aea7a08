// The calls about the caller's follows: start, change, pause, money in and out, stop. The
// `…FromFields` functions are the one place where the wire's names of fields become ours. Server
// side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { decimal, decimalField, givenDecimal, idField } from "../fields.calls.ts";
import { ACCOUNT_REASONS } from "../order-reasons.ts";
import {
  FOLLOW_FACTOR_MAX,
  FOLLOW_FACTOR_MIN,
  FOLLOW_STOP_PERCENT_MAX,
  FOLLOW_STOP_PERCENT_MIN,
  STOP_REASONS_OF_FOLLOW,
} from "./follow.ts";

const figure = z.union([decimal, z.literal("")]);

const FollowSchema = z.object({
  id: z.string(),
  user: z.string(),
  is_listed: z.int(),
  status: z.int().min(1).max(5),
  amount: decimal,
  equity: decimal,
  cash: decimal,
  floating: decimal,
  available: decimal,
  profit: decimal,
  rate: decimal,
  leader_rate: figure,
  factor: decimal,
  stop_percent: figure,
  stop_equity: figure,
  max_lots: figure,
  orders: z.int(),
  skipped: z.int(),
  started_at: z.int(),
  stopped_at: z.int().nullable(),
  stop_reason: z.enum([...STOP_REASONS_OF_FOLLOW, ""]),
});

const ruleFields = {
  /** How many times the leader's share of equity is copied. */
  factor: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,2})?$/)
    .refine((text) => Number(text) >= Number(FOLLOW_FACTOR_MIN))
    .refine((text) => Number(text) <= Number(FOLLOW_FACTOR_MAX)),
  stop_percent: z
    .string()
    .regex(/^\d{0,2}$/)
    .refine((text) => text === "" || Number(text) >= FOLLOW_STOP_PERCENT_MIN)
    .refine((text) => text === "" || Number(text) <= FOLLOW_STOP_PERCENT_MAX)
    .optional(),
  max_lots: z
    .string()
    .regex(/^(\d{1,6}(\.\d{1,4})?)?$/)
    .optional(),
};

const RuleInput = z.object(ruleFields);

/** How somebody wants to copy. Numbers are texts that obey the grammar of decimals. */
export type FollowRule = {
  readonly factor: string;
  readonly stopPercent: number | null;
  readonly lotsMax: string | null;
};

function ruleOf(fields: z.output<typeof RuleInput>): FollowRule {
  const { factor, stop_percent: percent = "", max_lots: lots } = fields;
  return {
    factor,
    stopPercent: percent === "" ? null : Number(percent),
    lotsMax: givenDecimal(lots),
  };
}

export const listFollows = call({
  method: "GET",
  path: "/api/follow/mine",
  effect: "read",
  audience: "trader",
  summary: "The caller's follows: those that go on first, then the stopped ones, newest first.",
  input: z.object({}),
  output: z.object({ data: z.array(FollowSchema) }),
  reasons: [],
});

const aliasField = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{2,23}$/);

const StartInput = z.object({ user: aliasField, amount: decimalField, ...ruleFields });

export function newFollowFromFields(fields: z.output<typeof StartInput>) {
  return { leader: fields.user, amount: fields.amount, rule: ruleOf(fields) };
}

/** Whatever moves money between the caller's own accounts. */
const MOVING_REASONS = [
  ...ACCOUNT_REASONS,
  "AMOUNT_INVALID",
  "FUNDS_EXCEED_AVAILABLE",
  "CASH_ABOVE_MAXIMUM",
] as const;

export const startFollow = call({
  method: "POST",
  path: "/api/follow/start",
  effect: "write",
  audience: "trader",
  summary: "Sets money aside in an account of its own and copies a listed trader with it.",
  input: StartInput,
  output: FollowSchema,
  reasons: [
    ...MOVING_REASONS,
    "REGION_RESTRICTED",
    "LEADER_NOT_LISTED",
    "FOLLOW_SELF",
    "FOLLOW_LOOP",
    "ALREADY_FOLLOWING",
    "TOO_MANY_FOLLOWS",
    "TOO_MANY_ATTEMPTS",
    "FOLLOW_BELOW_MINIMUM",
    "FOLLOW_ABOVE_MAXIMUM",
    "COOLING_OFF",
    "SELF_EXCLUDED",
  ],
});

const ChangeInput = z.object({ id: idField, ...ruleFields });

export function followChangeFromFields(fields: z.output<typeof ChangeInput>) {
  return { followId: Number(fields.id), rule: ruleOf(fields) };
}

export const changeFollow = call({
  method: "POST",
  path: "/api/follow/change",
  effect: "write",
  audience: "trader",
  summary: "Changes how a follow copies from now on; open copies keep their size.",
  input: ChangeInput,
  output: FollowSchema,
  reasons: ["FOLLOW_UNKNOWN", "FOLLOW_STOPPED"],
});

const PauseInput = z.object({ id: idField, is_paused: z.enum(["0", "1"]) });

export function followPauseFromFields(fields: z.output<typeof PauseInput>) {
  return { followId: Number(fields.id), isPaused: fields.is_paused === "1" };
}

export const pauseFollow = call({
  method: "POST",
  path: "/api/follow/pause",
  effect: "write",
  audience: "trader",
  summary: "While paused nothing new is copied; open copies still follow their leader.",
  input: PauseInput,
  output: FollowSchema,
  reasons: ["FOLLOW_UNKNOWN", "FOLLOW_STOPPED"],
});

const MoveInput = z.object({ id: idField, amount: decimalField });

export function followMoveFromFields(fields: z.output<typeof MoveInput>) {
  return { followId: Number(fields.id), amount: fields.amount };
}

export const addToFollow = call({
  method: "POST",
  path: "/api/follow/add",
  effect: "write",
  audience: "trader",
  summary: "Moves money from the caller's account into a follow.",
  input: MoveInput,
  output: FollowSchema,
  reasons: [
    ...MOVING_REASONS,
    "REGION_RESTRICTED",
    "FOLLOW_UNKNOWN",
    "FOLLOW_STOPPED",
    "FOLLOW_ABOVE_MAXIMUM",
    "COOLING_OFF",
    "SELF_EXCLUDED",
  ],
});

export const takeFromFollow = call({
  method: "POST",
  path: "/api/follow/take",
  effect: "write",
  audience: "trader",
  summary: "Moves free money of a follow back to the caller's account.",
  input: MoveInput,
  output: FollowSchema,
  reasons: [...MOVING_REASONS, "FOLLOW_UNKNOWN", "FOLLOW_STOPPED"],
});

const StopInput = z.object({ id: idField, is_keeping: z.enum(["0", "1"]).optional() });

export function followStopFromFields(fields: z.output<typeof StopInput>) {
  return { followId: Number(fields.id), isKeeping: fields.is_keeping === "1" };
}

export const stopFollow = call({
  method: "POST",
  path: "/api/follow/stop",
  effect: "write",
  audience: "trader",
  summary: "Copies no more: closes everything and returns the cash, or keeps what is open.",
  input: StopInput,
  output: FollowSchema,
  reasons: [...ACCOUNT_REASONS, "FOLLOW_UNKNOWN", "FOLLOW_STOPPED"],
});
