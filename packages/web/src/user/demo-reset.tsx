// Starting the demo account over, after a question: what is open ends with it.

import { requestResetDemo } from "@truetick/contract";
import { Button, ConfirmDialog } from "@truetick/ui";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useTellFailure } from "../app/use-failure.ts";

export function DemoReset() {
  const { server, toasts } = useApp();
  const t = useTranslations("user.reset");
  const words = useTranslations("words");
  const tellFailure = useTellFailure();
  const [phase, setPhase] = useState<"idle" | "asking" | "working">("idle");
  const reset = async () => {
    setPhase("working");
    const answer = await server.write(requestResetDemo());
    setPhase("idle");
    if (answer.isOk) toasts.show({ tone: "done", title: t("done") });
    else tellFailure(answer.failure);
  };
  return (
    <>
      <Button kind="outline" size="touch" icon={RotateCcw} onClick={() => setPhase("asking")}>
        {t("action")}
      </Button>
      <ConfirmDialog
        isOpen={phase !== "idle"}
        title={t("title")}
        confirmLabel={t("action")}
        cancelLabel={words("cancel")}
        isWorking={phase === "working"}
        onConfirm={() => void reset()}
        onCancel={() => setPhase("idle")}
      >
        {t("text")}
      </ConfirmDialog>
    </>
  );
}
