// How often anybody may try to log in: a few tries are free, then each needs a captcha, and with
// captchas an account can be tried only so often from one address, after a day's tries once a
// minute (T09). Invariants: nobody can lock an owner out, not even from the same address, since
// what others did is overcome by a captcha and a minute's patience; accounts that do not exist are
// counted like those that do (T14).

import type { CaptchaAnswer } from "@truetick/contract";
import type { Captchas } from "../../platform/captcha/captchas.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import { isLoopback } from "../../platform/loopback.ts";
import type { AttemptWindows, Counted } from "../attempts/attempt-windows.ts";
import { DAY_MS, type LoginLimits } from "../attempts/limits.ts";
import type { Contact } from "../users/contact.ts";

const SLOW_WINDOW_MS = 60_000;

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
      pairSlow: { what: "login-pair-slow", subject: pair, windowMs: SLOW_WINDOW_MS },
    } satisfies Record<string, Counted>;
  };

  const refuseUnsolved = async ({ captcha, address }: LoginTry): Promise<Refused | null> => {
    if (captcha === null) return refuse("CAPTCHA_NEEDED");
    const isRight = await captchas.isRight(captcha, { purpose: "login", address });
    return isRight ? null : refuse("CAPTCHA_WRONG");
  };

  return {
    async refuse(attempt) {
      const counted = countedOf(attempt);
      const ofAddress = await windows.count(counted.address);
      // Behind a proxy that is not trusted everybody is loopback: no one's tries are another's.
      const isShared = limits.isLoopbackShared && isLoopback(attempt.address);
      if (ofAddress.tries > limits.perAddress && !isShared) return tooMany(ofAddress.endsInMs);
      const ofAccount = await windows.count(counted.account);
      const isSlow = (await windows.look(counted.pairDay)).tries >= limits.perPairDay;
      const isFree =
        ofAccount.tries <= limits.freePerAccount &&
        (ofAddress.tries <= limits.freePerAddress || isShared);
      const unsolved = isFree && !isSlow ? null : await refuseUnsolved(attempt);
      if (unsolved) return unsolved;
      const ofPair = await windows.count(counted.pair);
      if (ofPair.tries > limits.perPair) return tooMany(ofPair.endsInMs);
      if (isSlow) {
        const ofMinute = await windows.count(counted.pairSlow);
        if (ofMinute.tries > 1) return tooMany(ofMinute.endsInMs);
      }
      await windows.count(counted.pairDay);
      return null;
    },
    async noteRight(attempt) {
      const counted = countedOf(attempt);
      await windows.forget(counted.account);
      await windows.forget(counted.pair);
      await windows.forget(counted.pairSlow);
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
