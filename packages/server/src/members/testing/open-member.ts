// A member with a password on the trading floor, and the short ways of tests through second
// factors: stepping up, setting up an app, adding a passkey.

import { generateSync } from "otplib";
import type pg from "pg";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from "../../testing/software-authenticator.ts";
import type { Reply, Trader, TradingFloor } from "../../testing/trading-floor.ts";
import { createPasswords } from "../passwords/passwords.ts";

export const PASSWORD = "a long walk by the sea 42";
const PERIOD_MS = 30_000;

/** Hashing is slow on purpose, so all members of a test file share one hash. */
let passwordHash: Promise<string> | null = null;

export async function openMember(floor: TradingFloor): Promise<Trader> {
  passwordHash ??= createPasswords().hash(PASSWORD);
  const member = await floor.openReal("1000");
  await floor.test.database
    .updateTable("app_user")
    .set({ password_hash: await passwordHash })
    .where("id", "=", BigInt(member.userId))
    .execute();
  return member;
}

export async function stepUpByPassword(member: Trader): Promise<Reply> {
  return await member.post("/v1/api/main/step_up", { password: PASSWORD });
}

/** The member's authenticator app; every code is of later 30 seconds than the one before. */
export type App = { readonly secret: string; readonly nextCode: () => string };

export function appOf(floor: TradingFloor, secret: string): App {
  return {
    secret,
    nextCode: () => {
      floor.clock.advance(PERIOD_MS);
      return generateSync({ secret, epoch: Math.floor(floor.clock.now() / 1_000) });
    },
  };
}

/** Turns the second factor on; the recovery codes are as they were answered. */
export async function turnOnApp(
  floor: TradingFloor,
  member: Trader,
): Promise<App & { readonly recoveryCodes: readonly string[] }> {
  await stepUpByPassword(member);
  const { data } = await member.post("/v1/api/main/two_factor/setup");
  const app = appOf(floor, data.secret);
  const on = await member.post("/v1/api/main/two_factor/enable", { auth_code: app.nextCode() });
  return { ...app, recoveryCodes: on.data.recovery_codes };
}

/** The session must have stepped up. */
export async function addPasskey(
  member: Trader,
  name = "Phone",
): Promise<{ readonly reply: Reply; readonly authenticator: SoftwareAuthenticator }> {
  const authenticator = createSoftwareAuthenticator();
  const { data } = await member.post("/v1/api/main/passkey/register_options");
  const response = JSON.stringify(authenticator.make(data.options));
  const fields = { id: data.id, response, name };
  const reply = await member.post("/v1/api/main/passkey/register", fields);
  return { reply, authenticator };
}

/** As if the app and the passkeys had been there for days; asked of the owner of the tables. */
export async function ageFactors(owner: pg.Client, userId: string): Promise<void> {
  for (const [table, column] of [
    ["totp_secret", "enabled_at"],
    ["passkey", "created_at"],
  ]) {
    const older = `${column} = ${column} - interval '3 days'`;
    await owner.query(`update ${table} set ${older} where user_id = $1`, [userId]);
  }
}
