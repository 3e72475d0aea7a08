// Long answers for everybody travel packed where the caller can unpack them; answers of one person
// never do, however long (BREACH).

import { gunzipSync } from "node:zlib";
import { CALLS } from "@truetick/contract/calls";
import { expect, test } from "vitest";
import { succeed } from "./answer.ts";
import { packAnswer } from "./pack-answer.ts";

const LONG = succeed(Array.from({ length: 500 }, (_, index) => ({ Id: index, Code: "EURUSD" })));
const SHORT = succeed([]);
const headers = (accepted: string) => ({ "accept-encoding": accepted });

test("the list of markets is packed, and unpacks to itself", async () => {
  const packed = await packAnswer(LONG, CALLS.listMarkets, headers("br, gzip;q=0.9"));
  expect(packed.headers).toEqual([...LONG.headers, "Content-Encoding", "gzip"]);
  expect(packed.body.length).toBeLessThan(LONG.body.length / 4);
  expect(gunzipSync(packed.body).toString()).toBe(LONG.body);
});

test.each(["", "identity", "gzip;q=0", "br"])(
  "not for a caller who accepts %o",
  async (accepted) => {
    expect(await packAnswer(LONG, CALLS.listMarkets, headers(accepted))).toBe(LONG);
  },
);

test("neither what is short nor what belongs to one person", async () => {
  expect(await packAnswer(SHORT, CALLS.listMarkets, headers("gzip"))).toBe(SHORT);
  expect(await packAnswer(LONG, CALLS.getAccount, headers("gzip"))).toBe(LONG);
});
