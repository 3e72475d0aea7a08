// The area of people: who they are, how they come in, and what keeps their accounts their own.
// Composed by main.ts, which hands its handlers and `findCaller` to the gateway.

import { type User, userToWire } from "@truetick/contract";
import { createBackground } from "../platform/background.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, DatabaseAddress } from "../platform/database.ts";
import type { Handlers, TraderContext } from "../platform/handler.ts";
import type { Log } from "../platform/log.ts";
import type { MemberChanges } from "../platform/member-changes.ts";
import type { News } from "../platform/news/news.ts";
import type { BatchMessenger } from "../platform/outbox/message.ts";
import type { Secrets } from "../platform/secrets/secrets.ts";
import type { Uploads } from "../platform/uploads/uploads.ts";
import type { MarketDirectory } from "../trading/markets/market-directory.ts";
import type { Sequencer } from "../trading/sequencer/sequencer.ts";
import { createAttemptWindows } from "./attempts/attempt-windows.ts";
import { sendingLimits } from "./attempts/limits.ts";
import { createSmsBudget, lettersWithin, messengerWithin } from "./codes/sms-budget.ts";
import { createDemoLogin } from "./demo/log-in-demo.ts";
import { createIdentities, type Identities } from "./identity/identity.ts";
import { createWelcome } from "./login/welcome.ts";
import { type AccountHandlers, COOLING_MS, createMemberAccounts } from "./member-accounts.ts";
import { createMemberNotices, type MemberNotices } from "./member-notices.ts";
import { createMemberSecurity, type MemberSecurity } from "./member-security.ts";
import {
  createLettersWithActs,
  createMemberLetters,
  type MemberLetters,
} from "./notices/member-letters.ts";
import { createPasswords } from "./passwords/passwords.ts";
import type { PushIdentity } from "./push/push-identity.ts";
import type { MemberPolicy } from "./registration/member-policy.ts";
import { createSessions, type Sessions } from "./sessions/sessions.ts";
import { createStaffDesk, type StaffDesk } from "./staff/staff-desk.ts";
import { startSweep } from "./sweep.ts";
import { createCodeTries } from "./two-factor/code-tries.ts";
import { removeFactorsKind } from "./two-factor/remove-factors.ts";
import { createSecondFactor, type SecondFactor } from "./two-factor/second-factor.ts";
import { findMember, userOf } from "./users/user-table.ts";

