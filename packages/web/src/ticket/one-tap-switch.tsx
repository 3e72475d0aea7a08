// Dealing in one tap, on or off: in the settings and in the ticket. Switching it on says what it
// means and asks; switching it off does not. Off until somebody chose it.

import { ConfirmDialog } from "@truetick/ui";
import { Switch } from "@truetick/ui/forms";
import { useStore } from "@truetick/ui/state";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import styles from "./one-tap-switch.module.css";

export function OneTapSwitch() {
  const { preferences } = useApp();
  const { isOneTap } = useStore(preferences);
  const t = useTranslations("settings");
  const words = useTranslations("ticket.oneTap");
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Switch
        isOn={isOneTap}
        label={t("oneTap")}
        hint={t("oneTapHint")}
        onChange={(isOn) => {
          if (isOn) setIsAsking(true);
          else preferences.chooseOneTap(false);
        }}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={words("question")}
        confirmLabel={words("switchOn")}
        cancelLabel={words("keepAsking")}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          preferences.chooseOneTap(true);
        }}
      >
        <ul className={styles.points}>
          <li>{words("atOnce")}</li>
          <li>{words("asTicket")}</li>
          <li>{words("limited")}</li>
        </ul>
      </ConfirmDialog>
    </>
  );
}
