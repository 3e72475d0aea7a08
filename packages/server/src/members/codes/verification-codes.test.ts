// T13, inv29: a code is good for its target and purpose, while it is the newest, for ten minutes,
// five tries and once; also under random interleavings and when a hundred try at the same moment.

import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { sweep } from "../sweep.ts";
import {
  type CodeUse,
  createVerificationCodes,
  type VerificationCodes,
} from "./verification-codes.ts";

const MINUTE_MS = 60_000;
const clock = createFakeClock();
let test: TestDatabase;
let codes: VerificationCodes;

beforeAll(async () => {
  test = await createTestDatabase();
  codes = createVerificationCodes({ database: test.database, clock, key: randomBytes(32) });
});
afterAll(() => test.close());
afterEach(async () => {
  expect(await brokenInvariants(test.ownerUrl)).toEqual({});
});

let count = 0;
function newUse(purpose: CodeUse["purpose"] = "register"): CodeUse {
  count += 1;
  return { contact: { kind: "email", value: `m${count}@example.test` }, purpose };
}

/** A whole use: tried, and used up when it was right. */
async function spend(use: CodeUse, typed: string): Promise<boolean> {
  const codeId = await codes.attempt(use, typed);
  return codeId !== null && (await codes.use(test.database, codeId));
}

const other = (code: string) => (code === "0000000" ? "0000001" : "0000000");

describe("T13: a code", () => {
  it("has seven digits and is stored as a hash of them", async () => {
    const use = newUse();
    const code = await codes.issue(use);
    expect(code).toMatch(/^\d{7}$/);
    const rows = await test.database.selectFrom("verification_code").selectAll().execute();
    const stored = rows.map((row) => `${row.code_hash.toString("latin1")}${row.target_hash}`);
    expect(stored.join()).not.toContain(code);
    expect(stored.join()).not.toContain(use.contact.value);
  });

  it("is good once, however it was typed", async () => {
    const use = newUse();
    const code = await codes.issue(use);
    const arabic = [...code].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join("");
    expect(await spend(use, ` ${arabic.slice(0, 3)} ${arabic.slice(3)}`)).toBe(true);
    expect(await spend(use, code)).toBe(false);
  });

  it("has five tries", async () => {
    const use = newUse();
    const code = await codes.issue(use);
    for (let tries = 0; tries < 5; tries += 1) expect(await spend(use, other(code))).toBe(false);
    expect(await spend(use, code)).toBe(false);
    expect(await spend(use, await codes.issue(use))).toBe(true);
  });

  it("has ten minutes", async () => {
    const use = newUse();
    const [code] = [await codes.issue(use)];
    clock.advance(10 * MINUTE_MS - 1);
    const codeId = await codes.attempt(use, code);
    expect(codeId).not.toBeNull();
    clock.advance(2);
    expect(await codes.use(test.database, codeId ?? 0n)).toBe(false);
    expect(await spend(use, code)).toBe(false);
  });

  it("is nothing for another purpose, address or kind, nor once there is a newer", async () => {
    const use = newUse("register");
    const code = await codes.issue(use);
    expect(await spend({ ...use, purpose: "password" }, code)).toBe(false);
    expect(await spend(newUse(), code)).toBe(false);
    const { value } = use.contact;
    expect(await spend({ ...use, contact: { kind: "mobile", value } }, code)).toBe(false);
    const newer = await codes.issue(use);
    if (newer !== code) expect(await spend(use, code)).toBe(false);
    expect(await spend(use, newer)).toBe(true);
  });

  it("tried a hundred times at once has one winner, and five looks at most", async () => {
    const use = newUse();
    const code = await codes.issue(use);
    const won = await Promise.all(Array.from({ length: 100 }, () => spend(use, code)));
    expect(won.filter(Boolean)).toHaveLength(1);
    const guessed = newUse();
    const secret = await codes.issue(guessed);
    await Promise.all(Array.from({ length: 100 }, () => spend(guessed, other(secret))));
    expect(await spend(guessed, secret)).toBe(false);
  });

  it("under random interleavings is right only as the rules say", async () => {
    let seed = 20_261_115;
    const draw = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    type Live = { code: string; atMs: number; tries: number; isUsed: boolean };
    const uses = [newUse("register"), newUse("register")];
    const all = uses.flatMap((use) => [use, { ...use, purpose: "password" as const }]);
    const model = new Map<CodeUse, Live>();
    const given: string[] = [];
    for (let step = 0; step < 400; step += 1) {
      const use = all[draw(all.length)];
      if (!use) continue;
      const act = draw(10);
      if (act < 2) {
        const code = await codes.issue(use);
        given.push(code);
        model.set(use, { code, atMs: clock.now(), tries: 0, isUsed: false });
      } else if (act < 4) clock.advance(draw(4) * MINUTE_MS);
      else {
        const live = model.get(use);
        const typed = draw(2) === 0 ? live?.code : given[draw(given.length)];
        const isOpen =
          live !== undefined &&
          !live.isUsed &&
          live.tries < 5 &&
          clock.now() < live.atMs + 10 * MINUTE_MS;
        if (isOpen) live.tries += 1;
        const isRight = isOpen && typed === live.code;
        if (isRight) live.isUsed = true;
        expect([step, await spend(use, typed ?? "1234567")]).toEqual([step, isRight]);
      }
    }
  });

  it("is forgotten a day after its end, with what else is over", async () => {
    await codes.issue(newUse());
    clock.advance(2 * 24 * 60 * MINUTE_MS);
    await sweep(test.database, clock.now());
    const left = await test.database.selectFrom("verification_code").select("id").execute();
    expect(left).toEqual([]);
  });
});
