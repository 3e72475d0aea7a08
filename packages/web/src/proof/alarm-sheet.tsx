// What did not hold, in full: what was seen when, what is there now, which log, which row; and the
// evidence to keep.

import { readCheckpoint, type SignedCheckpoint } from "@truetick/proof";
import { Button, Sheet, useNotation } from "@truetick/ui";
import Download from "lucide-react/icons/download";
import { useTranslations } from "use-intl";
import { useMoment } from "../app/use-moment.ts";
import styles from "./alarm.module.css";
import type { Alarm } from "./alarm.ts";
import { useAlarmWords, useLogName } from "./alarm-words.ts";
import { saveEvidence } from "./save-evidence.ts";
import type { WitnessMemory } from "./witness-memory.ts";

function Shown({
  name,
  signed,
  log,
}: {
  readonly name: string;
  readonly signed: SignedCheckpoint | null;
  readonly log: string | null;
}) {
  const t = useTranslations("proof.alarm");
  const nameOf = useLogName();
  const moment = useMoment();
  const { tag } = useNotation();
  const checkpoint = signed && readCheckpoint(signed.text);
  if (!checkpoint) return null;
  const heads = checkpoint.logs.filter((head) => log === null || head.log === log);
  const number = String(checkpoint.number);
  return (
    <div className={styles.shown}>
      <h4 className={styles.name}>{name}</h4>
      <p>{t("checkpoint", { number, time: moment(checkpoint.atMs / 1_000) })}</p>
      <ul className={styles.heads}>
        {heads.map(({ log: each, size, root }) => (
          <li key={each}>
            {nameOf(each)}: <bdi dir="ltr">{new Intl.NumberFormat(tag).format(size)}</bdi>
            <bdi dir="ltr" className={styles.root}>
              {root}
            </bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

function AlarmStory({ alarm }: { readonly alarm: Alarm }) {
  const t = useTranslations("proof.alarm");
  const { placeOf } = useAlarmWords();
  const moment = useMoment();
  const { kind, log, seen, now, foundAtMs, detail } = alarm;
  const place = placeOf(alarm);
  return (
    <li className={styles.story}>
      <h3 className={styles.place}>{place ?? t(`kinds.${kind}`)}</h3>
      {place !== null && <p>{t(`kinds.${kind}`)}</p>}
      <p className={styles.quiet}>{t("noticed", { time: moment(foundAtMs / 1_000) })}</p>
      <Shown name={t("seen")} signed={seen} log={log} />
      {kind !== "verdict" && <Shown name={t("now")} signed={now} log={log} />}
      <p dir="ltr" lang="en" className={styles.detail}>
        {detail}
      </p>
    </li>
  );
}

export function AlarmSheet({
  memory,
  onClose,
}: {
  readonly memory: WitnessMemory;
  readonly onClose: () => void;
}) {
  const t = useTranslations("proof.alarm");
  const orders = useTranslations("orders");
  return (
    <Sheet
      isOpen
      title={t("details")}
      closeLabel={orders("close")}
      place="centre"
      height="tall"
      onClose={onClose}
    >
      <div className={styles.body}>
        <p>{t("whatToDo")}</p>
        <Button
          kind="primary"
          size="touch"
          icon={Download}
          onClick={() => saveEvidence(memory, window.location.origin)}
        >
          {t("download")}
        </Button>
        <ul className={styles.stories}>
          {memory.alarms.map((alarm) => (
            <AlarmStory key={`${alarm.kind} ${alarm.log} ${alarm.firstBad}`} alarm={alarm} />
          ))}
        </ul>
      </div>
    </Sheet>
  );
}
