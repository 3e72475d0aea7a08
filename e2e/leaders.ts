// Traders of a journey who lead or follow, on demo accounts: they exist before it begins and act
// elsewhere, by the same calls that the app makes, while the journey's browser watches.
import { randomBytes } from "node:crypto";
import { type SessionWire, sessionFromWire } from "@truetick/contract";
import { post } from "./people.ts";
import type { Platform } from "./platform.ts";

export type Trader = {
  readonly platform: Platform;
  readonly token: string;
  /** What the browser of this trader keeps. */
  readonly session: string;
};

export type FollowFigures = {
  readonly id: string;
  readonly status: number;
  readonly equity: string;
  readonly cash: string;
  readonly profit: string;
  readonly stop_reason: string;
};

/** Asks as an app does; answers what the envelope carries, or throws what it says. */
async function ask(platform: Platform, path: string, token = ""): Promise<unknown> {
  const response = await fetch(platform.origin + path, {
    headers: { lang: "en", authorization: token },
  });
  const { code, msg, data } = await response.json();
  if (code !== 1) throw new Error(`${path}: ${code} ${msg}`);
  return data;
}

export async function openDemo(platform: Platform): Promise<Trader> {
  const secret = randomBytes(16).toString("hex");
  // The server's answer to a login, as the contract declares it.
  const wire = (await ask(
    platform,
    `/api/user/createAccountDemoForU?demo_id=${secret}`,
  )) as SessionWire;
  return { platform, token: wire.token, session: JSON.stringify(sessionFromWire(wire)) };
}

let count = 0;

/** An alias that nobody has yet. */
export function newAlias(name: string): string {
  count += 1;
  return `${name}-${process.pid % 10_000}-${count}`;
}

export async function list({ platform, token }: Trader, alias: string): Promise<void> {
  const fields = { user: alias, is_listed: "1" };
  await post(platform, { path: "/api/follow/leader", token, fields });
}

const EURUSD = { forex_id: "1", multiple: "30", status: "1", type: "1" };

/** Buys at the market; answers the order's number. */
export async function buy(
  { platform, token }: Trader,
  lots: string,
  others: Readonly<Record<string, string>> = {},
): Promise<string> {
  const fields = { ...EURUSD, cont: lots, ...others };
  const placed = await post(platform, { path: "/v1/api/forex/submit", token, fields });
  return String(placed.Id);
}

/** All of it, or so many lots. */
export async function closeOrder(
  { platform, token }: Trader,
  id: string,
  lots?: string,
): Promise<void> {
  const fields = { id, ...(lots !== undefined && { cont: lots }) };
  await post(platform, { path: "/v1/api/forex/close", token, fields });
}

export async function startFollow(
  { platform, token }: Trader,
  wanted: { readonly alias: string; readonly amount: string; readonly stopPercent: string },
): Promise<string> {
  const { alias: user, amount, stopPercent: stop_percent } = wanted;
  const fields = { user, amount, factor: "1", stop_percent, max_lots: "" };
  const started = await post(platform, { path: "/api/follow/start", token, fields });
  return String(started.id);
}

export async function followOf({ platform, token }: Trader, id: string): Promise<FollowFigures> {
  // As the contract declares it.
  const { data } = (await ask(platform, "/api/follow/mine", token)) as { data: FollowFigures[] };
  const follow = data.find((each) => each.id === id);
  if (!follow) throw new Error(`There is no follow ${id}`);
  return follow;
}

type Account = { readonly Cash: string; readonly NetValue: string };

export async function accountOf({ platform, token }: Trader): Promise<Account> {
  return (await ask(platform, "/v1/api/main/account/forexDetail", token)) as Account;
}

/** A decimal of money as millionths. */
export function millionths(text: string): bigint {
  const [, sign, whole, places] = /^(-?)(\d+)\.(\d{6})$/.exec(text) ?? [];
  if (whole === undefined) throw new Error(`${text} is no money with six decimals`);
  return BigInt(`${sign}${whole}${places}`);
}
