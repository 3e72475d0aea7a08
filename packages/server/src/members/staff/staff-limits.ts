// How often anybody may try to come in at the desk: counted per address, per account and per both
// before anything is looked at (T09, T84). Who has the right password still needs a second factor,
// whose codes are counted on their own. Used by the logins of the staff.

import type { Refused } from "../../platform/handler.ts";
import { isLoopback } from "../../platform/loopback.ts";
import type { AttemptWindows, Counted } from "../attempts/attempt-windows.ts";
import { tooMany } from "../login/login-limits.ts";
import { type CodeTries, createCodeTries } from "../two-factor/code-tries.ts";

const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;
const PER_PAIR_MAX = 10;
/** An account that is stormed from everywhere rests; whoever works there has a network to name. */
const PER_ACCOUNT_MAX = 300;
const PER_ADDRESS_MAX = { sandbox: 2_400, live: 100 } as const;

export type StaffLoginTry = { readonly email: string; readonly address: string };

export type StaffGate = {
  /** Counts the try. Null when it may be made. */
  readonly refuse: (attempt: StaffLoginTry) => Promise<Refused | null>;
  readonly noteRight: (attempt: StaffLoginTry) => Promise<void>;
  /** It was not looked at, or was right as far as it went: it does not count. */
  readonly takeBack: (attempt: StaffLoginTry) => Promise<void>;
  readonly codes: CodeTries;
};

export function createStaffGate({
  attempts,
  mode,
}: {
  attempts: AttemptWindows;
  mode: "sandbox" | "live";
}): StaffGate {
  const countedOf = ({ email, address }: StaffLoginTry) => {
    const pair = `${email}/${address}`;
    return [
      {
        counted: { what: "staff-address", subject: address, windowMs: HOUR_MS },
        max: mode === "sandbox" && isLoopback(address) ? Infinity : PER_ADDRESS_MAX[mode],
      },
      {
        counted: { what: "staff-account", subject: email, windowMs: HOUR_MS },
        max: PER_ACCOUNT_MAX,
      },
      { counted: { what: "staff-pair", subject: pair, windowMs: QUARTER_MS }, max: PER_PAIR_MAX },
    ] satisfies readonly { counted: Counted; max: number }[];
  };
  return {
    async refuse(attempt) {
      for (const { counted, max } of countedOf(attempt)) {
        const { tries, endsInMs } = await attempts.count(counted);
        if (tries > max) return tooMany(endsInMs);
      }
      return null;
    },
    async noteRight(attempt) {
      const [address, account, pair] = countedOf(attempt);
      if (address && account) {
        await attempts.takeBack(address.counted);
        await attempts.takeBack(account.counted);
      }
      if (pair) await attempts.forget(pair.counted);
    },
    async takeBack(attempt) {
      for (const { counted } of countedOf(attempt)) await attempts.takeBack(counted);
    },
    codes: createCodeTries(namedStaff(attempts)),
  };
}

/** Number 7 of the staff is somebody else than user 7. */
function namedStaff(attempts: AttemptWindows): AttemptWindows {
  const own = (counted: Counted): Counted => ({ ...counted, what: `staff-${counted.what}` });
  return {
    count: (counted) => attempts.count(own(counted)),
    look: (counted) => attempts.look(own(counted)),
    takeBack: (counted) => attempts.takeBack(own(counted)),
    forget: (counted) => attempts.forget(own(counted)),
  };
}
