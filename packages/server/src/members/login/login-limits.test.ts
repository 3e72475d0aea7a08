// T09: guesses at one account from a hundred addresses: how many of them are looked at, and whether
// the owner still gets in with a captcha. Live limits.

import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCaptchas } from "../../platform/captcha/captchas.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createAttemptWindows } from "../attempts/attempt-windows.ts";
import { MEMBER_LIMITS } from "../attempts/limits.ts";
import { createLoginGate } from "./login-limits.ts";

const LETTERS = "kwxyt";
const contact = { kind: "email", value: "ann@example.test" } as const;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

function open(mode: "sandbox" | "live" = "live") {
  const clock = createFakeClock();
  const parts = { database: test.database, clock, key: randomBytes(32) };
  const captchas = createCaptchas({
    ...parts,
    drawLetters: async () => ({ letters: LETTERS, png: Buffer.alloc(0) }),
  });
  const windows = createAttemptWindows(parts);
  const gate = createLoginGate({ windows, captchas, limits: MEMBER_LIMITS[mode].login });
  const attempt = async (address: string, { isSolved = false } = {}) => {
    const drawn = isSolved ? await captchas.draw({ purpose: "login", address }) : null;
    const captcha = drawn === null ? null : { id: drawn.id, answer: LETTERS };
    return (await gate.refuse({ contact, address, captcha }))?.reason ?? "looked at";
  };
  return { clock, gate, attempt };
}

const ADDRESSES = Array.from({ length: 100 }, (_, n) => `203.${n}.113.7`);

describe("T09: many addresses guess at one account", () => {
  it("without captchas: five guesses are looked at, and the owner gets in with one", async () => {
    const { gate, attempt } = open();
    const heard: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (const address of ADDRESSES) heard.push(await attempt(address));
    }
    expect(heard.filter((reason) => reason === "looked at")).toHaveLength(5);
    const owner = "198.51.100.9";
    expect(await attempt(owner)).toBe("CAPTCHA_NEEDED");
    expect(await attempt(owner, { isSolved: true })).toBe("looked at");
    await gate.noteRight({ contact, address: owner, captcha: null });
    expect(await attempt(owner)).toBe("looked at");
  });

  it("with captchas: so many from each address, and the owner still gets in", async () => {
    const { clock, attempt } = open();
    const { perPair, perPairDay } = MEMBER_LIMITS.live.login;
    const thief = ADDRESSES[0] ?? "";
    const looked = async () => {
      let count = 0;
      for (let tries = 0; tries < perPair + 5; tries += 1) {
        if ((await attempt(thief, { isSolved: true })) === "looked at") count += 1;
      }
      return count;
    };
    expect(await looked()).toBe(perPair);
    expect(await attempt("198.51.100.9", { isSolved: true })).toBe("looked at");
    let day = perPair;
    for (let hour = 0; hour < 5; hour += 1) {
      clock.advance(3_600_001);
      day += await looked();
    }
    expect(day).toBe(perPairDay);
    clock.advance(3_600_001);
    expect(await looked()).toBe(1);
    expect(await attempt("198.51.100.9", { isSolved: true })).toBe("looked at");
  });

  it("from the owner's own address: no lock-out, a captcha and a minute", async () => {
    const { clock, attempt } = open();
    const { perPair, perPairDay } = MEMBER_LIMITS.live.login;
    const home = "198.51.100.9";
    for (let done = 0; done < perPairDay; done += perPair) {
      for (let n = 0; n < perPair; n += 1) {
        expect(await attempt(home, { isSolved: true })).toBe("looked at");
      }
      clock.advance(3_600_001);
    }
    expect(await attempt(home)).toBe("CAPTCHA_NEEDED");
    expect(await attempt(home, { isSolved: true })).toBe("looked at");
    expect(await attempt(home, { isSolved: true })).toBe("TOO_MANY_ATTEMPTS");
    clock.advance(60_001);
    expect(await attempt(home, { isSolved: true })).toBe("looked at");
  });

  it("one address that tries many accounts stops altogether", async () => {
    const { gate } = open();
    const { perAddress, freePerAddress } = MEMBER_LIMITS.live.login;
    const reasons = new Map<string, number>();
    for (let n = 0; n < perAddress + 20; n += 1) {
      const other = { kind: "email", value: `m${n}@example.test` } as const;
      const attempt = { contact: other, address: "203.0.113.7", captcha: null };
      const reason = (await gate.refuse(attempt))?.reason ?? "looked at";
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    expect(Object.fromEntries(reasons)).toEqual({
      "looked at": freePerAddress,
      CAPTCHA_NEEDED: perAddress - freePerAddress,
      TOO_MANY_ATTEMPTS: 20,
    });
  });

  it("behind a proxy that is not trusted, in the sandbox: everybody is still heard", async () => {
    const { gate } = open("sandbox");
    const { perAddress } = MEMBER_LIMITS.sandbox.login;
    const reasons = new Set<string>();
    for (let n = 0; n < perAddress + 20; n += 20) {
      const round = Array.from({ length: 20 }, async (_, k) => {
        const other = { kind: "email", value: `m${n + k}@example.test` } as const;
        const attempt = { contact: other, address: "127.0.0.1", captcha: null };
        reasons.add((await gate.refuse(attempt))?.reason ?? "looked at");
      });
      await Promise.all(round);
    }
    expect([...reasons]).toEqual(["looked at"]);
  });
});
