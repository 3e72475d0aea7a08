// No second amount is held while nobody knows about the first, whatever has changed in the form
// meanwhile; and nobody is kept from asking once it is known (T01).
// @vitest-environment node

import type { Reason } from "@truetick/contract";
import type { NewWithdrawal } from "@truetick/contract/cashier";
import { expect, test } from "vitest";
import type { Answer, Failure, Server } from "../api/server.ts";
import { sendWithdrawal } from "./send-withdrawal.ts";

const LOST: Failure = { kind: "unreachable", code: "NETWORK" };
const LOST_ALL_ALONG = [LOST, LOST, LOST, LOST];

function refused(reason: Reason): Failure {
  return { kind: "refused", code: "1", reason, numbers: {}, text: reason };
}

const ASKED: NewWithdrawal = {
  currencyId: "1",
  methodId: "3",
  amount: "100.00",
  memo: "",
  quoteId: "first",
  authCode: "111111",
};
const LATER = { ...ASKED, quoteId: "second", authCode: "222222" };

function openDesk(...failures: (Failure | null)[]) {
  const asked: string[] = [];
  const keys: (string | undefined)[] = [];
  const server: Pick<Server, "write"> = {
    async write({ fields }, options) {
      keys.push(options?.key);
      asked.push(`${fields.number} ${fields.quote_id} ${fields.auth_code}`);
      const failure = failures.shift() ?? null;
      const answer = failure ? { isOk: false, failure } : { isOk: true, value: undefined };
      // Nothing is read of the answer, so nothing is a value of its type.
      return answer as Answer<never>;
    },
  };
  const press = (now: NewWithdrawal, userId = "7") =>
    sendWithdrawal(server, { userId, asked: now, wait: async () => undefined });
  return { asked, keys, press };
}

const FIRST = "100.00 first 111111";
const SECOND = "100.00 second 222222";

test("T01 a fresh code and a new quote make no second withdrawal of an unknown one", async () => {
  const { asked, keys, press } = openDesk(...LOST_ALL_ALONG, ...LOST_ALL_ALONG);
  expect((await press(ASKED)).isOk).toBe(false);
  expect((await press(LATER)).isOk).toBe(false);
  expect((await press({ ...LATER, amount: "50.00" })).isOk).toBe(true);
  expect(new Set(asked)).toEqual(new Set([FIRST]));
  expect(new Set(keys).size).toBe(1);
  await press(LATER);
  expect(asked.at(-1), "once it is known, another one is").toBe(SECOND);
  expect(keys.at(-1)).not.toBe(keys[0]);
});

test.each(["AUTH_CODE_WRONG", "QUOTE_EXPIRED", "FUNDS_EXCEED_AVAILABLE"] as const)(
  "one that is refused at last (%s) has held nothing: what stands in the form goes",
  async (reason) => {
    const { asked, keys, press } = openDesk(...LOST_ALL_ALONG, refused(reason));
    await press(ASKED);
    expect((await press(LATER)).isOk).toBe(true);
    expect(asked.slice(4)).toEqual([FIRST, SECOND]);
    expect(keys[4]).toBe(keys[0]);
    expect(keys[5]).not.toBe(keys[0]);
  },
);

test.each(["TOO_MANY", "UNAVAILABLE", "SESSION_EXPIRED", "OVERLOADED", "TRADING_HALTED"] as const)(
  "T01 who is put off (%s) knows as little as before",
  async (reason) => {
    const off = Array<Failure>(11).fill(refused(reason));
    const { asked, press } = openDesk(LOST, ...off);
    for (const now of [ASKED, LATER, LATER]) expect((await press(now)).isOk).toBe(false);
    expect(new Set(asked)).toEqual(new Set([FIRST]));
  },
);

test("a refusal without any doubt is final, and what is the same is asked once", async () => {
  const wrong = refused("AUTH_CODE_WRONG");
  const { asked, press } = openDesk(wrong, ...LOST_ALL_ALONG, wrong);
  await press(ASKED);
  await press(LATER);
  expect((await press(LATER)).isOk).toBe(false);
  expect(asked).toEqual([FIRST, ...Array<string>(5).fill(SECOND)]);
});

test("what one user has left open is nobody else's", async () => {
  const { asked, press } = openDesk(...LOST_ALL_ALONG);
  await press(ASKED);
  await press(LATER, "8");
  expect(asked.at(-1)).toBe(SECOND);
});
