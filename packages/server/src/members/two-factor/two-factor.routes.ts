// The calls about the second factor. Turning it on needs a step-up; turning it off or renewing the
// recovery codes needs a code, or a step-up, which with the second factor on is as strong. What
// tells the owner by a letter is done so often a day (T11); turning it off, always.

import { twoFactorStatusToWire } from "@truetick/contract";
import { authCodeFromFields, givenAuthCodeFromFields } from "@truetick/contract/calls";
import { type Caller, type Handlers, type Refused, refuse } from "../../platform/handler.ts";
import type { AttemptWindows } from "../attempts/attempt-windows.ts";
import { createSafetyChanges } from "../attempts/safety-changes.ts";
import type { SecurityNotices } from "../notices/security-notices.ts";
import type { StepUp } from "../step-up/step-up.ts";
import type { NotNew, SecondFactor } from "./second-factor.ts";
import { totpUri } from "./totp.ts";

export type TwoFactorHandlers = Handlers<
  "getTwoFactor" | "setUpTwoFactor" | "enableTwoFactor" | "disableTwoFactor" | "renewRecoveryCodes"
>;

export type TwoFactorParts = {
  readonly secondFactor: SecondFactor;
  readonly attempts: AttemptWindows;
  readonly stepUp: StepUp;
  readonly notices: SecurityNotices;
  /** How the account is called in an authenticator app. */
  readonly labelOf: (userId: number) => Promise<string>;
};

const TURNING_ON_REASONS = {
  on: "TWO_FACTOR_ON",
  "not-set-up": "TWO_FACTOR_NOT_SET_UP",
  wrong: "AUTH_CODE_WRONG",
  "too-many": "TOO_MANY",
} as const;

export function createTwoFactorHandlers(parts: TwoFactorParts): TwoFactorHandlers {
  const { secondFactor, stepUp, notices } = parts;
  const changes = createSafetyChanges(parts.attempts, "two-factor");

  /** Null when the caller has proved to be there: by this code, or within the last minutes. */
  async function refuseUnproved(caller: Caller, code: string | null): Promise<Refused | null> {
    if (code === null) return await stepUp.require(caller);
    const check = await secondFactor.check(caller.userId, code);
    if (check === "ok") return null;
    return refuse(check === "wrong" ? "AUTH_CODE_WRONG" : "TOO_MANY");
  }

  return {
    async getTwoFactor(_fields, { caller: { userId } }) {
      const isOn = await secondFactor.isOn(userId);
      const recoveryCodesLeft = isOn ? await secondFactor.recoveryCodesLeft(userId) : 0;
      return twoFactorStatusToWire({ isOn, recoveryCodesLeft });
    },
    async setUpTwoFactor(_fields, { caller }) {
      const refusal = await stepUp.require(caller);
      if (refusal) return refusal;
      const secret = await secondFactor.setUp(caller.userId);
      if (secret === null) return refuse("TWO_FACTOR_ON");
      return { secret, uri: totpUri({ secret, label: await parts.labelOf(caller.userId) }) };
    },
    async enableTwoFactor(fields, { caller }) {
      const refusal = (await stepUp.require(caller)) ?? (await changes.refuse(caller.userId));
      if (refusal) return refusal;
      const codes = await turnOn(parts, caller.userId, authCodeFromFields(fields));
      if (typeof codes !== "string") return { recovery_codes: [...codes] };
      await changes.giveBack(caller.userId);
      return refuse(TURNING_ON_REASONS[codes]);
    },
    async disableTwoFactor(fields, { caller }) {
      if (!(await secondFactor.isOn(caller.userId))) return refuse("TWO_FACTOR_OFF");
      const refusal = await refuseUnproved(caller, givenAuthCodeFromFields(fields));
      if (refusal) return refusal;
      const isOff = await notices.doAndTell(
        caller.userId,
        (trx) => secondFactor.turnOff(trx, caller.userId),
        (done) => (done ? { kind: "twoFactorChanged", what: "disabled" } : null),
      );
      return isOff ? {} : refuse("TWO_FACTOR_OFF");
    },
    async renewRecoveryCodes(fields, { caller }) {
      if (!(await secondFactor.isOn(caller.userId))) return refuse("TWO_FACTOR_OFF");
      const refusal =
        (await refuseUnproved(caller, givenAuthCodeFromFields(fields))) ??
        (await changes.refuse(caller.userId));
      if (refusal) return refusal;
      const codes = await notices.doAndTell(
        caller.userId,
        (trx) => secondFactor.renewRecoveryCodes(trx, caller.userId),
        (done) => (done ? { kind: "twoFactorChanged", what: "renewed" } : null),
      );
      return codes === null ? refuse("TWO_FACTOR_OFF") : { recovery_codes: [...codes] };
    },
  };
}

/** Answers the recovery codes. */
async function turnOn(
  { secondFactor, stepUp, notices }: TwoFactorParts,
  userId: number,
  code: string,
): Promise<readonly string[] | NotNew> {
  const app = await secondFactor.recognizeNew(userId, code);
  if (typeof app === "string") return app;
  const codes = await notices.doAndTell(
    userId,
    async (trx) => {
      // A step-up by password alone is worth less from now on. Sessions before factors, as whoever
      // takes both away.
      await stepUp.forget(trx, userId);
      return await app.turnOn(trx);
    },
    (done) => (done ? { kind: "twoFactorChanged", what: "enabled" } : null),
  );
  return codes ?? "on";
}
