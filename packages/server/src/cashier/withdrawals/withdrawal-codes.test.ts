// T13, T69: however many withdrawals somebody asks for, the codes of one member are guessed so
// often a day and mailed so often a day, by one or by many at once.

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { MEMBER_LIMITS } from "../../members/attempts/limits.ts";
import { openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { confirm, draw, mailedCode, openPayee, type Payee } from "../testing/open-payee.ts";

const DAY_MS = 86_400_000;
const { withdrawalCodes } = MEMBER_LIMITS.sandbox;

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

const newId = async (payee: Payee): Promise<string> => (await draw(payee, "10")).data.id;

async function guessWrong({ member }: Payee, id: string): Promise<string> {
  const right = await mailedCode(floor, id);
  const auth_code = right === "0000000" ? "0000001" : "0000000";
  const { reason = "answered" } = await member.post("/api/account/draw_confirm", { id, auth_code });
  return reason;
}

/** Each at most five times, so that none is cancelled before the member's own limit. */
async function guessAll(payee: Payee): Promise<void> {
  for (let wrong = 0; wrong < withdrawalCodes.wrongPerDay; ) {
    const id = await newId(payee);
    for (let tries = 0; tries < 5 && wrong < withdrawalCodes.wrongPerDay; tries += 1) {
      expect(await guessWrong(payee, id)).toBe("CODE_WRONG");
      wrong += 1;
    }
  }
}

async function codeLetters(to: string): Promise<number> {
  const letters = await floor.letters();
  return letters.filter((letter) => letter.kind === "withdrawalCode" && letter.to === to).length;
}

describe("T13: the codes of a member's withdrawals", () => {
  it("are guessed so often a day, over all of them, and then not even the right one", async () => {
    const payee = await openPayee(floor);
    const kept = await newId(payee);
    await guessAll(payee);
    expect(await guessWrong(payee, kept)).toBe("TOO_MANY_ATTEMPTS");
    const right = await confirm(floor, payee, kept);
    expect(right).toMatchObject({ reason: "TOO_MANY_ATTEMPTS" });
    expect(right.data.seconds).toBeGreaterThan(0);
    expect(right.data.seconds).toBeLessThanOrEqual(DAY_MS / 1_000);
    const code = await payee.member.post("/v1/api/main/withdrawal/send_code", { id: kept });
    expect(code.reason).toBe("TOO_MANY_ATTEMPTS");
    expect((await draw(payee, "10")).reason).toBe("TOO_MANY_ATTEMPTS");
    const other = await openPayee(floor);
    expect((await confirm(floor, other, await newId(other))).code).toBe(1);
    floor.clock.advance(DAY_MS);
    expect((await confirm(floor, payee, await newId(payee))).code).toBe(1);
  });

  it("of many guesses at once over many withdrawals no more are looked at", async () => {
    const payee = await openPayee(floor);
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) ids.push(await newId(payee));
    const guesses = ids.flatMap((id) => Array.from({ length: 5 }, () => id));
    const heard = await Promise.all(guesses.map((id) => guessWrong(payee, id)));
    const wrong = heard.filter((reason) => reason === "CODE_WRONG");
    expect(wrong).toHaveLength(withdrawalCodes.wrongPerDay);
    expect(new Set(heard)).toEqual(new Set(["CODE_WRONG", "TOO_MANY_ATTEMPTS"]));
  });

  it("that are right, or of a withdrawal that is decided, use nothing up", async () => {
    const payee = await openPayee(floor);
    for (let count = 0; count < withdrawalCodes.wrongPerDay + 1; count += 1) {
      const id = await newId(payee);
      expect((await confirm(floor, payee, id)).code).toBe(1);
      expect((await confirm(floor, payee, id)).reason).toBe("WITHDRAWAL_DECIDED");
      await payee.member.post("/v1/api/main/withdrawal/cancel", { id });
    }
  });

  it("are mailed so often a day", async () => {
    const payee = await openPayee(floor);
    const first = await newId(payee);
    const to = (await floor.letters()).findLast(({ replaces }) => replaces === first)?.to ?? "";
    for (let sent = 1; sent < withdrawalCodes.lettersPerDay; sent += 1) {
      const id = await newId(payee);
      await mailedCode(floor, id);
      await payee.member.post("/v1/api/main/withdrawal/cancel", { id });
    }
    expect(await codeLetters(to)).toBe(withdrawalCodes.lettersPerDay);
    floor.clock.advance(60_000);
    const again = await payee.member.post("/v1/api/main/withdrawal/send_code", { id: first });
    expect(again.reason).toBe("TOO_MANY_ATTEMPTS");
    expect((await draw(payee, "10")).reason).toBe("TOO_MANY_ATTEMPTS");
    expect(await codeLetters(to)).toBe(withdrawalCodes.lettersPerDay);
  });
});
