// Proving again who sits there. A write that the server refuses with STEP_UP_NEEDED opens a
// question: the password, a code of the authenticator, or a passkey; answered rightly, the write is
// sent once more. Used by every sensitive act of the security screen.

import {
  requestPasskeyChallenge,
  requestStepUp,
  requestStepUpByPasskey,
  type WriteRequest,
} from "@truetick/contract";
import { Button, Sheet } from "@truetick/ui";
import { PasswordField, TextField, useForm } from "@truetick/ui/forms";
import { useStore } from "@truetick/ui/state";
import Fingerprint from "lucide-react/icons/fingerprint-pattern";
import { createContext, type ReactNode, useContext, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { Answer } from "../api/server.ts";
import { useApp } from "../app/app.ts";
import { useTellFailure } from "../app/use-failure.ts";
import { usePlaceFailure } from "../app/use-place-failure.ts";
import { useReasonText } from "../languages/use-reason-text.ts";
import { answerByPasskey } from "./authenticator.ts";
import styles from "./security.module.css";

type SensitiveWrite = <T>(request: WriteRequest<T>) => Promise<Answer<T>>;

const StepUpContext = createContext<SensitiveWrite | null>(null);

/** Sends a write; asks who it is first where the server wants to know. */
export function useSensitiveWrite(): SensitiveWrite {
  const write = useContext(StepUpContext);
  if (!write) throw new Error("Invariant: sensitive acts live inside of <StepUp>");
  return write;
}

function StepUpForm({ onProven }: { readonly onProven: () => void }) {
  const { server, session } = useApp();
  const t = useTranslations("security.stepUp");
  const codes = useTranslations("security.twoFactor");
  const door = useTranslations("door");
  const say = useReasonText();
  const placeFailure = usePlaceFailure();
  const hasTwoFactor = useStore(session)?.user.hasTwoFactor ?? false;
  const form = useForm({
    initial: { proof: "" },
    check: ({ proof }) => {
      if (proof.trim() !== "") return {};
      return { proof: say(hasTwoFactor ? "CODE_REQUIRED" : "PASSWORD_REQUIRED") };
    },
    send: async ({ proof }) => {
      const given = hasTwoFactor ? { code: proof.trim() } : { password: proof };
      const answer = await server.write(requestStepUp(given));
      if (answer.isOk) {
        onProven();
        return undefined;
      }
      return placeFailure(answer.failure, {
        STEP_UP_WRONG: "proof",
        AUTH_CODE_WRONG: "proof",
        STEP_UP_CODE_NEEDED: "proof",
      });
    },
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <p className={styles.text}>{t("text")}</p>
      {hasTwoFactor ? (
        <TextField
          {...form.text("proof")}
          label={codes("anyCode")}
          dir="ltr"
          autoComplete="one-time-code"
        />
      ) : (
        <PasswordField
          {...form.text("proof")}
          label={door("password")}
          showLabel={door("showPassword")}
          hideLabel={door("hidePassword")}
          autoComplete="current-password"
        />
      )}
      <Button type="submit" kind="primary" size="touch" isWorking={form.isSending}>
        {t("confirm")}
      </Button>
    </form>
  );
}

function PasskeyWay({ onProven }: { readonly onProven: () => void }) {
  const { server, session } = useApp();
  const t = useTranslations("door.second");
  const tellFailure = useTellFailure();
  const [isWorking, setIsWorking] = useState(false);
  if (!useStore(session)?.user.hasPasskey) return null;
  const prove = async () => {
    setIsWorking(true);
    const challenge = await server.write(requestPasskeyChallenge());
    const response = challenge.isOk ? await answerByPasskey(challenge.value) : null;
    const proof = response && (await server.write(requestStepUpByPasskey(response)));
    setIsWorking(false);
    if (!challenge.isOk) tellFailure(challenge.failure);
    else if (proof && !proof.isOk) tellFailure(proof.failure);
    else if (proof) onProven();
  };
  return (
    <div className={styles.other}>
      <Button size="touch" icon={Fingerprint} isWorking={isWorking} onClick={() => void prove()}>
        {t("passkey")}
      </Button>
    </div>
  );
}

export function StepUp({ children }: { readonly children: ReactNode }) {
  const { server } = useApp();
  const t = useTranslations("security.stepUp");
  const settings = useTranslations("settings");
  const [isAsking, setIsAsking] = useState(false);
  const answered = useRef<(isProven: boolean) => void>(() => undefined);
  const settle = (isProven: boolean) => {
    setIsAsking(false);
    answered.current(isProven);
  };
  const write: SensitiveWrite = async (request) => {
    const first = await server.write(request);
    const isAsked =
      !first.isOk && first.failure.kind === "refused" && first.failure.reason === "STEP_UP_NEEDED";
    if (!isAsked) return first;
    setIsAsking(true);
    const isProven = await new Promise<boolean>((resolve) => {
      answered.current = resolve;
    });
    if (!isProven) return { isOk: false, failure: { kind: "cancelled" } };
    return await server.write(request);
  };
  return (
    <StepUpContext value={write}>
      {children}
      <Sheet
        isOpen={isAsking}
        title={t("title")}
        closeLabel={settings("close")}
        place="centre"
        onClose={() => settle(false)}
      >
        <StepUpForm onProven={() => settle(true)} />
        <PasskeyWay onProven={() => settle(true)} />
      </Sheet>
    </StepUpContext>
  );
}
