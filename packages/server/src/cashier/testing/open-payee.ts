// A certified member with a payout method that has cooled, and the short ways of tests through a
// withdrawal: asking, the mailed code, two people who approve.

import { certify } from "../../members/testing/certify-member.ts";
import {
  FLOOR_COOLING_SEC,
  type Operator,
  type Reply,
  type Trader,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import { sandboxAddress } from "../currencies/seed-rails.ts";

export const BANK = {
  bank_name: "First Harbour Bank",
  bank_address: "1 Harbour Road",
  bank_swift: "DEUTDEFF",
  payee_name: "CHAN Tai Man",
  payee_account: "DE89370400440532013000",
  branch_name: "Central",
  remark: "Savings",
} as const;

/** The numbers of the sandbox's currencies, by code. */
export async function currencyIds(member: Trader): Promise<Readonly<Record<string, string>>> {
  const { data } = await member.get("/api/account/draw_symbol_list");
  return Object.fromEntries(
    data.data.map(({ code, id }: { code: string; id: string }) => [code, id]),
  );
}

export const NETWORK_OF = { USDT: "TRC20", BTC: "BTC", ETH: "ERC20" } as const;
export type PaidCode = keyof typeof NETWORK_OF | "USD" | "EUR";

/** Binds one; the answer's data is the method. `own` makes addresses of one code differ. */
export async function bind(member: Trader, code: PaidCode, own = "1"): Promise<Reply> {
  const ids = await currencyIds(member);
  const isBank = code === "USD" || code === "EUR";
  return await member.post("/api/wallet/bind_draw_method", {
    draw_id: ids[code] ?? 0,
    type: isBank ? 2 : 1,
    ...(isBank ? BANK : { dc_address: sandboxAddress(NETWORK_OF[code], own) }),
  });
}

export type Payee = {
  readonly member: Trader;
  readonly methodId: string;
  readonly currencyId: string;
};

/** With that much cash, certified, and a method of that currency that may be used now. */
export async function openPayee(
  floor: TradingFloor,
  { cash = "1000", code = "USDT" }: { readonly cash?: string; readonly code?: PaidCode } = {},
): Promise<Payee> {
  const member = await floor.openReal(cash);
  await certify(floor, member);
  const { data } = await bind(member, code);
  floor.clock.advance(FLOOR_COOLING_SEC * 1_000);
  return { member, methodId: data.id, currencyId: data.draw_currency.id };
}

export function draw(
  { member, methodId, currencyId }: Payee,
  amount: string,
  more: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const fields = {
    draw_currency_id: currencyId,
    draw_method_id: methodId,
    number: amount,
    ...more,
  };
  return member.post("/api/account/draw", fields, headers);
}

/** The newest code that was mailed for a withdrawal. */
export async function mailedCode(floor: TradingFloor, withdrawalId: string): Promise<string> {
  const letters = await floor.letters();
  const letter = letters.findLast(
    ({ kind, replaces }) => kind === "withdrawalCode" && replaces === withdrawalId,
  );
  if (!letter?.code) throw new Error("Invariant: a code was mailed");
  return letter.code;
}

export async function confirm(
  floor: TradingFloor,
  { member }: Payee,
  withdrawalId: string,
): Promise<Reply> {
  const auth_code = await mailedCode(floor, withdrawalId);
  return await member.post("/api/account/draw_confirm", { id: withdrawalId, auth_code });
}

/** Asked for and confirmed; answers its number. */
export async function drawConfirmed(
  floor: TradingFloor,
  payee: Payee,
  amount: string,
): Promise<string> {
  const { data } = await draw(payee, amount);
  await confirm(floor, payee, data.id);
  return data.id;
}

export async function approve(operator: Operator, id: string): Promise<Reply> {
  const { data } = await operator.get("/v1/api/desk/withdrawal/show", { id });
  return await operator.post("/v1/api/desk/withdrawal/approve", { id, hash: data.hash });
}

/** By two people. */
export async function approveTwice(floor: TradingFloor, id: string): Promise<void> {
  for (const role of ["finance", "compliance"] as const) {
    await approve(await floor.openStaff([role]), id);
  }
}

export async function balanceOf({ member }: Payee) {
  const { data } = await member.get("/v1/api/main/account/forexDetail");
  return { cash: data.Cash, held: data.WithdrawalHold };
}
