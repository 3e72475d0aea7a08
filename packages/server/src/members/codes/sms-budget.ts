// What a day's text messages may cost, for all, for a country and for letters (T11). Called by the
// sender of codes and by whatever tells members something. Invariants: only what is really sent is
// counted, so that asking for codes to nobody uses nothing up; a part is kept for members who are
// logged in, and letters leave half to codes. That one message more was sent shows only when a
// whole day's are gone, which is nothing to learn an account from (T14).

import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import type { Log } from "../../platform/log.ts";
import type { BatchMessenger, Messenger, OutgoingMessage } from "../../platform/outbox/message.ts";
import type { AttemptWindows } from "../attempts/attempt-windows.ts";
import { DAY_MS, type SendingLimits } from "../attempts/limits.ts";
import type { Asked } from "./sending-limits.ts";

/** Strangers stop here, and somebody should look. */
const STRANGERS_SHARE = 0.8;
/** What members make happen must not use up the codes of all others. */
const LETTERS_SHARE = 0.5;

/** Asked for by somebody, or sent because of what a member does: a letter, a code of an act. */
type Spent = Pick<Asked, "contact"> & {
  readonly asker: Asked["asker"] | { readonly kind: "letter" | "code" };
};

export type SmsBudget = {
  /** Refuses with TOO_MANY or SENDING_PAUSED. */
  readonly refuse: (asked: Asked) => Promise<Refused | null>;
  /** Counts one; false when the last one went while this was on its way. */
  readonly spend: (spent: Spent) => Promise<boolean>;
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
  const lettersMax = Math.floor(limits.smsPerDay * LETTERS_SHARE);
  const potsOf = ({ contact, asker }: Spent) => {
    if (contact.kind === "email") return [];
    const all = { what: "sms-sent", subject: "all", windowMs: DAY_MS };
    const own = { counted: all, max: limits.smsPerDay };
    if (asker.kind === "member" || asker.kind === "code") return [own];
    if (asker.kind === "letter") {
      return [{ counted: { ...all, subject: "letters" }, max: lettersMax }, own];
    }
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
    async spend(spent) {
      const taken: ReturnType<typeof potsOf>[number]["counted"][] = [];
      for (const { counted, max } of potsOf(spent)) {
        const { tries } = await windows.count(counted);
        taken.push(counted);
        if (counted.subject === "all") watch(tries);
        if (counted.subject === "letters") watchLetters(tries);
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

  function watchLetters(sent: number): void {
    const facts = { alarm: "sms-spend", sent, sentMax: lettersMax };
    if (sent === lettersMax) log.error(facts, "no more letters go out by text message today");
  }
}

/** Sends no text message that the budget has nothing left for; mail as ever. */
export function messengerWithin(budget: SmsBudget, messenger: Messenger): Messenger {
  return {
    canSend: messenger.canSend,
    async send(message) {
      const { channel, to: value, code } = message;
      if (channel === "sms") {
        const asker = { kind: code === undefined ? "letter" : "code" } as const;
        if (!(await budget.spend({ contact: { kind: "mobile", value }, asker }))) return;
      }
      await messenger.send(message);
    },
  };
}

/** The same for letters of a transaction: counted in it, and so not at all when it is undone. */
export function lettersWithin(
  budgetIn: (trx: Database) => SmsBudget,
  messenger: BatchMessenger,
): Pick<BatchMessenger, "sendIn" | "canSend"> {
  return {
    canSend: messenger.canSend,
    async sendIn(trx, messages) {
      const budget = budgetIn(trx);
      const asker = { kind: "letter" } as const;
      const paid: OutgoingMessage[] = [];
      for (const message of messages) {
        const contact = { kind: "mobile", value: message.to } as const;
        const isPaid = message.channel !== "sms" || (await budget.spend({ contact, asker }));
        if (isPaid) paid.push(message);
      }
      await messenger.sendIn(trx, paid);
    },
  };
}

/** "852" of +85261234567. */
export function callingCodeOf(mobile: string): string {
  return parsePhoneNumberFromString(mobile)?.countryCallingCode ?? "";
}
