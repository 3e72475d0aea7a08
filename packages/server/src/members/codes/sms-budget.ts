// What a day's text messages may cost, for all and for a country (T11). Called by the sender.
// Invariants: only what is really sent is counted, so that asking for codes to nobody uses nothing
// up; a part is kept for members who are logged in. That one message more was sent shows only when
// a whole day's are gone, which is nothing to learn an account from (T14).

import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { type Refused, refuse } from "../../platform/handler.ts";
import type { Log } from "../../platform/log.ts";
import type { AttemptWindows } from "../attempts/attempt-windows.ts";
import { DAY_MS, type SendingLimits } from "../attempts/limits.ts";
import type { Asked } from "./sending-limits.ts";

/** Strangers stop here, and somebody should look. */
const STRANGERS_SHARE = 0.8;

export type SmsBudget = {
  /** Refuses with TOO_MANY or SENDING_PAUSED. */
  readonly refuse: (asked: Asked) => Promise<Refused | null>;
  /** Counts one; false when the last one went while this was on its way. */
  readonly spend: (asked: Asked) => Promise<boolean>;
};

export function createSmsBudget({
  windows,
  limits,
  log,
}: {
  windows: AttemptWindows;
  limits: SendingLimits;
  log: Log;
}): SmsBudget {
  const strangersMax = Math.floor(limits.smsPerDay * STRANGERS_SHARE);
  const potsOf = ({ contact, asker }: Asked) => {
    if (contact.kind === "email") return [];
    const all = { what: "sms-sent", subject: "all", windowMs: DAY_MS };
    if (asker.kind === "member") return [{ counted: all, max: limits.smsPerDay }];
    const country = { ...all, subject: callingCodeOf(contact.value) };
    return [
      { counted: country, max: limits.smsPerCountryDay },
      { counted: all, max: strangersMax },
    ];
  };

  return {
    async refuse(asked) {
      for (const { counted, max } of potsOf(asked)) {
        const { tries } = await windows.look(counted);
        if (tries >= max) return refuse(counted.subject === "all" ? "SENDING_PAUSED" : "TOO_MANY");
      }
      return null;
    },
    async spend(asked) {
      const taken: ReturnType<typeof potsOf>[number]["counted"][] = [];
      for (const { counted, max } of potsOf(asked)) {
        const { tries } = await windows.count(counted);
        taken.push(counted);
        if (counted.subject === "all") watch(tries);
        if (tries <= max) continue;
        for (const pot of taken) await windows.takeBack(pot);
        return false;
      }
      return true;
    },
  };

  function watch(sent: number): void {
    const sentMax = limits.smsPerDay;
    const facts = { alarm: "sms-spend", sent, sentMax };
    if (sent === strangersMax) log.error(facts, "the rest of the day's text messages is members'");
    if (sent === sentMax) log.error(facts, "no more text messages are sent today");
  }
}

/** "852" of +85261234567. */
export function callingCodeOf(mobile: string): string {
  return parsePhoneNumberFromString(mobile)?.countryCallingCode ?? "";
}
