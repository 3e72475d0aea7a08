// The door of the desk. Shown at whatever address was asked for, which stays: whoever comes in is
// where they wanted to be.

import { requestStaffMailCode, type StaffLogin } from "@truetick/contract/desk";
import { Brand, Note, Tag } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import Clock from "lucide-react/icons/clock";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { Answer } from "../api/server.ts";
import { useDesk } from "../app/desk.ts";
import { SandboxTag, ThemeButton } from "../app/top-bar.tsx";
import { useFailureText } from "../app/use-failure.ts";
import { CredentialsForm } from "./credentials-form.tsx";
import { EnrolmentForm } from "./enrolment-form.tsx";
import { FactorForm } from "./factor-form.tsx";
import { InvitationForm } from "./invitation-form.tsx";
import styles from "./login.screen.module.css";
import { type Credentials, FIRST_STEP, type LoginStep, stepAfter } from "./login.state.ts";

/** What the forms call with the server's answer: null when all went on, else what to say. */
export type Advance = (answer: Answer<StaffLogin>, given: Credentials | null) => string | null;

function useLogin() {
  const { server, session, openWork } = useDesk();
  const textOf = useFailureText();
  const [step, setStep] = useState<LoginStep>(FIRST_STEP);
  const advance: Advance = (answer, given) => {
    const next = stepAfter(answer, given);
    if (next === "inside" && answer.isOk && answer.value.kind === "session") {
      const { token, staff } = answer.value;
      session.begin({ token, staff });
      openWork.ask();
      return null;
    }
    if (next !== null && next !== "inside") {
      setStep(next);
      return null;
    }
    return answer.isOk ? null : textOf(answer.failure);
  };
  /** Sandbox: null when the code is on its way. */
  const mailCode = async (given: Credentials): Promise<string | null> => {
    const answer = await server.write(requestStaffMailCode(given));
    if (!answer.isOk) return textOf(answer.failure);
    setStep({ step: "factor", given, isMailed: true });
    return null;
  };
  return { step, setStep, advance, mailCode };
}

function EndNote() {
  const t = useTranslations("login.ended");
  const why = useStore(useDesk().session.ended);
  if (why === null) return null;
  return (
    <div role="status">
      <Note tone="accent" icon={Clock}>
        {t(why)}
      </Note>
    </div>
  );
}

export function LoginScreen() {
  const t = useTranslations("login");
  const tShell = useTranslations("shell");
  const { health } = useDesk();
  const { step, setStep, advance, mailCode } = useLogin();
  const isSandbox = useStore(health).last?.health.mode === "sandbox";
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <SandboxTag />
        <ThemeButton />
      </header>
      <main className={styles.card}>
        <div className={styles.brand}>
          <Brand />
          <Tag>{tShell("desk")}</Tag>
        </div>
        {step.step === "credentials" && (
          <>
            <EndNote />
            <CredentialsForm advance={advance} onInvited={() => setStep({ step: "invitation" })} />
            {isSandbox && <p className={styles.hint}>{t("sandbox")}</p>}
          </>
        )}
        {step.step === "invitation" && (
          <InvitationForm advance={advance} onBack={() => setStep(FIRST_STEP)} />
        )}
        {step.step === "factor" && (
          <FactorForm
            given={step.given}
            isMailed={step.isMailed}
            advance={advance}
            onMail={isSandbox ? () => mailCode(step.given) : null}
            onBack={() => setStep(FIRST_STEP)}
          />
        )}
        {step.step === "enrolment" && (
          <EnrolmentForm
            {...step}
            advance={advance}
            onMail={isSandbox && step.given !== null ? mailCode : null}
            onBack={() => setStep(FIRST_STEP)}
          />
        )}
      </main>
    </div>
  );
}
