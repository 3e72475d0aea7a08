// Sending a code: one at a time, a minute apart, with a picture first where the server asks for it.
// The countdown is the server's own: it says how long, and a second try too soon learns it too.

import {
  CODE_MINUTES_MAX,
  type CodePurpose,
  requestCode,
  requestMemberCode,
  type SentCode,
  type WriteRequest,
} from "@truetick/contract";
import { useCountdown } from "@truetick/ui/forms";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { Failure } from "../api/server.ts";
import { useApp } from "../app/app.ts";
import type { Contact } from "./contact.ts";
import { type CaptchaState, useCaptcha } from "./use-captcha.ts";

export type CodeSending = {
  readonly captcha: CaptchaState;
  /** What a code field needs to send. */
  readonly button: {
    readonly sendLabel: string;
    readonly isSending: boolean;
    readonly canSend: boolean;
    readonly hint: string | undefined;
  };
  /** Answers what went wrong beyond what is shown by itself; null when it was sent. */
  readonly send: (contact: Contact) => Promise<Failure | null>;
};

type AskForCode = (contact: Contact, captcha: CaptchaState) => WriteRequest<SentCode>;

function secondsIn(failure: Failure): number | null {
  if (failure.kind !== "refused" || failure.reason !== "RESEND_TOO_SOON") return null;
  const seconds = Number(failure.numbers.seconds);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

function wantsPicture(failure: Failure): boolean {
  if (failure.kind !== "refused") return false;
  return failure.reason === "CAPTCHA_NEEDED" || failure.reason === "CAPTCHA_WRONG";
}

function useSending(ask: AskForCode): CodeSending {
  const { server } = useApp();
  const t = useTranslations("door");
  const captcha = useCaptcha("code");
  const { secondsLeft, start } = useCountdown();
  const [isSending, setIsSending] = useState(false);
  const [wasSent, setWasSent] = useState(false);
  return {
    captcha,
    button: {
      sendLabel: secondsLeft > 0 ? t("resendIn", { seconds: secondsLeft }) : t("sendCode"),
      isSending,
      canSend: secondsLeft === 0,
      hint: wasSent ? t("codeSent", { minutes: CODE_MINUTES_MAX }) : undefined,
    },
    async send(contact) {
      setIsSending(true);
      const answer = await server.write(ask(contact, captcha));
      setIsSending(false);
      if (answer.isOk) {
        setWasSent(true);
        start(answer.value.resendAfterSeconds);
        return null;
      }
      const { failure } = answer;
      const seconds = secondsIn(failure);
      if (seconds !== null) start(seconds);
      if (captcha.isWanted || wantsPicture(failure)) await captcha.renew();
      return failure;
    },
  };
}

/** To an address that was typed. */
export function useCodeSending(purpose: "register" | "password"): CodeSending {
  return useSending(({ kind, account, areaId }, captcha) =>
    requestCode({ kind, to: account, areaId, purpose, captcha: captcha.answer() }),
  );
}

/** To the member's own stored address; what is typed anywhere does not matter. */
export function useMemberCodeSending(purpose: Exclude<CodePurpose, "register">): CodeSending {
  return useSending(() => requestMemberCode(purpose));
}
