// How often anybody may try to log in: a few tries are free, then each needs a captcha, and with
// captchas an account can be tried only so often from one address (T09). Invariants: nobody can
// lock an owner out, since what others did is overcome by a captcha; accounts that do not exist
// are counted like those that do (T14).

import type { CaptchaAnswer } from "@truetick/contract";
import type { Captchas } from "../../platform/captcha/captchas.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import type { AttemptWindows, Counted } from "../attempts/attempt-windows.ts";
import { DAY_MS, type LoginLimits } from "../attempts/limits.ts";
import type { Contact } from "../users/contact.ts";

export type LoginTry = {
  readonly contact: Contact;
  readonly address: string;
  readonly captcha: CaptchaAnswer | null;
};

export type LoginGate = {
  /** Counts the try. Null when it may be made. */
  readonly refuse: (attempt: LoginTry) => Promise<Refused | null>;
  /** It was right: the owner's next mistakes are free again. */
  readonly noteRight: (attempt: LoginTry) => Promise<void>;
  /** It was not looked at: it does not count. */
  readonly takeBack: (attempt: LoginTry) => Promise<void>;
};

export function createLoginGate({
  windows,
  captchas,
  limits,
}: {
  windows: AttemptWindows;
  captchas: Captchas;
  limits: LoginLimits;
}): LoginGate {
  const countedOf = ({ contact, address }: LoginTry) => {
    const account = `${contact.kind}/${contact.value}`;
    const pair = `${account}/${address}`;
    const { accountWindowMs, addressWindowMs, pairWindowMs } = limits;
    return {
      account: { what: "login-account", subject: account, windowMs: accountWindowMs },
      address: { what: "login-address", subject: address, windowMs: addressWindowMs },
      pair: { what: "login-pair", subject: pair, windowMs: pairWindowMs },
      pairDay: { what: "login-pair-day", subject: pair, windowMs: DAY_MS },
    } satisfies Record<string, Counted>;
  };

  return {
    async refuse(attempt) {
      const counted = countedOf(attempt);
      const ofAddress = await windows.count(counted.address);
      if (ofAddress.tries > limits.perAddress) return tooMany(ofAddress.endsInMs);
      const ofAccount = await windows.count(counted.account);
      const isFree =
        ofAccount.tries <= limits.freePerAccount && ofAddress.tries <= limits.freePerAddress;
      if (!isFree) {
        const { captcha, address } = attempt;
        if (captcha === null) return refuse("CAPTCHA_NEEDED");
        if (!(await captchas.isRight(captcha, { purpose: "login", address }))) {
          return refuse("CAPTCHA_WRONG");
        }
      }
      const ofPair = await windows.count(counted.pair);
      if (ofPair.tries > limits.perPair) return tooMany(ofPair.endsInMs);
      const ofDay = await windows.count(counted.pairDay);
      return ofDay.tries > limits.perPairDay ? tooMany(ofDay.endsInMs) : null;
    },
    async noteRight(attempt) {
      const counted = countedOf(attempt);
      await windows.forget(counted.account);
      await windows.forget(counted.pair);
      await windows.takeBack(counted.pairDay);
      await windows.takeBack(counted.address);
    },
    async takeBack(attempt) {
      for (const counted of Object.values(countedOf(attempt))) await windows.takeBack(counted);
    },
  };
}

export function tooMany(endsInMs: number): Refused {
  return refuse("TOO_MANY_ATTEMPTS", { seconds: Math.max(1, Math.ceil(endsInMs / 1_000)) });
}
