// The calls about the verifier's verdict: everybody reads it, staff can ask for a new one. Server
// side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { FAULT_KINDS } from "./verdict.ts";

const flag = z.union([z.literal(0), z.literal(1)]);

const Fault = z.strictObject({
  log: z.string(),
  market: z.string(),
  seq: z.int(),
  what: z.enum(FAULT_KINDS),
  detail: z.string(),
});

const VerdictOutput = z.strictObject({
  finished_at: z.int(),
  started_at: z.int(),
  is_whole: flag,
  first_bad: Fault.nullable(),
  all_bad: z.array(Fault),
  checked: z.record(z.string(), z.int()),
  checkpoint: z.int(),
  running: flag,
});

export const getVerdict = call({
  method: "GET",
  path: "/v1/api/proof/verdict",
  effect: "read",
  audience: "visitor",
  summary: "What the verifier found when it last checked the whole record; the first bad number.",
  input: z.object({}),
  output: VerdictOutput,
  reasons: [],
});

export const getDeskVerdict = call({
  method: "GET",
  path: "/v1/api/desk/proof/verdict",
  effect: "read",
  audience: "staff",
  permission: "audit.read",
  summary: "The verifier's verdict with every detail, also of records that are private.",
  input: z.object({}),
  output: VerdictOutput,
  reasons: [],
});

export const verifyRecord = call({
  method: "POST",
  path: "/v1/api/desk/proof/verify",
  effect: "write",
  audience: "staff",
  permission: "audit.read",
  summary: "Checks the whole record now; the answer is the verdict of before, the new one follows.",
  input: z.object({}),
  output: VerdictOutput,
  reasons: [],
});
