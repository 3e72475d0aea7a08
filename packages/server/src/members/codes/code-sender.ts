// Sends codes, within what anybody may make us send (T11). Called by the calls that send one.
// Invariants: known and unknown addresses get the same answer after the same work, and the sending
// itself happens in the background (T14); a code is on its way only when every limit allows it.

import {
  type CaptchaAnswer,
  CODE_MINUTES_MAX,
  type Language,
  RESEND_AFTER_SECONDS,
} from "@truetick/contract";
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { Background } from "../../platform/background.ts";
import type { Captchas } from "../../platform/captcha/captchas.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import type { Log } from "../../platform/log.ts";
import { text } from "../../platform/messages.ts";
import type { Messenger } from "../../platform/outbox/message.ts";
import type { AttemptWindows } from "../attempts/attempt-windows.ts";
import { DAY_MS, type SendingLimits } from "../attempts/limits.ts";
import type { Contact } from "../users/contact.ts";
import type { CodeUse, VerificationCodes } from "./verification-codes.ts";

const HOUR_MS = 3_600_000;
const RESEND_AFTER_MS = RESEND_AFTER_SECONDS * 1_000;
/** The last digits of a number, which pumping counts through. */
const PREFIX_OPEN_DIGITS = 4;
/** Somebody should look before the day's money is gone. */
const ALARM_SHARE = 0.8;

export type Sending = CodeUse & {
  readonly address: string;
  readonly language: Language;
  /** A member who is logged in needs none. */
  readonly captcha: CaptchaAnswer | null | "not needed";
  /** Asked in the background: a code for nobody is stored like any other and sent to nobody. */
  readonly isForSomebody: () => Promise<boolean>;
};

export type CodeSender = {
  /** Null once it is on its way. */
  readonly send: (sending: Sending) => Promise<Refused | null>;
};

export type CodeSenderParts = {
  readonly codes: VerificationCodes;
  readonly windows: AttemptWindows;
  readonly captchas: Captchas;
  readonly messenger: Messenger;
  readonly limits: SendingLimits;
  readonly background: Background;
  readonly log: Log;
};

export function createCodeSender(parts: CodeSenderParts): CodeSender {
  const { codes, messenger, background } = parts;
  return {
    async send(sending) {
      const { contact, purpose, language } = sending;
      const channel = contact.kind === "email" ? "email" : "sms";
      if (!messenger.canSend(channel)) return refuse("SENDING_PAUSED");
      const refused = await refuseSending(parts, sending);
      if (refused) return refused;
      background.run("send a code", async () => {
        const isForSomebody = await sending.isForSomebody();
        const code = await codes.issue({ contact, purpose });
        if (!isForSomebody) return;
        await messenger.send({
          channel,
          to: contact.value,
          kind: "verifyCode",
          language,
          subject: text(language, "mail.verifyCode.subject", { code }),
          text: text(language, "mail.verifyCode.text", { code, minutes: CODE_MINUTES_MAX }),
          code,
        });
      });
      return null;
    },
  };
}

/** Refuses with RESEND_TOO_SOON, CAPTCHA_NEEDED, CAPTCHA_WRONG, TOO_MANY or SENDING_PAUSED. */
async function refuseSending(
  { windows, captchas, limits, log }: CodeSenderParts,
  { contact, address, captcha }: Sending,
): Promise<Refused | null> {
  const target = `${contact.kind}/${contact.value}`;
  const pause = { what: "code-pause", subject: target, windowMs: RESEND_AFTER_MS };
  const before = await windows.look(pause);
  if (before.tries > 0) return tooSoon(before.endsInMs);
  if (captcha !== "not needed") {
    const hour = { what: "code-address-hour", subject: address, windowMs: HOUR_MS };
    const { tries } = await windows.count(hour);
    if (tries > limits.freePerAddressHour) {
      if (captcha === null) return refuse("CAPTCHA_NEEDED");
      if (!(await captchas.isRight(captcha, { purpose: "code", address }))) {
        return refuse("CAPTCHA_WRONG");
      }
    }
  }
  // Whoever comes first has it; the look above only spared the others their captcha.
  const now = await windows.count(pause);
  if (now.tries > 1) return tooSoon(now.endsInMs);
  for (const { what, subject, max } of dailyLimits(limits, { contact, address })) {
    const { tries } = await windows.count({ what, subject, windowMs: DAY_MS });
    if (what === "sms-all") watchSpending(log, tries, max);
    if (tries > max) return refuse(what === "sms-all" ? "SENDING_PAUSED" : "TOO_MANY");
  }
  return null;
}

type DailyLimit = { readonly what: string; readonly subject: string; readonly max: number };

/** From the narrowest to the widest, so that one number cannot use up a country's. */
function dailyLimits(
  limits: SendingLimits,
  { contact, address }: { contact: Contact; address: string },
): DailyLimit[] {
  const { kind, value } = contact;
  const everybody: DailyLimit[] = [
    { what: "code-target", subject: `${kind}/${value}`, max: limits.perTargetDay },
    { what: "code-address", subject: address, max: limits.perAddressDay },
  ];
  if (kind === "email") return everybody;
  const prefix = value.slice(0, -PREFIX_OPEN_DIGITS);
  const country = parsePhoneNumberFromString(value)?.countryCallingCode ?? "";
  return [
    ...everybody,
    { what: "sms-prefix", subject: prefix, max: limits.smsPerPrefixDay },
    { what: "sms-country", subject: country, max: limits.smsPerCountryDay },
    { what: "sms-all", subject: "", max: limits.smsPerDay },
  ];
}

function watchSpending(log: Log, sent: number, sentMax: number): void {
  const alarm = "sms-spend";
  if (sent === Math.ceil(sentMax * ALARM_SHARE)) {
    log.error({ alarm, sent, sentMax }, "most of the day's text messages are sent");
  }
  if (sent === sentMax + 1) {
    log.error({ alarm, sent: sentMax, sentMax }, "no more text messages are sent today");
  }
}

function tooSoon(endsInMs: number): Refused {
  return refuse("RESEND_TOO_SOON", { seconds: Math.max(1, Math.ceil(endsInMs / 1_000)) });
}
