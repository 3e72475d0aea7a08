// Becoming a member and being known again: areas, captchas, codes, registering, logging in, and
// passwords. Composed by members.ts.

import { areaToWire, captchaToWire } from "@truetick/contract";
import { captchaPurposeFromFields } from "@truetick/contract/calls";
import { createAttemptLimit } from "../platform/attempt-limit.ts";
import type { Background } from "../platform/background.ts";
import { createCaptchas } from "../platform/captcha/captchas.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import { type Handlers, refuse } from "../platform/handler.ts";
import type { Log } from "../platform/log.ts";
import type { News } from "../platform/news/news.ts";
import type { BatchMessenger } from "../platform/outbox/message.ts";
import { listAreas } from "./areas/areas.ts";
import { type AttemptWindows, createAttemptWindows } from "./attempts/attempt-windows.ts";
import { DAY_MS, MEMBER_LIMITS, sendingLimits } from "./attempts/limits.ts";
import { createCodeSender } from "./codes/code-sender.ts";
import { type CodeHandlers, createCodeHandlers } from "./codes/codes.routes.ts";
import { createSmsBudget, lettersWithin } from "./codes/sms-budget.ts";
import { createVerificationCodes } from "./codes/verification-codes.ts";
import type { Inbox } from "./inbox/inbox.ts";
import { createLogIn } from "./login/log-in.ts";
import { createLoginGate } from "./login/login-limits.ts";
import type { Welcome } from "./login/welcome.ts";
import { createChangePassword } from "./passwords/change-password.ts";
import type { Passwords } from "./passwords/passwords.ts";
import { createResetPassword } from "./passwords/reset-password.ts";
import type { MemberPolicy } from "./registration/member-policy.ts";
import { createRegister } from "./registration/register.ts";
import type { Sessions } from "./sessions/sessions.ts";
import { createCodeTries } from "./two-factor/code-tries.ts";
import type { SecondFactor } from "./two-factor/second-factor.ts";

/**
 * How long nothing can be withdrawn after a new password, or without the second factor: a day live,
 * in the sandbox so long that it can be watched.
 */
export const COOLING_MS = { sandbox: 60_000, live: DAY_MS } as const;
const HOUR_MS = 3_600_000;

export type AccountHandlers = CodeHandlers &
  Handlers<"listAreas" | "getCaptcha" | "logIn" | "register" | "resetPassword" | "changePassword">;

export type MemberAccountsParts = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly news: News;
  readonly background: Background;
  readonly sessions: Sessions;
  readonly messenger: BatchMessenger;
  readonly inbox: Pick<Inbox, "leaveIn" | "announce">;
  readonly attempts: AttemptWindows;
  readonly passwords: Passwords;
  readonly secondFactor: SecondFactor;
  readonly welcome: Welcome;
  readonly policy: MemberPolicy;
  readonly codeKey: Buffer;
  readonly mode: "sandbox" | "live";
  readonly smsPerDayMax: number | null;
  /** How long new payout methods, and new keys at a reset, count for little. */
  readonly coolingSec: number;
};

export function createMemberAccounts(parts: MemberAccountsParts): AccountHandlers {
  const { attempts: windows, codeKey: key, mode, policy, clock } = parts;
  const limits = MEMBER_LIMITS[mode];
  const captchas = createCaptchas({ ...parts, key });
  const codes = createVerificationCodes({ ...parts, key });
  const sending = sendingLimits(mode, parts.smsPerDayMax);
  const sender = createCodeSender({ ...parts, codes, captchas, windows, limits: sending });
  const gate = createLoginGate({ windows, captchas, limits: limits.login });
  const windowsIn = (trx: Database) => createAttemptWindows({ ...parts, database: trx, key });
  const budgetIn = (trx: Database) =>
    createSmsBudget({ ...parts, windows: windowsIn(trx), limits: sending });
  const messenger = lettersWithin(budgetIn, parts.messenger);
  const forgetTries = (trx: Database, userId: number) =>
    createCodeTries(windowsIn(trx)).forget(userId);
  const coolingMs = COOLING_MS[mode];
  const setting = { ...parts, messenger, codes, windows, forgetTries, coolingMs };
  const drawings = createAttemptLimit({
    clock,
    attemptsMax: limits.captchasPerHour,
    windowMs: HOUR_MS,
    shared: { news: parts.news, name: "captchas" },
  });
  const { registrationsPerHour, resetsPerHour } = limits;
  return {
    listAreas: async (_fields, { language }) =>
      listAreas(language, (await policy()).restrictedAreas).map(areaToWire),
    getCaptcha: async (fields, { address }) => {
      // Drawing one costs some milliseconds of a core.
      if (!drawings.allows(address)) return refuse("TOO_MANY");
      const purpose = captchaPurposeFromFields(fields);
      return captchaToWire(await captchas.draw({ purpose, address }));
    },
    ...createCodeHandlers({ ...parts, sender }),
    logIn: createLogIn({ ...parts, gate }),
    register: createRegister({ ...parts, codes, captchas, windows, registrationsPerHour }),
    resetPassword: createResetPassword({ ...setting, resetsPerHour }),
    changePassword: createChangePassword(setting),
  };
}
