// People for journeys: members who exist before the journey begins, made by the same calls that the
// app makes, and what they do elsewhere, on a device that is not the journey's.
import { type SessionWire, sessionFromWire } from "@truetick/contract";
import { forgetAttempts } from "./database.ts";
import type { Platform } from "./platform.ts";

type Fields = Readonly<Record<string, string>>;

export type Member = { readonly email: string; readonly password: string };

export const PASSWORD = "river Lamp seven";

let count = 0;

/** An address that nobody has yet; every worker has a platform of its own. */
export function newEmail(name: string): string {
  count += 1;
  return `${name}-${process.pid}-${count}@example.test`;
}

/** Words that nobody has said before on this platform. */
export function newWords(words: string): string {
  count += 1;
  return `${words} ${count}`;
}

/** Posts a form as an app does; answers what the envelope carries, or throws what it says. */
export async function post(
  platform: Platform,
  { path, fields, token = "" }: { path: string; fields: Fields; token?: string },
): Promise<Record<string, unknown>> {
  const response = await fetch(platform.origin + path, {
    method: "POST",
    headers: { lang: "en", authorization: token },
    body: new URLSearchParams(fields),
  });
  const { code, msg, data } = await response.json();
  if (code !== 1) throw new Error(`${path}: ${code} ${msg}`);
  return data;
}

export async function makeMember(platform: Platform, name: string): Promise<Member> {
  const email = newEmail(name);
  await post(platform, { path: "/api/notify/send_email", fields: { to: email, type: "1" } });
  const sms_code = await platform.outbox.codeFor(email);
  const fields = { type: "email", account: email, password: PASSWORD, re_password: PASSWORD };
  await post(platform, { path: "/api/user/register", fields: { ...fields, sms_code } });
  await forgetAttempts(platform);
  return { email, password: PASSWORD };
}

/** What the browser of a member who has logged in keeps. */
export async function keptSession(platform: Platform, member: Member): Promise<string> {
  const { email: account, password } = member;
  const fields = { account, password, login_type: "email" };
  const wire = await post(platform, { path: "/api/user/loginForU", fields });
  // The server's answer to a login, as the contract declares it.
  return JSON.stringify(sessionFromWire(wire as unknown as SessionWire));
}

/** Logs in on another device; answers its token. */
export async function logInElsewhere(platform: Platform, member: Member): Promise<string> {
  const { email: account, password } = member;
  const fields = { account, password, login_type: "email" };
  const { token } = await post(platform, { path: "/api/user/loginForU", fields });
  return String(token);
}
