// How often codes may be asked for (T11). Called by the sender. Invariants: what strangers ask for
// is never counted against a member who is logged in, so that nobody can keep an owner from codes
// (T09); an owner who is not logged in is stopped by what others did only beyond many captchas;
// what is asked is counted whether the account exists or not (T14).

import { type CaptchaAnswer, RESEND_AFTER_SECONDS } from "@truetick/contract";
import type { Captchas } from "../../platform/captcha/captchas.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import type { AttemptWindows } from "../attempts/attempt-windows.ts";
import { CAPTCHA_SHARE, DAY_MS, type SendingLimits } from "../attempts/limits.ts";
import type { Contact } from "../users/contact.ts";
import { callingCodeOf } from "./sms-budget.ts";

const HOUR_MS = 3_600_000;
const RESEND_AFTER_MS = RESEND_AFTER_SECONDS * 1_000;
/** The last digits of a number, which pumping counts through. */
const PREFIX_OPEN_DIGITS = 4;

/** Whoever asks for a code: a member for the own stored address, or anybody for a typed one. */
export type Asker = { readonly kind: "member"; readonly userId: number } | Stranger;

type Stranger = {
  readonly kind: "stranger";
  readonly address: string;
  readonly captcha: CaptchaAnswer | null;
};

export type Asked = { readonly contact: Contact; readonly asker: Asker };

export type SendingGate = {
  /** Counts it. Refuses with RESEND_TOO_SOON, CAPTCHA_NEEDED, CAPTCHA_WRONG or TOO_MANY. */
  readonly refuse: (asked: Asked) => Promise<Refused | null>;
};

type GateParts = {
  readonly windows: AttemptWindows;
  readonly captchas: Captchas;
  readonly limits: SendingLimits;
};

export function createSendingGate(parts: GateParts): SendingGate {
  return {
    refuse: ({ contact, asker }) =>
      asker.kind === "member"
        ? refuseMember(parts, asker.userId)
        : refuseStranger(parts, contact, asker),
  };
}

async function refuseMember(
  { windows, limits }: GateParts,
  userId: number,
): Promise<Refused | null> {
  const subject = `own/${userId}`;
  const pause = await windows.count({ what: "code-pause", subject, windowMs: RESEND_AFTER_MS });
  if (pause.tries > 1) return tooSoon(pause.endsInMs);
  const day = await windows.count({ what: "code-target", subject, windowMs: DAY_MS });
  return day.tries > limits.perMemberDay ? refuse("TOO_MANY") : null;
}

async function refuseStranger(
  parts: GateParts,
  contact: Contact,
  { address, captcha }: Stranger,
): Promise<Refused | null> {
  const { windows, captchas, limits } = parts;
  const target = `${contact.kind}/${contact.value}`;
  const pause = {
    what: "code-pause",
    subject: `${target}/${address}`,
    windowMs: RESEND_AFTER_MS,
  };
  const before = await windows.look(pause);
  if (before.tries > 0) return tooSoon(before.endsInMs);
  const dailies = dailyLimits(limits, { contact, address });
  if (await needsCaptcha(parts, { target, address, dailies })) {
    if (captcha === null) return refuse("CAPTCHA_NEEDED");
    if (!(await captchas.isRight(captcha, { purpose: "code", address }))) {
      return refuse("CAPTCHA_WRONG");
    }
  }
  // Whoever comes first has it; the look above only spared the others their captcha.
  const now = await windows.count(pause);
  if (now.tries > 1) return tooSoon(now.endsInMs);
  await windows.count({ what: "code-target-pause", subject: target, windowMs: RESEND_AFTER_MS });
  for (const { what, subject, max } of dailies) {
    const { tries } = await windows.count({ what, subject, windowMs: DAY_MS });
    if (max !== null && tries > max) return refuse("TOO_MANY");
  }
  return null;
}

/** Above a rate, and when others have asked for the same: a captcha overcomes what they did. */
async function needsCaptcha(
  { windows, limits }: GateParts,
  { target, address, dailies }: { target: string; address: string; dailies: DailyLimit[] },
): Promise<boolean> {
  const hour = { what: "code-address-hour", subject: address, windowMs: HOUR_MS };
  const pause = { what: "code-target-pause", subject: target, windowMs: RESEND_AFTER_MS };
  const ofAddress = await windows.count(hour);
  const shared = dailies.filter(({ free }) => free !== null);
  const [others, ...days] = await Promise.all([
    windows.look(pause),
    ...shared.map(({ what, subject }) => windows.look({ what, subject, windowMs: DAY_MS })),
  ]);
  return (
    ofAddress.tries > limits.freePerAddressHour ||
    (others?.tries ?? 0) > 0 ||
    shared.some(({ free }, n) => free !== null && (days[n]?.tries ?? 0) >= free)
  );
}

type DailyLimit = {
  readonly what: string;
  readonly subject: string;
  /** From here on a captcha; null where nobody else can have used it up. */
  readonly free: number | null;
  /** Null where only what is really sent is limited (`sms-budget.ts`). */
  readonly max: number | null;
};

/** From the narrowest to the widest, so that one number cannot use up a country's. */
function dailyLimits(
  limits: SendingLimits,
  { contact, address }: { contact: Contact; address: string },
): DailyLimit[] {
  const { kind, value } = contact;
  const target = `${kind}/${value}`;
  const free = (max: number) => Math.floor(max * CAPTCHA_SHARE);
  const limit = (what: string, subject: string, max: number) => ({
    what,
    subject,
    free: free(max),
    max,
  });
  const everybody: DailyLimit[] = [
    { what: "code-pair", subject: `${target}/${address}`, free: null, max: limits.perPairDay },
    { what: "code-address", subject: address, free: null, max: limits.perAddressDay },
    limit("code-target", target, limits.perTargetDay),
  ];
  if (kind === "email") return everybody;
  const { smsPerPrefixDay, smsPerCountryDay, smsPerDay } = limits;
  return [
    ...everybody,
    limit("sms-prefix", value.slice(0, -PREFIX_OPEN_DIGITS), smsPerPrefixDay),
    { ...limit("sms-asked", callingCodeOf(value), smsPerCountryDay), max: null },
    { ...limit("sms-asked", "all", smsPerDay), max: null },
  ];
}

function tooSoon(endsInMs: number): Refused {
  return refuse("RESEND_TOO_SOON", { seconds: Math.max(1, Math.ceil(endsInMs / 1_000)) });
}
