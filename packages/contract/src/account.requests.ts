// The calls about the caller's account and session as an app makes them: path, fields in the wire's
// spelling, and how the answer is read. Browser-safe: no schema library. `order.requests.test.ts`
// holds them to the declared calls.

import {
  type Account,
  type AccountLogEntry,
  type AccountLogEntryWire,
  type AccountWire,
  accountFromWire,
  accountLogEntryFromWire,
} from "./account.ts";
import type { ReadRequest } from "./market.requests.ts";
import type { WriteRequest } from "./order.requests.ts";
import {
  type Session,
  type SessionWire,
  sessionFromWire,
  type User,
  type UserWire,
  userFromWire,
} from "./session.ts";

/** What can be spent; 2 decimals. */
export function requestBalance(): ReadRequest<string> {
  return { path: "/v1/api/main/wallet/getBalance", query: {}, read: readBalance };
}

export function requestAccount(): ReadRequest<Account> {
  return {
    path: "/v1/api/main/account/forexDetail",
    query: {},
    read: (wire) => accountFromWire(wire as AccountWire),
  };
}

export type AccountLogPage = {
  readonly entries: readonly AccountLogEntry[];
  readonly total: number;
};

export function requestAccountLog(page: number): ReadRequest<AccountLogPage> {
  return {
    path: "/v1/api/main/accountLog/forexChange",
    query: { page: String(page) },
    read: (wire) => {
      const { data, total } = wire as { data: AccountLogEntryWire[]; total: number };
      return { entries: data.map(accountLogEntryFromWire), total };
    },
  };
}

/** Answers the balance after it. */
export function requestResetDemo(): WriteRequest<string> {
  return { path: "/v1/api/main/user/resetForexDemoAccount", fields: {}, read: readBalance };
}

/** `secret` is the device's own: 128 random bits or more, kept by it and shown to nobody. */
export function requestDemoLogin(secret: string): WriteRequest<Session> {
  return {
    path: "/api/user/createAccountDemoForU",
    fields: { demo_id: secret },
    read: (wire) => sessionFromWire(wire as SessionWire),
  };
}

export function requestUser(): ReadRequest<User> {
  return {
    path: "/api/user/info",
    query: {},
    read: (wire) => userFromWire(wire as UserWire),
  };
}

/** Ends the session on the server; what the device keeps of it is the device's to forget. */
export function requestLogOut(): WriteRequest<null> {
  return { path: "/v1/api/main/user/logout", fields: {}, read: () => null };
}

function readBalance(wire: unknown): string {
  return (wire as { balance: string }).balance;
}
