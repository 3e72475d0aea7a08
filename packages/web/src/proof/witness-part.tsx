// The part of the frame that keeps watch (H05): starts the witness once the first prices are on the
// screen, draws nothing while all is well, and a red bar above everything when it is not. There is
// no way to close it.

import { useSelected, useStore } from "@truetick/ui/state";
import ShieldAlert from "lucide-react/icons/shield-alert";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import styles from "./alarm.module.css";
import { headlineOf } from "./alarm.ts";
import { AlarmSheet } from "./alarm-sheet.tsx";
import { useAlarmWords } from "./alarm-words.ts";
import type { Witness } from "./witness.ts";
import { witnessOf } from "./witness-of.ts";

function RedBar({ witness }: { readonly witness: Witness }) {
  const t = useTranslations("proof.alarm");
  const { memory } = useStore(witness);
  const { titleOf, placeOf } = useAlarmWords();
  const [isOpen, setIsOpen] = useState(false);
  const alarm = headlineOf(memory.alarms);
  if (!alarm) return null;
  return (
    <>
      <div className={styles.bar} role="alert">
        <ShieldAlert size={20} className={styles.icon} />
        <p className={styles.words}>
          {titleOf(alarm)} <span className={styles.row}>{placeOf(alarm)}</span>
        </p>
        <button type="button" className={styles.more} onClick={() => setIsOpen(true)}>
          {t("details")}
        </button>
      </div>
      {isOpen && <AlarmSheet memory={memory} onClose={() => setIsOpen(false)} />}
    </>
  );
}

export function WitnessPart() {
  const witness = witnessOf(useApp());
  // Every look of the witness says something; only an alarm is drawn.
  const hasAlarms = useSelected(witness, ({ memory }) => memory.alarms.length > 0);
  useEffect(() => witness.start(), [witness]);
  return hasAlarms && <RedBar witness={witness} />;
}
