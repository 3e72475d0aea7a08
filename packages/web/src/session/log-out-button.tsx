// Logging out, after a question: what stays open is said before the answer.

import { Button, ConfirmDialog } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import LogOut from "lucide-react/icons/log-out";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";

export function LogOutButton({ onLeave }: { readonly onLeave?: () => void }) {
  const { session, sessionLife } = useApp();
  const t = useTranslations("door.logOut");
  const [isAsking, setIsAsking] = useState(false);
  const user = useStore(session)?.user;
  if (!user) return null;
  const leave = () => {
    onLeave?.();
    void sessionLife.logOut();
  };
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
        onConfirm={leave}
        onCancel={() => setIsAsking(false)}
      >
        {user.isDemo ? t("demoText") : t("text")}
      </ConfirmDialog>
    </>
  );
}