export type Members = {
  readonly handlers: Handlers<"logInDemo" | "getUser" | "logOut"> &
    AccountHandlers &
    MemberSecurity["handlers"] &
    MemberNotices["handlers"] &
    Identities["handlers"] &
    StaffDesk["handlers"];
  readonly findCaller: Sessions["find"];
  readonly sessions: Sessions;
  /** Letters to members, for the areas above; each leaves its notice in the inbox. */
  readonly letters: MemberLetters;
  readonly notices: Pick<MemberNotices, "inbox" | "journal" | "alerts">;
  /** Who works here, and what two of them must agree on. */
  readonly staff: StaffDesk;
  readonly identity: Pick<Identities, "isCertified" | "certifiedName">;
  /** For what a stolen token must not be enough for. */
  readonly secondFactor: Pick<SecondFactor, "isOn" | "recognize">;
  /** Answers once nothing is done behind the back of a call any more. */
  readonly settle: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export type MembersParts = {
  readonly database: Database;
  /** Listening to what is ended elsewhere takes a connection of its own. */
  readonly address: DatabaseAddress;
  readonly clock: Clock;
  readonly log: Log;
  readonly news: News;
  /** Whether what happens by itself happens in this process. */
  readonly runsJobs: boolean;
  readonly sequencer: Pick<
    Sequencer,
    "submit" | "read" | "subscribe" | "followTape" | "newestQuote" | "storeTape"
  >;
  readonly directory: MarketDirectory;
  readonly messenger: BatchMessenger;
  /** Who we are to push services, and which hosts of theirs are ours. */
  readonly pushIdentity: PushIdentity;
  readonly pushHosts: readonly string[];
  readonly secrets: Pick<Secrets, "codeKey" | "chatKey" | "sealKey">;
  readonly policy: MemberPolicy;
  readonly mode: "sandbox" | "live";
  /** Null: as the mode has it. */
  readonly smsPerDayMax: number | null;
  /** Passkeys are bound to it. */
  readonly publicOrigin: string;
  /** How long announced changes wait. */
  readonly noticeSec: number;
  /** How long new keys go with a reset of the password. */
  readonly coolingSec: number;
  /** How long a review may take. */
  readonly reviewHours: number;
  readonly uploads: Uploads;
  readonly changes: MemberChanges;
  /** Networks that the desk is for; none: everywhere. */
  readonly deskAllowed: readonly string[];
};

export function createMembers(parts: MembersParts): Members {
  const { database, secrets } = parts;
  const { codeKey, chatKey, sealKey } = secrets;
  const background = createBackground(parts.log);
  const sessions = createSessions(parts);
  const passwords = createPasswords();
  const attempts = createAttemptWindows({ ...parts, key: codeKey });
  const secondFactor = createSecondFactor({ ...parts, attempts, sealKey });
  const welcome = createWelcome({ ...parts, sessions, secondFactor, chatKey });
  const notices = createMemberNotices({ ...parts, sealKey });
  const { inbox } = notices;
  const own = { ...parts, inbox, background, sessions, passwords, attempts, secondFactor, welcome };
  const staff = createStaffDesk({ ...own, sealKey });
  const coolingMs = COOLING_MS[parts.mode];
  const attemptsIn = (trx: Database) =>
    createAttemptWindows({ ...parts, database: trx, key: codeKey });
  const forgetTries = (trx: Database, userId: number) =>
    createCodeTries(attemptsIn(trx)).forget(userId);
  staff.proposals.register(removeFactorsKind({ ...own, coolingMs, forgetTries }));
  const limits = sendingLimits(parts.mode, parts.smsPerDayMax);
  const budget = createSmsBudget({ ...parts, windows: attempts, limits });
  const messenger = messengerWithin(budget, parts.messenger);
  const letters = createMemberLetters({ ...parts, messenger, inbox, attempts });
  const budgetIn = (trx: Database) =>
    createSmsBudget({ ...parts, windows: attemptsIn(trx), limits });
  const lettersWithActs = createLettersWithActs({
    ...own,
    messenger: lettersWithin(budgetIn, parts.messenger),
    attemptsIn,
  });
  const { queues } = staff;
  const identity = createIdentities({ ...parts, background, letters, queues, sealKey });
  const sweep = parts.runsJobs ? startSweep(parts) : null;
  return {
    handlers: {
      ...createMemberAccounts({ ...own, codeKey }),
      ...createMemberSecurity({ ...own, letters, lettersWithActs, sealKey }).handlers,
      ...notices.handlers,
      ...identity.handlers,
      ...staff.handlers,
      logInDemo: createDemoLogin({ ...parts, welcome }),
      getUser: async (_fields, context) =>
        userToWire(await readUser({ database, secondFactor }, context)),
      logOut: async (_fields, { caller }) => {
        await sessions.revoke({ sessionId: caller.sessionId });
        return {};
      },
    },
    findCaller: sessions.find,
    sessions,
    letters,
    notices,
    staff,
    identity,
    secondFactor,
    settle: background.settle,
    stop: async () => {
      sweep?.stop();
      await staff.stop();
      await background.settle();
      await notices.stop();
      await sessions.stop();
    },
  };
}

async function readUser(
  { database, secondFactor }: { database: Database; secondFactor: SecondFactor },
  { caller, language }: TraderContext,
): Promise<User> {
  const { userId, isDemo } = caller;
  const member = await findMember(database, { userId });
  if (!member) throw new Error("Invariant: whoever has a session exists");
  const factors = isDemo ? [] : await secondFactor.factorsOf(userId);
  return userOf(member, { factors, language });
}
