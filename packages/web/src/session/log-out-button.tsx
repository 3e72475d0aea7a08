// Logging out, after a question: what stays open is said before the answer.

import { Button, ConfirmDialog } from "@truetick/ui";
import LogOut from "lucide-react/icons/log-out";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useStore } from "../app/store.ts";

export function LogOutButton() {
  const { session, sessionLife } = useApp();
  const t = useTranslations("door.logOut");
  const [isAsking, setIsAsking] = useState(false);
  const user = useStore(session)?.user;
  if (!user) return null;
  return (
    <>
      <Button kind="outline" size="touch" icon={LogOut} onClick={() => setIsAsking(true)}>
        {t("action")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t("title")}
        confirmLabel={t("action")}
        cancelLabel={t("cancel")}
        onConfirm={() => void sessionLife.logOut()}
        onCancel={() => setIsAsking(false)}
      >
        {user.isDemo ? t("demoText") : t("text")}
      </ConfirmDialog>
    </>
  );
}
