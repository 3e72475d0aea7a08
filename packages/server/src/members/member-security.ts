// What keeps a member's account the member's own: sessions that can be seen and ended, second
// factors, passkeys, step-up, and the notices that tell of their changes; and what a trader sets
// for the own account: limits and settings. Composed by members.ts.

import type { Background } from "../platform/background.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { Log } from "../platform/log.ts";
import type { News } from "../platform/news/news.ts";
import type { Sequencer } from "../trading/sequencer/sequencer.ts";
import type { AttemptWindows } from "./attempts/attempt-windows.ts";
import type { Inbox } from "./inbox/inbox.ts";
import { createLimitsHandlers, type LimitsHandlers } from "./limits/limits.routes.ts";
import type { Welcome } from "./login/welcome.ts";
import type { LettersWithActs, MemberLetters } from "./notices/member-letters.ts";
import { createSecurityNotices } from "./notices/security-notices.ts";
import { createPasskeyHandlers, type PasskeyHandlers } from "./passkeys/passkeys.routes.ts";
import { createPasskeys } from "./passkeys/passkeys.ts";
import type { Passwords } from "./passwords/passwords.ts";
import { createSessionHandlers, type SessionHandlers } from "./sessions/sessions.routes.ts";
import type { Sessions } from "./sessions/sessions.ts";
import {
  createMemberSettingsHandlers,
  type MemberSettingsHandlers,
} from "./settings/member-settings.routes.ts";
import {
  type CheckPassword,
  createStepUpHandlers,
  type StepUpHandlers,
} from "./step-up/step-up.routes.ts";
import { createStepUp, type StepUp } from "./step-up/step-up.ts";
import type { SecondFactor } from "./two-factor/second-factor.ts";
import { createTwoFactorHandlers, type TwoFactorHandlers } from "./two-factor/two-factor.routes.ts";

export type MemberSecurity = {
  readonly handlers: SessionHandlers &
    TwoFactorHandlers &
    PasskeyHandlers &
    StepUpHandlers &
    LimitsHandlers &
    MemberSettingsHandlers;
  /** For every act that a stolen token must not be enough for. */
  readonly stepUp: StepUp;
};

export type MemberSecurityParts = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly news: News;
  readonly background: Background;
  readonly sequencer: Pick<Sequencer, "submit" | "read">;
  readonly sessions: Sessions;
  readonly letters: MemberLetters;
  readonly lettersWithActs: LettersWithActs;
  readonly inbox: Pick<Inbox, "announce">;
  readonly attempts: AttemptWindows;
  readonly passwords: Pick<Passwords, "verify" | "admit">;
  readonly secondFactor: SecondFactor;
  readonly welcome: Welcome;
  readonly sealKey: Buffer;
  /** Passkeys are bound to it. */
  readonly publicOrigin: string;
};

export function createMemberSecurity(parts: MemberSecurityParts): MemberSecurity {
  const { database, background, sessions } = parts;
  const notices = createSecurityNotices(parts);
  sessions.onNewcomer((newcomer) =>
    background.run("tell of a new device", () => notices.tellNewcomer(newcomer)),
  );
  const stepUp = createStepUp(parts);
  const passkeys = createPasskeys(parts);
  const labelOf = (userId: number) => findLabel(database, userId);
  const checkPassword = createPasswordCheck(parts);
  return {
    handlers: {
      ...createSessionHandlers(parts),
      ...createTwoFactorHandlers({ ...parts, stepUp, notices, labelOf }),
      ...createPasskeyHandlers({ ...parts, passkeys, stepUp, notices, labelOf }),
      ...createStepUpHandlers({ ...parts, stepUp, passkeys, checkPassword }),
      ...createLimitsHandlers(parts),
      ...createMemberSettingsHandlers(parts),
    },
    stepUp,
  };
}

/** How members know their account: by the address or number they log in with. */
async function findLabel(database: Database, userId: number): Promise<string> {
  const { email, mobile, uid } = await database
    .selectFrom("app_user")
    .select(["email", "mobile", "uid"])
    .where("id", "=", BigInt(userId))
    .executeTakeFirstOrThrow();
  return email ?? mobile ?? uid;
}

function createPasswordCheck({
  database,
  passwords,
}: Pick<MemberSecurityParts, "database" | "passwords">): CheckPassword {
  return async (userId, password) => {
    const { password_hash } = await database
      .selectFrom("app_user")
      .select("password_hash")
      .where("id", "=", BigInt(userId))
      .executeTakeFirstOrThrow();
    const isRight = await passwords.admit(() => passwords.verify(password_hash, password));
    if (isRight === "busy") return "busy";
    return isRight ? "ok" : "wrong";
  };
}
