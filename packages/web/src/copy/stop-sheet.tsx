// Stopping a copy: close everything and have the cash back, or keep what is open and copy no more.
// Says what either does before it is done.

import { type Follow, requestStopFollow } from "@truetick/contract/copying";
import { Button, Sheet } from "@truetick/ui";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useTellFailure } from "../app/use-failure.ts";
import { beginWrite } from "../orders/write-once.ts";
import styles from "./sheets.module.css";

const CHOICES = ["close", "keep"] as const;

type StopSheetProps = {
  readonly follow: Follow;
  readonly onDone: (follow: Follow) => void;
  readonly onClose: () => void;
};

function StopForm({ follow, onDone, onClose }: StopSheetProps) {
  const { server, toasts } = useApp();
  const t = useTranslations("copy");
  const tellFailure = useTellFailure();
  const [chosen, setChosen] = useState<(typeof CHOICES)[number]>("close");
  const [isWorking, setIsWorking] = useState(false);
  const canKeep = follow.orders > 0 && follow.status !== "kept";
  const stop = async () => {
    setIsWorking(true);
    const isKeeping = canKeep && chosen === "keep";
    const answer = await beginWrite(server, requestStopFollow(follow.id, isKeeping)).send();
    setIsWorking(false);
    if (!answer.isOk) return tellFailure(answer.failure);
    toasts.show({ tone: "done", title: t("done.stopped", { name: follow.leader }) });
    onDone(answer.value);
    onClose();
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWorking) void stop();
      }}
    >
      <div className={styles.fields}>
        {canKeep ? (
          <fieldset className={styles.choices}>
            <legend className={styles.legend}>{t("stop.question")}</legend>
            {CHOICES.map((choice) => (
              <label key={choice} className={styles.choice}>
                <input
                  type="radio"
                  name="stop"
                  className={styles.radio}
                  value={choice}
                  checked={choice === chosen}
                  onChange={() => setChosen(choice)}
                />
                <b>{t(`stop.choices.${choice}`)}</b>
                <span>{t(`stop.texts.${choice}`)}</span>
              </label>
            ))}
          </fieldset>
        ) : (
          <p className={styles.quiet}>{t("stop.texts.close")}</p>
        )}
      </div>
      <div className={styles.foot}>
        <Button type="submit" kind="danger" size="cta" isWorking={isWorking}>
          {t("acts.stop")}
        </Button>
      </div>
    </form>
  );
}

export function StopSheet(props: StopSheetProps) {
  const t = useTranslations("copy");
  const settings = useTranslations("settings");
  return (
    <Sheet
      isOpen
      title={t("acts.stop")}
      closeLabel={settings("close")}
      place="centre"
      onClose={props.onClose}
    >
      <StopForm {...props} />
    </Sheet>
  );
}
