// What is mailed to members about money, identity and the safety of the account also lies in the
// inbox, once, in the reader's words, and leads to where something can be done about it.

import { afterAll, beforeAll, expect, it } from "vitest";
import { approveDeposit, newReference, submitCoin } from "../cashier/testing/open-depositor.ts";
import { approveTwice, bind, drawConfirmed, openPayee } from "../cashier/testing/open-payee.ts";
import { addPasskey, openMember, stepUpByPassword } from "../members/testing/open-member.ts";
import { openTradingFloor, type Trader, type TradingFloor } from "../testing/trading-floor.ts";

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(async () => {
  expect(await floor.broken()).toEqual({});
  await floor.close();
});

/** Once nothing is done behind the back of a call any more. */
async function noticesOf(member: Trader) {
  await floor.cashier().sweep();
  await floor.letters();
  const { data } = await member.get("/v1/api/main/notice/list");
  return data.data.map(({ kind, title, text, link }: Record<string, string>) => {
    return { kind, title, text, link };
  });
}

it("a deposit, credited and not credited", async () => {
  const ann = await floor.openReal();
  const finance = await floor.openStaff(["finance"]);
  const first = (await submitCoin(ann, "76.5")).data.id;
  await approveDeposit(finance, first, newReference());
  const second = (await submitCoin(ann, "20")).data.id;
  const rejection = { id: second, remark: "nothing came" };
  expect((await finance.post("/v1/api/desk/deposit/reject", rejection)).code).toBe(1);
  expect(await noticesOf(ann)).toEqual([
    {
      kind: "depositRejected",
      title: "Deposit not credited",
      text: `Deposit ${second} of 20 USDT was not credited. Reason: nothing came`,
      link: "/mine/charge",
    },
    {
      kind: "depositCredited",
      title: "Deposit credited",
      text: `Deposit ${first} of 76.5 USDT was credited with 76.50 USD.`,
      link: "/mine/history",
    },
  ]);
});

it("identity, a payout method, a withdrawal that was paid, and a pause of them", async () => {
  const payee = await openPayee(floor, { cash: "500" });
  const id = await drawConfirmed(floor, payee, "100");
  await approveTwice(floor, id);
  await floor.cashier().sweep();
  const support = await floor.openStaff(["compliance"]);
  const freeze = { id: payee.member.userId, hours: "24", reason: "a call from you" };
  expect((await support.post("/v1/api/desk/user/freeze", freeze)).code).toBe(1);
  const notices = await noticesOf(payee.member);
  expect(notices.map(({ kind }: { kind: string }) => kind)).toEqual([
    "accountFrozen",
    "withdrawalPaid",
    "methodBound",
    "identityDecided",
  ]);
  expect(notices[0].text).toMatch(/paused until .*Reason: a call from you$/);
  expect(notices[1].text).toMatch(new RegExp(`^Withdrawal ${id}: paid out [\\d.]+ USDT\\.$`));
  expect(notices[3]).toMatchObject({ link: "/mine/auth", title: "Review of your identity" });
});

it("a question about money, by mail and in the inbox, in the member's language", async () => {
  const payee = await openPayee(floor, { cash: "500" });
  const finance = await floor.openStaff(["finance"]);
  const deposit = (await submitCoin(payee.member, "31")).data.id;
  const withdrawal = await drawConfirmed(floor, payee, "100");
  await payee.member.post("/v1/api/main/setting", { language: "hk" });
  const before = (await floor.letters()).length;
  const ask = (what: string, id: string, question: string) =>
    finance.post(`/v1/api/desk/${what}/ask`, { id, question });
  expect((await ask("deposit", deposit, "From which wallet?")).code).toBe(1);
  expect((await ask("withdrawal", withdrawal, "Is it yours?")).code).toBe(1);
  expect((await ask("deposit", deposit, "And when?")).code).toBe(1);
  const letters = (await floor.letters()).slice(before);
  expect(letters.map(({ channel, kind }) => [channel, kind]).sort()).toEqual([
    ["email", "depositAsked"],
    ["email", "depositAsked"],
    ["email", "withdrawalAsked"],
  ]);
  const [mailed] = letters.filter(({ kind }) => kind === "withdrawalAsked");
  expect(mailed).toMatchObject({ subject: "有關你提款的提問" });
  expect(mailed?.text).toContain("Is it yours?");
  const told = (await noticesOf(payee.member)).filter(({ kind }: { kind: string }) =>
    kind.endsWith("Asked"),
  );
  expect(told).toContainEqual({
    kind: "depositAsked",
    title: "Question about your deposit",
    text: `Deposit ${deposit}: And when? Answer it on the deposit page.`,
    link: "/mine/charge",
  });
  expect(told).toHaveLength(3);
});

it("each once, however often the letter is sent; nobody else's", async () => {
  const [ann, bob] = [await floor.openReal(), await floor.openReal()];
  const letter = {
    kind: "methodBound",
    key: "mail.methodBound.text",
    notice: {
      facts: { kind: "methodBound", currency: "USDT", usableAtMs: 0 },
      source: "method",
      sourceId: "7",
    },
  } as const;
  const values = { currency: "USDT", destination: "x", until: "y" };
  for (let count = 0; count < 3; count += 1) {
    await floor.members().letters.send(Number(ann.userId), letter, () => values);
  }
  expect(await noticesOf(ann)).toHaveLength(1);
  expect(await noticesOf(bob)).toEqual([]);
});

it("what happened to the safety of the account", async () => {
  const ann = await openMember(floor);
  await stepUpByPassword(ann);
  await addPasskey(ann);
  const [notice] = await noticesOf(ann);
  expect(notice).toEqual({
    kind: "securityChanged",
    title: "Security of your account",
    text: "Your passkeys were changed. If this was not you, change your password now.",
    link: "/mine/security",
  });
  await bind(ann, "USDT");
  expect((await noticesOf(ann))[0]).toMatchObject({ kind: "methodBound" });
});
