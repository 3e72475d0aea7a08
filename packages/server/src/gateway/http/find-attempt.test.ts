// T01: what names an attempt, and what makes two attempts one or two.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRefused } from "../../platform/handler.ts";
import { findAttempt } from "./find-attempt.ts";

const PATH = "/v1/api/forex/submit";

function get(query: string, headers: Record<string, string> = {}, path = PATH) {
  const fields = Object.fromEntries(new URLSearchParams(query));
  const { t: _time, ...input } = fields;
  return findAttempt({ headers, address: { path, query }, fields, input });
}

function post(input: Record<string, string>, headers: Record<string, string> = {}, path = PATH) {
  return findAttempt({ headers, address: { path, query: null }, fields: input, input });
}

describe("T01: the name of an attempt", () => {
  it("is the whole address of a GET with a time stamp", () => {
    const first = get("cont=1&t=1700000000000");
    expect(first).toEqual(get("cont=1&t=1700000000000"));
    expect(first).toHaveProperty("key");
    for (const other of [get("cont=1&t=1700000000001"), get("cont=2&t=1700000000000")]) {
      expect(other).not.toEqual(first);
    }
    expect(get("cont=1&t=1700000000000", {}, "/v1/api/forex/close")).not.toEqual(first);
  });

  it("is none without a time stamp, nor on a POST without a key", () => {
    expect(get("cont=1")).toBeNull();
    expect(get("cont=1&t=")).toBeNull();
    expect(post({ cont: "1", t: "1700000000000" })).toBeNull();
  });

  it("is the header where there is one, on GET and POST alike", () => {
    const headers = { "idempotency-key": "a1" };
    const first = post({ cont: "1", type: "2" }, headers);
    expect(first).toEqual(post({ type: "2", cont: "1" }, headers));
    expect(first).toEqual(get("type=2&cont=1", headers));
    expect(first).toEqual(get("type=2&cont=1&t=5", headers));
  });

  it("keeps its key and shows another payload when something else is asked", () => {
    const headers = { "idempotency-key": "a1" };
    const first = post({ cont: "1" }, headers);
    const second = post({ cont: "2" }, headers);
    const elsewhere = post({ cont: "1" }, headers, "/v1/api/forex/close");
    if (!first || !second || !elsewhere) throw new Error("Invariant: all are named");
    if (isRefused(first) || isRefused(second) || isRefused(elsewhere)) throw new Error("refused");
    expect(second.key).toBe(first.key);
    expect(second.payload).not.toBe(first.payload);
    expect(elsewhere.payload).not.toBe(first.payload);
  });

  it("spells its payload as JSON does: what was stored before is known again", () => {
    const value = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constant("0.01"));
    const fields = fc.dictionary(fc.stringMatching(/^[A-Za-z0-9_.-]{1,12}$/), value);
    fc.assert(
      fc.property(fields, (input) => {
        const attempt = post(input, { "idempotency-key": "a1" });
        const sorted = Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1));
        expect(attempt).toMatchObject({ payload: JSON.stringify([PATH, sorted]) });
      }),
    );
  });

  it("cannot be made to look like somebody's address", () => {
    const address = get("cont=1&t=5");
    if (!address || isRefused(address)) throw new Error("Invariant: it is named");
    expect(post({ cont: "1" }, { "idempotency-key": address.key })).not.toEqual(address);
  });

  it.each(["", "with space", "a".repeat(256), "tab\t", "é"])("refuses the key %j", (key) => {
    const answer = post({ cont: "1" }, { "idempotency-key": key });
    expect(isRefused(answer) && answer.reason).toBe("MALFORMED");
  });
});
