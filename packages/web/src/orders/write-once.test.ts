// A broken line never orders twice: the same attempt is asked again under the same key until
// somebody knows what became of it (T01, F11).
// @vitest-environment node

import { requestCancelOrder } from "@truetick/contract";
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
const CLOSED: Failure = { ...UNKNOWN, reason: "MARKET_CLOSED", text: "closed" };

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
