// The calls that prove again who sits there: by the password; by a code where the second factor is
// on, which a password does not replace; or by a passkey of the caller's own.

import { passkeyAnswerFromFields, stepUpFromFields } from "@truetick/contract/calls";
import { type Handlers, refuse } from "../../platform/handler.ts";
import type { AttemptWindows } from "../attempts/attempt-windows.ts";
import { refuseUse } from "../passkeys/passkeys.routes.ts";
import type { Passkeys } from "../passkeys/passkeys.ts";
import type { SecondFactor } from "../two-factor/second-factor.ts";
import type { StepUp } from "./step-up.ts";

export type StepUpHandlers = Handlers<"stepUp" | "stepUpByPasskey">;

export type StepUpParts = {
  readonly stepUp: StepUp;
  readonly secondFactor: SecondFactor;
  readonly passkeys: Passkeys;
  readonly attempts: AttemptWindows;
  readonly checkPassword: CheckPassword;
};

/** "busy": nobody looked, too many are waiting. */
export type CheckPassword = (userId: number, password: string) => Promise<"ok" | "wrong" | "busy">;

const QUARTER_MS = 900_000;
const PASSWORDS_PER_QUARTER_MAX = 10;

export function createStepUpHandlers(parts: StepUpParts): StepUpHandlers {
  const { stepUp, secondFactor, passkeys, attempts } = parts;

  async function refuseCode(userId: number, code: string | null) {
    if (code === null) return refuse("STEP_UP_CODE_NEEDED");
    const check = await secondFactor.check(userId, code);
    if (check === "ok") return null;
    return refuse(check === "wrong" ? "AUTH_CODE_WRONG" : "TOO_MANY");
  }

  async function refusePassword(userId: number, password: string | null) {
    if (password === null) return refuse("STEP_UP_WRONG");
    const counted = { what: "step-up", subject: String(userId), windowMs: QUARTER_MS };
    if ((await attempts.count(counted)).tries > PASSWORDS_PER_QUARTER_MAX)
      return refuse("TOO_MANY");
    const check = await parts.checkPassword(userId, password);
    if (check === "wrong") return refuse("STEP_UP_WRONG");
    await attempts.takeBack(counted);
    return check === "busy" ? refuse("BUSY") : null;
  }

  return {
    async stepUp(fields, { caller }) {
      const { password, code } = stepUpFromFields(fields);
      if (await secondFactor.isOn(caller.userId)) {
        const refusal = await refuseCode(caller.userId, code);
        return refusal ?? { until: await stepUp.note(caller) };
      }
      const refusal = await refusePassword(caller.userId, password);
      if (refusal) return refusal;
      // Looking at a password takes long enough for an app to be turned on.
      const until = await stepUp.noteByPassword(caller);
      return until === null ? refuse("STEP_UP_CODE_NEEDED") : { until };
    },
    async stepUpByPasskey(fields, { caller }) {
      const used = await passkeys.use(passkeyAnswerFromFields(fields));
      if (!used.isOk) return refuseUse(used);
      // Somebody else's passkey proves that somebody else is here.
      if (used.passkey.userId !== caller.userId) return refuse("PASSKEY_REFUSED");
      return { until: await stepUp.note(caller) };
    },
  };
}
