// The second factor: whether it is on, and the ways to set it up, to get new recovery codes, and to
// turn it off. Secrets and recovery codes are shown once, when they are made.

import {
  requestDisableTwoFactor,
  requestRecoveryCodes,
  requestSetUpTwoFactor,
  requestTwoFactor,
  type TwoFactorSetup,
  type TwoFactorStatus,
} from "@truetick/contract";
import { Button, Sheet, Tag } from "@truetick/ui";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ReadBody } from "../app/read-body.tsx";
import { Section } from "../app/sub-screen.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import { useRead } from "../app/use-read.ts";
import { AuthCodeForm } from "./auth-code-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import styles from "./security.module.css";
import { useSensitiveWrite } from "./step-up.tsx";
import { TwoFactorSetupForm } from "./two-factor-setup.tsx";

/** What the sheet is about right now. */
type Step =
  | { readonly kind: "setup"; readonly setup: TwoFactorSetup }
  | { readonly kind: "codes"; readonly codes: readonly string[] }
  | { readonly kind: "renew" }
  | { readonly kind: "disable" };

function Actions({
  isOn,
  onStep,
}: {
  readonly isOn: boolean;
  readonly onStep: (step: Step) => void;
}) {
  const t = useTranslations("security.twoFactor");
  const write = useSensitiveWrite();
  const tellFailure = useTellFailure();
  const [isWorking, setIsWorking] = useState(false);
  const setUp = async () => {
    setIsWorking(true);
    const answer = await write(requestSetUpTwoFactor());
    setIsWorking(false);
    if (answer.isOk) onStep({ kind: "setup", setup: answer.value });
    else tellFailure(answer.failure);
  };
  if (!isOn) {
    return (
      <div className={styles.actions}>
        <Button kind="primary" size="touch" isWorking={isWorking} onClick={() => void setUp()}>
          {t("setUp")}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.actions}>
      <Button size="touch" onClick={() => onStep({ kind: "renew" })}>
        {t("renew")}
      </Button>
      <Button kind="outline" size="touch" onClick={() => onStep({ kind: "disable" })}>
        {t("turnOff")}
      </Button>
    </div>
  );
}

function StepBody({
  step,
  onStep,
}: {
  readonly step: Step;
  readonly onStep: (step: Step | null) => void;
}) {
  const { toasts } = useApp();
  const t = useTranslations("security.twoFactor");
  if (step.kind === "setup") {
    return (
      <TwoFactorSetupForm
        setup={step.setup}
        onDone={(codes) => {
          toasts.show({ tone: "done", title: t("onDone") });
          onStep({ kind: "codes", codes });
        }}
      />
    );
  }
  if (step.kind === "codes") {
    return <RecoveryCodes codes={step.codes} onDone={() => onStep(null)} />;
  }
  if (step.kind === "renew") {
    return (
      <AuthCodeForm
        key="renew"
        text={t("renewText")}
        action={t("renew")}
        request={requestRecoveryCodes}
        onDone={(codes) => onStep({ kind: "codes", codes })}
      />
    );
  }
  return (
    <AuthCodeForm
      key="disable"
      text={t("turnOffText")}
      action={t("turnOff")}
      kind="danger"
      request={requestDisableTwoFactor}
      onDone={() => {
        toasts.show({ tone: "done", title: t("offDone") });
        onStep(null);
      }}
    />
  );
}

function Status({ status }: { readonly status: TwoFactorStatus }) {
  const t = useTranslations("security.twoFactor");
  if (!status.isOn) return null;
  return (
    <p className={styles.note}>{t("codesLeft", { count: String(status.recoveryCodesLeft) })}</p>
  );
}

export function TwoFactorSection() {
  const { sessionLife } = useApp();
  const t = useTranslations("security.twoFactor");
  const settings = useTranslations("settings");
  const reading = useRead(requestTwoFactor);
  const [step, setStep] = useState<Step | null>(null);
  const isOn = reading.state.phase === "ready" && reading.state.value.isOn;
  const go = (next: Step | null) => {
    setStep(next);
    if (next?.kind === "setup") return;
    reading.again();
    void sessionLife.refreshUser();
  };
  return (
    <Section
      title={t("title")}
      text={t("text")}
      aside={
        reading.state.phase === "ready" && (
          <Tag tone={isOn ? "ok" : "neutral"}>{isOn ? t("on") : t("off")}</Tag>
        )
      }
    >
      <ReadBody reading={reading}>
        {(status) => (
          <>
            <Status status={status} />
            <Actions isOn={status.isOn} onStep={go} />
          </>
        )}
      </ReadBody>
      <Sheet
        isOpen={step !== null}
        title={step?.kind === "codes" ? t("codesTitle") : t("title")}
        closeLabel={settings("close")}
        place="centre"
        onClose={() => go(null)}
      >
        {step && <StepBody step={step} onStep={go} />}
      </Sheet>
    </Section>
  );
}
