// The two operators of a journey's platform, and what they do outside of the journey's own screens:
// calls of the desk, made with a session of theirs.
import type { Platform } from "./platform.ts";

export type Operator = { readonly email: string; readonly password: string };

export const OPERATORS = [
  { email: "first@desk.test", password: "harbour Lantern one" },
  { email: "second@desk.test", password: "harbour Lantern two" },
] as const satisfies readonly Operator[];

/** What the platform is started with, so that they exist. */
export const OPERATOR_SETTINGS = {
  OPERATOR_EMAIL: OPERATORS[0].email,
  OPERATOR_PASSWORD: OPERATORS[0].password,
  OPERATOR2_EMAIL: OPERATORS[1].email,
  OPERATOR2_PASSWORD: OPERATORS[1].password,
};

type Fields = Readonly<Record<string, string>>;

export type StaffCalls = {
  readonly get: (path: string) => Promise<Record<string, unknown>>;
  readonly post: (path: string, fields: Fields) => Promise<Record<string, unknown>>;
};

async function ask(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const { code, msg, data } = await (await fetch(url, init)).json();
  if (code !== 1) throw new Error(`${url}: ${code} ${msg}`);
  return data;
}

/** Logs in beside the journey; paths are those below /v1/api/desk/. */
export async function staffCalls(platform: Platform, operator: Operator): Promise<StaffCalls> {
  const base = `${platform.origin}/v1/api/desk`;
  const form = (fields: Fields, token = "") => ({
    method: "POST",
    headers: { lang: "en", authorization: token },
    body: new URLSearchParams(fields),
  });
  const { email, password } = operator;
  await ask(`${base}/login/mail_code`, form({ email, password }));
  const auth_code = await platform.outbox.codeFor(email);
  const { token } = await ask(`${base}/login`, form({ email, password, auth_code }));
  const headers = { lang: "en", authorization: String(token) };
  return {
    get: (path) => ask(`${base}/${path}`, { headers }),
    post: (path, fields) => ask(`${base}/${path}`, form(fields, String(token))),
  };
}
