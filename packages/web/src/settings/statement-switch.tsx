// The switch for the daily statement by mail. Kept with the account alone: it speaks of the mail,
// not of this device. Shows nothing until the server has said how it stands. In the settings.

import { requestMemberSettings, requestSetMemberSettings } from "@truetick/contract";
import { Switch } from "@truetick/ui/forms";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useRead } from "../app/use-read.ts";

export function StatementSwitch() {
  const t = useTranslations("statement");
  const { server } = useApp();
  const { state } = useRead(requestMemberSettings);
  const [chosen, setChosen] = useState<boolean | null>(null);
  if (state.phase !== "ready") return null;
  const isOn = chosen ?? state.value.hasStatementMail;
  const change = async (isWanted: boolean) => {
    setChosen(isWanted);
    const answer = await server.write(requestSetMemberSettings({ hasStatementMail: isWanted }));
    setChosen(answer.isOk ? answer.value.hasStatementMail : !isWanted);
  };
  return (
    <Switch
      isOn={isOn}
      label={t("mail")}
      hint={t("mailHint")}
      onChange={(isWanted) => void change(isWanted)}
    />
  );
}
