// Requests that nobody's app would make: every declared call with fields that fit, nearly fit or
// are hostile, in the query, a form, JSON or rubbish, from callers who may and who may not. Made of
// dice, so that a failure can be repeated. Used by fuzz.test.ts.

import { CALLS, type Call } from "@truetick/contract/calls";
import { HOSTILE_TEXTS } from "@truetick/contract/testing/hostile-texts";
import type { Dice } from "./dice.ts";

export type WildRequest = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
};

const NAMES = Object.keys(CALLS);
/** Calls that would end the caller's own session, or take many seconds each by themselves. */
const SELDOM = /^(?:logOut|endSession|endOther|changePassword|resetPassword|verifyNow)/;

const PLAIN = [
  "",
  "0",
  "1",
  "2",
  "3",
  "9",
  "10",
  "20",
  "100",
  "-1",
  "0.01",
  "1.10000",
  "1e3",
  "true",
];
const NUMBERS = [
  "9007199254740991",
  "9007199254740993",
  "99999999999999999999999999",
  "-0",
  "0.000000001",
  "1,5",
  "٣",
  "0x10",
  "NaN",
  "Infinity",
  " 1",
  "1 ",
  "+1",
  "01",
  "1.",
  ".5",
];
const WORDS = [
  "en",
  "hk",
  "EURUSD",
  "email",
  "mobile",
  "1min",
  "someone@example.test",
  "+85212345678",
  "85212345678",
  "USD",
  "USDT",
  "journal/0",
  "journal-1-1",
  "2026-01-01",
  "0".repeat(64),
  "f".repeat(32),
  "../../../etc/passwd",
  "' or 1=1 --",
  "$(reboot)",
  "%00",
  "\u0000",
  "\ud800",
  "‮txt",
  "a\r\nset-cookie: x=1",
  "{}",
  "[]",
  "null",
  '{"$gt":""}',
  "__proto__",
  "constructor",
  "🙂".repeat(40),
];
const CONTENT_TYPES = [
  "application/x-www-form-urlencoded",
  "application/json",
  "application/json; charset=utf-16",
  "multipart/form-data; boundary=x",
  "multipart/form-data",
  "text/plain",
  "image/png",
  "application/octet-stream",
  "",
];
const METHODS = ["HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"];

function wildValue(dice: Dice): string {
  const kind = dice.below(20);
  if (kind < 7) return dice.pick(PLAIN);
  if (kind < 10) return dice.pick(NUMBERS);
  if (kind < 15) return dice.pick(WORDS);
  if (kind < 18) return dice.pick(HOSTILE_TEXTS);
  if (kind < 19) return String(dice.below(1_000_000));
  return "x".repeat(dice.below(5_000));
}

/** As text of a form or a query; a field may come twice, broken or not at all. */
function wildFields(dice: Dice, fields: readonly string[]): string {
  const pairs: string[] = [];
  for (const field of fields) {
    if (dice.isLucky(0.2)) continue;
    const text = `${encodeURIComponent(field)}=${safely(wildValue(dice))}`;
    pairs.push(text);
    if (dice.isLucky(0.03)) pairs.push(text);
  }
  if (dice.isLucky(0.03)) pairs.push("%zz=%e0%80");
  if (dice.isLucky(0.03)) pairs.push("__proto__[x]=1&constructor=2");
  return pairs.join("&");
}

/** Half a pair of surrogates has no percent form. */
function safely(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return "%ed%a0%80";
  }
}

function wildJson(dice: Dice, fields: readonly string[]): string {
  const record = Object.fromEntries(
    fields.map((field) => {
      const value = wildValue(dice);
      return [field, dice.pick<unknown>([value, value, value, Number(value), null, [value], {}])];
    }),
  );
  const text = JSON.stringify(record);
  return dice.isLucky(0.1) ? text.slice(0, dice.below(text.length + 1)) : text;
}

export function wildRequest(dice: Dice, tokens: readonly string[]): WildRequest {
  let name = dice.pick(NAMES);
  if (SELDOM.test(name) && !dice.isLucky(0.05)) name = dice.pick(NAMES);
  // The list is keyed by these names.
  const call = CALLS[name as keyof typeof CALLS] as Call;
  const fields = Object.keys(call.input.shape);
  const isPost = call.method === "POST" ? !dice.isLucky(0.05) : dice.isLucky(0.3);
  const method = dice.isLucky(0.03) ? dice.pick(METHODS) : isPost ? "POST" : "GET";
  const address = [10, dice.below(256), dice.below(256), dice.below(256)].join(".");
  const headers: Record<string, string> = {
    "x-forwarded-for": address,
    lang: dice.pick(["en", "hk", "ar", "xx", ""]),
    ...(dice.isLucky(0.7) && { authorization: dice.pick(tokens) }),
    ...(dice.isLucky(0.3) && { "idempotency-key": `key-${dice.below(1_000)}` }),
  };
  if (method === "GET" || method === "HEAD") {
    const path = `${call.path}?${wildFields(dice, fields)}`;
    return { name, method, path, headers, body: null };
  }
  const isForm = dice.isLucky(0.6);
  const type = isForm ? CONTENT_TYPES[0] : dice.pick(CONTENT_TYPES);
  const text = isForm ? wildFields(dice, fields) : wildJson(dice, fields);
  const body = dice.isLucky(0.02) ? Buffer.from(text, "utf16le") : text;
  return {
    name,
    method,
    path: call.path,
    headers: { ...headers, "content-type": type ?? "" },
    body,
  };
}
