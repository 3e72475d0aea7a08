// The calls about passkeys: adding and removing one, each after a step-up, and logging in with one.
// Invariants: what a passkey logs into is found by the passkey, never by a field (T74); so many are
// added a day, since each time a letter is sent (T11), and removing one is never refused for it.

import { passkeyToWire } from "@truetick/contract";
import {
  newPasskeyFromFields,
  passkeyAnswerFromFields,
  passkeyIdFromFields,
} from "@truetick/contract/calls";
import { createAttemptLimit } from "../../platform/attempt-limit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Caller, type Handlers, refuse } from "../../platform/handler.ts";
import type { News } from "../../platform/news/news.ts";
import type { AttemptWindows } from "../attempts/attempt-windows.ts";
import { createSafetyChanges } from "../attempts/safety-changes.ts";
import type { Welcome } from "../login/welcome.ts";
import type { SecurityNotices } from "../notices/security-notices.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { StepUp } from "../step-up/step-up.ts";
import { findMember } from "../users/user-table.ts";
import { deletePasskey, readPasskeys } from "./passkey-table.ts";
import {
  type AddedPasskey,
  PASSKEYS_PER_USER_MAX,
  type Passkeys,
  type UsedPasskey,
} from "./passkeys.ts";

export type PasskeyHandlers = Handlers<
  | "listPasskeys"
  | "startPasskey"
  | "addPasskey"
  | "removePasskey"
  | "startPasskeyLogin"
  | "logInByPasskey"
>;

export type PasskeyRouteParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "monotonic">;
  readonly news: News;
  readonly passkeys: Passkeys;
  readonly attempts: AttemptWindows;
  readonly stepUp: StepUp;
  readonly notices: SecurityNotices;
  readonly sessions: Pick<Sessions, "noteRefused">;
  /** How the account is called on the device that keeps the passkey. */
  readonly labelOf: (userId: number) => Promise<string>;
  readonly welcome: Welcome;
};

type NewPasskey = ReturnType<typeof newPasskeyFromFields>;

const FIVE_MINUTES_MS = 300_000;
/** Every visit to the login page may ask for one. */
const CHALLENGES_PER_ADDRESS_MAX = 240;

const USE_REASONS = {
  expired: "PASSKEY_EXPIRED",
  refused: "PASSKEY_REFUSED",
  copied: "PASSKEY_COPIED",
} as const;

const ADD_REASONS = {
  expired: "PASSKEY_EXPIRED",
  refused: "PASSKEY_REFUSED",
  known: "PASSKEY_KNOWN",
} as const;

/** The refusal of a passkey that let nobody in. */
export function refuseUse({ why }: Extract<UsedPasskey, { isOk: false }>) {
  return refuse(USE_REASONS[why]);
}

export function createPasskeyHandlers(parts: PasskeyRouteParts): PasskeyHandlers {
  const { database, clock, news, passkeys, stepUp, notices } = parts;
  const challenges = createAttemptLimit({
    clock,
    attemptsMax: CHALLENGES_PER_ADDRESS_MAX,
    windowMs: FIVE_MINUTES_MS,
    shared: { news, name: "challenges" },
  });
  const changes = createSafetyChanges(parts.attempts, "passkey");
  const refuseTooMany = () => refuse("TOO_MANY_PASSKEYS", { max: PASSKEYS_PER_USER_MAX });

  async function add(caller: Caller, made: NewPasskey): Promise<AddedPasskey | "refused"> {
    const read = await passkeys.read(caller, made);
    if (typeof read === "string") return read;
    const { name } = made;
    return await notices.doAndTell(caller.userId, read.add, (added) =>
      typeof added === "string" ? null : { kind: "passkeyChanged", what: "added", name },
    );
  }

  return {
    async listPasskeys(_fields, { caller }) {
      const rows = await readPasskeys(database, caller.userId);
      const data = rows.map(({ id, name, createdAt, lastUsedAt }) =>
        passkeyToWire({
          id: String(id),
          name,
          createdAt: secondsOf(createdAt),
          lastUsedAt: lastUsedAt && secondsOf(lastUsedAt),
        }),
      );
      return { data, total: data.length };
    },
    async startPasskey(_fields, { caller }) {
      const refusal = await stepUp.require(caller);
      if (refusal) return refusal;
      const challenge = await passkeys.start(caller, await parts.labelOf(caller.userId));
      return challenge ?? refuseTooMany();
    },
    async addPasskey(fields, { caller }) {
      const refusal = (await stepUp.require(caller)) ?? (await changes.refuse(caller.userId));
      if (refusal) return refusal;
      const added = await add(caller, newPasskeyFromFields(fields));
      if (typeof added !== "string") return { id: String(added.id) };
      await changes.giveBack(caller.userId);
      return added === "too-many" ? refuseTooMany() : refuse(ADD_REASONS[added]);
    },
    async removePasskey(fields, { caller: { userId, ...caller } }) {
      const refusal = await stepUp.require({ userId, ...caller });
      if (refusal) return refusal;
      const id = passkeyIdFromFields(fields);
      const gone = await notices.doAndTell(
        userId,
        (trx) => deletePasskey(trx, { id, userId }),
        (name) => (name === null ? null : { kind: "passkeyChanged", what: "removed", name }),
      );
      return gone === null ? refuse("PASSKEY_UNKNOWN") : {};
    },
    async startPasskeyLogin(_fields, { address }) {
      if (!challenges.allows(address)) return refuse("TOO_MANY");
      return await passkeys.challenge();
    },
    logInByPasskey: createLogin(parts),
  };
}

function createLogin(parts: PasskeyRouteParts): PasskeyHandlers["logInByPasskey"] {
  const { passkeys, sessions, notices } = parts;
  return async (fields, context) => {
    const used = await passkeys.use(passkeyAnswerFromFields(fields));
    const visit = { ...context, method: "passkey" } as const;
    if (!used.isOk) {
      if (used.passkey) await sessions.noteRefused(used.passkey.userId, visit);
      if (used.passkey && used.why === "copied") {
        const { userId, name } = used.passkey;
        await notices.tell(userId, { kind: "passkeyChanged", what: "copied", name });
      }
      return refuseUse(used);
    }
    const member = await findMember(parts.database, used.passkey);
    if (!member) throw new Error("Invariant: whoever has a passkey exists");
    return await parts.welcome(member, visit, { passkeyId: used.passkey.id });
  };
}

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}
