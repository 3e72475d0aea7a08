// Argon2id as it is stored, the queue that is bounded, and an unknown account that costs as much.

import { describe, expect, it } from "vitest";
import { BUSY, createPasswords } from "./passwords.ts";

describe("passwords", () => {
  it("are stored as Argon2id with 19 MiB and two passes, salted", async () => {
    const passwords = createPasswords(2);
    const first = await passwords.hash("maple stapler");
    const second = await passwords.hash("maple stapler");
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(second).not.toBe(first);
    expect(await passwords.verify(first, "maple stapler")).toBe(true);
    expect(await passwords.verify(first, "maple Stapler")).toBe(false);
  });

  it("are the same however their accents were typed", async () => {
    const passwords = createPasswords(2);
    const hash = await passwords.hash("caf\u00e9-maple");
    expect(await passwords.verify(hash, "cafe\u0301-maple")).toBe(true);
  });

  it("of nobody are wrong, and take as long as somebody's", async () => {
    const passwords = createPasswords(2);
    const hash = await passwords.hash("maple stapler");
    await passwords.verify(null, "warms up the one of nobody");
    const timed = async (of: string | null) => {
      const start = performance.now();
      expect(await passwords.verify(of, "wrong stapler")).toBe(false);
      return performance.now() - start;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      known.push(await timed(hash));
      unknown.push(await timed(null));
    }
    const median = (times: number[]) => times.sort((a, b) => a - b)[6] ?? 0;
    expect(median(unknown) / median(known)).toBeGreaterThan(0.5);
    expect(median(unknown) / median(known)).toBeLessThan(2);
  });

  it("T10: are looked at a few at a time; who finds the queue full is told so", async () => {
    const cores = 2;
    const passwords = createPasswords(cores);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => passwords.verify(null, "maple stapler")),
    );
    const busy = answers.filter((answer) => answer === BUSY);
    // One at work, two waiting for each core.
    expect(answers.length - busy.length).toBe(1 + 2 * cores);
    expect(await passwords.verify(null, "maple stapler")).toBe(false);
  });
});
