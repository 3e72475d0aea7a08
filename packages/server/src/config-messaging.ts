// The settings of the ways out, and the keys: SMTP, Twilio, SECRET_*. Read by config.ts. Invariant:
// no refusal repeats a value that could be, or hold, a secret.

import { type Environment, textOf } from "./config-readers.ts";
import { isOneEmail } from "./platform/outbox/recipient.ts";
import type { MailFrom, SmtpAccess } from "./platform/outbox/smtp-carrier.ts";
import { TWILIO_ORIGIN, type TwilioAccess } from "./platform/outbox/twilio-carrier.ts";
import { parseKey, SECRET_NAMES, type SecretName, variableOf } from "./platform/secrets/secrets.ts";
import { StartRefusal } from "./platform/start-refusal.ts";

const SMTP_PORT = 587;
const SMTPS_PORT = 465;
const NAMED_ADDRESS = /^(?:([^<>"\\@,;:\p{Cc}]{1,100})\s)?<([^<>\s]+)>$/u;
const SENDER = /^(?:\+[1-9]\d{6,14}|\d{3,8}|[A-Za-z0-9 ]{1,11})$/;

export type GivenSecrets = Readonly<Partial<Record<SecretName, Buffer>>>;

export function readGivenSecrets(environment: Environment): GivenSecrets {
  const given: Partial<Record<SecretName, Buffer>> = {};
  for (const name of SECRET_NAMES) {
    const text = textOf(environment, variableOf(name));
    if (text === null) continue;
    const key = parseKey(text);
    if (!key) {
      throw new StartRefusal(
        `${variableOf(name)} is not a key drawn at random; make one with: openssl rand -hex 32`,
      );
    }
    given[name] = key;
  }
  return given;
}

/** Null: no mail provider. Passwords, and everything in live, only travel encrypted. */
export function readSmtp(environment: Environment, mode: "sandbox" | "live"): SmtpAccess | null {
  const text = textOf(environment, "SMTP_URL");
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSecure = url?.protocol === "smtps:";
  const isKnown = isSecure || url?.protocol === "smtp:";
  const isBare = /^\/?$/.test(url?.pathname ?? "") && !url?.search && !url?.hash;
  if (!url || !isKnown || url.hostname === "" || !isBare) {
    throw new StartRefusal(
      "SMTP_URL is not a mail server's address; one looks like smtps://user:password@mail.example.",
    );
  }
  const user = url.username
    ? { name: decodePart(url.username), password: decodePart(url.password) }
    : null;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return {
    host,
    port: url.port ? Number(url.port) : isSecure ? SMTPS_PORT : SMTP_PORT,
    isSecure,
    needsTls: (user !== null || mode === "live") && !isLoopback(host),
    user,
    from: readMailFrom(environment),
  };
}

/** What is between the marks of an address, where a "%" is written %25. */
function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StartRefusal(
      "SMTP_URL has a % in its user or password that begins no sign; a % itself is written %25.",
    );
  }
}

function readMailFrom(environment: Environment): MailFrom {
  const text = textOf(environment, "MAIL_FROM");
  const [, name = "", bracketed] = NAMED_ADDRESS.exec(text ?? "") ?? [];
  const address = bracketed ?? text ?? "";
  if (isOneEmail(address)) return { name: name.trim(), address };
  throw new StartRefusal(
    text === null
      ? "SMTP_URL needs MAIL_FROM, for example Truetick <no-reply@trade.example.com>."
      : `MAIL_FROM=${text} is not a sender; one looks like Truetick <no-reply@trade.example.com>.`,
  );
}

/** Null: no SMS provider. */
export function readTwilio(environment: Environment): TwilioAccess | null {
  const accountSid = textOf(environment, "TWILIO_ACCOUNT_SID");
  if (accountSid === null) return null;
  const authToken = textOf(environment, "TWILIO_AUTH_TOKEN");
  const from = textOf(environment, "TWILIO_FROM");
  const serviceSid = textOf(environment, "TWILIO_MESSAGING_SERVICE_SID");
  if (
    !/^AC[0-9a-f]{32}$/i.test(accountSid) ||
    authToken === null ||
    !/^\w{8,64}$/.test(authToken)
  ) {
    throw new StartRefusal(
      "TWILIO_ACCOUNT_SID needs to be AC and 32 hexadecimal digits, with TWILIO_AUTH_TOKEN beside.",
    );
  }
  const origin = readTwilioOrigin(environment);
  if (serviceSid !== null && /^MG[0-9a-f]{32}$/i.test(serviceSid)) {
    return { accountSid, authToken, sender: { kind: "service", serviceSid }, origin };
  }
  if (serviceSid === null && from !== null && SENDER.test(from)) {
    return { accountSid, authToken, sender: { kind: "number", from }, origin };
  }
  throw new StartRefusal(
    "TWILIO_ACCOUNT_SID needs TWILIO_FROM, a number like +15005550006 or a short name, " +
      "or TWILIO_MESSAGING_SERVICE_SID.",
  );
}

/** Another place than Twilio's own is for tests, and then on this machine. */
function readTwilioOrigin(environment: Environment): string {
  const text = textOf(environment, "TWILIO_ORIGIN");
  if (text === null) return TWILIO_ORIGIN;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && url.origin === text && isLoopback(url.hostname)) return text;
  throw new StartRefusal(`TWILIO_ORIGIN=${text} is not on this machine, where tests are.`);
}

/** By name or by number: where tests have their stand-ins. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
