// A broken line never orders twice: the same attempt is asked again under the same key until
// somebody knows what became of it (T01, F11).
// @vitest-environment node

import { type Reason, requestCancelOrder } from "@truetick/contract";
import { expect, test } from "vitest";
import type { Answer, Failure, Server } from "../api/server.ts";
import { beginWrite, isOutcomeUnknown } from "./write-once.ts";

const LOST: Failure = { kind: "unreachable", code: "NETWORK" };
const UNKNOWN: Failure = {
  kind: "refused",
  code: "1",
  reason: "OUTCOME_UNKNOWN",
  numbers: {},
  text: "nobody knows",
};
const refused = (reason: Reason): Failure => ({ ...UNKNOWN, reason, text: reason });
const CLOSED = refused("MARKET_CLOSED");
const OVERLOADED = refused("OVERLOADED");

function serverThatAnswers(...failures: (Failure | null)[]) {
  const keys: (string | undefined)[] = [];
  const server: Pick<Server, "write"> = {
    async write(_request, options) {
      keys.push(options?.key);
      const failure = failures.shift() ?? null;
      const answer = failure ? { isOk: false, failure } : { isOk: true, value: undefined };
      // The request reads nothing of the answer, so nothing is a value of its type.
      return answer as Answer<never>;
    },
  };
  return { server, keys };
}

const wait = async () => undefined;

test("T01 an answer that got lost is asked for again with the same key", async () => {
  const { server, keys } = serverThatAnswers(LOST, UNKNOWN, null);
  const unsure: string[] = [];
  const attempt = beginWrite(server, requestCancelOrder("7"), {
    wait,
    onUnsure: () => unsure.push("unsure"),
  });
  expect((await attempt.send()).isOk).toBe(true);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(unsure).toHaveLength(2);
});

test("a refusal is final and asked for once", async () => {
  const { server, keys } = serverThatAnswers(CLOSED);
  const answer = await beginWrite(server, requestCancelOrder("7"), { wait }).send();
  expect(answer.isOk).toBe(false);
  expect(keys).toHaveLength(1);
});

test("T01 who gives up waiting and presses again asks for the same until it is told", async () => {
  const { server, keys } = serverThatAnswers(LOST, LOST, LOST, LOST, null, null, null);
  const press = (id: string) => beginWrite(server, requestCancelOrder(id), { wait }).send();
  expect((await press("7")).isOk).toBe(false);
  await press("8");
  await press("7");
  await press("7");
  expect(new Set(keys.slice(0, 4)).size).toBe(1);
  expect(keys[4], "something else").not.toBe(keys[0]);
  expect(keys[5], "the same once more").toBe(keys[0]);
  expect(keys[6], "after the answer it is another one").not.toBe(keys[0]);
});

test("T01 the same attempt keeps its key later; another attempt has another", async () => {
  const { server, keys } = serverThatAnswers(LOST, LOST, LOST, LOST, null, null);
  const attempt = beginWrite(server, requestCancelOrder("7"), { wait });
  const answer = await attempt.send();
  expect(!answer.isOk && isOutcomeUnknown(answer.failure)).toBe(true);
  expect((await attempt.send()).isOk).toBe(true);
  await beginWrite(server, requestCancelOrder("7"), { wait }).send();
  expect(new Set(keys.slice(0, 5)).size).toBe(1);
  expect(keys[5]).not.toBe(keys[0]);
});

test.each(["OVERLOADED", "UNAVAILABLE", "TRADING_HALTED", "TOO_MANY", "INTERNAL"] as const)(
  "T01 who is put off (%s) after a lost answer knows as little as before, and asks for the same",
  async (reason) => {
    const off = refused(reason);
    const { server, keys } = serverThatAnswers(LOST, off, off, off, off, null, null);
    const press = () => beginWrite(server, requestCancelOrder("7"), { wait }).send();
    const first = await press();
    expect(!first.isOk && isOutcomeUnknown(first.failure), "nobody knows").toBe(true);
    expect(keys).toHaveLength(4);
    expect((await press()).isOk).toBe(true);
    expect(new Set(keys).size, "put off once more, then told").toBe(1);
    await press();
    expect(keys.at(-1)).not.toBe(keys[0]);
  },
);

test("T01 with the session ends the asking, not the doubt", async () => {
  const { server, keys } = serverThatAnswers(LOST, refused("SESSION_EXPIRED"), null);
  const attempt = beginWrite(server, requestCancelOrder("7"), { wait });
  const answer = await attempt.send();
  expect(!answer.isOk && isOutcomeUnknown(answer.failure)).toBe(true);
  expect(keys, "nobody is logged in who could be told").toHaveLength(2);
  expect((await attempt.send()).isOk).toBe(true);
  expect(new Set(keys).size).toBe(1);
});

test("who is put off without any doubt has asked for nothing", async () => {
  const { server, keys } = serverThatAnswers(OVERLOADED, null);
  const press = () => beginWrite(server, requestCancelOrder("7"), { wait }).send();
  expect(await press()).toEqual({ isOk: false, failure: OVERLOADED });
  await press();
  expect(new Set(keys).size).toBe(2);
});

test("a decision after a lost answer is final", async () => {
  const { server, keys } = serverThatAnswers(LOST, OVERLOADED, CLOSED, null);
  const press = () => beginWrite(server, requestCancelOrder("7"), { wait }).send();
  expect(await press()).toEqual({ isOk: false, failure: CLOSED });
  await press();
  expect(keys.at(-1)).not.toBe(keys[0]);
});

test("T01 what one has left open is not taken up for another who asks for the same", async () => {
  const { server, keys } = serverThatAnswers(LOST, LOST, LOST, LOST, null, null);
  const press = (owner: string) =>
    beginWrite(server, requestCancelOrder("7"), { owner, wait }).send();
  await press("ann");
  await press("bob");
  await press("ann");
  expect(keys.slice(0, 4)).toEqual([keys[0], keys[0], keys[0], keys[0]]);
  expect(keys[4]).not.toBe(keys[0]);
  expect(keys[5], "hers is still open").toBe(keys[0]);
});
