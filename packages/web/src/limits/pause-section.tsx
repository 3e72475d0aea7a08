// A pause that cannot be ended early: a break of hours and days, or an exclusion of months and
// years. Asked twice before it starts, because nobody can take it back.

import type { Limits, LimitsChange } from "@truetick/contract";
import { Button, ChipRow, ConfirmDialog, Tag, useNotation } from "@truetick/ui";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Section } from "../app/sub-screen.tsx";
import { useMoment } from "../app/use-moment.ts";
import styles from "./limits.module.css";
import { BREAKS, EXCLUSIONS, type Span, writeSpan } from "./span.ts";

const KINDS = {
  coolOff: {
    spans: BREAKS,
    untilOf: ({ coolOffUntil }: Limits) => coolOffUntil,
    changeOf: ({ wire }: Span): LimitsChange => ({ coolOffHours: wire }),
  },
  exclusion: {
    spans: EXCLUSIONS,
    untilOf: ({ excludedUntil }: Limits) => excludedUntil,
    changeOf: ({ wire }: Span): LimitsChange => ({ excludeDays: wire }),
  },
} as const;

export function PauseSection({
  kind,
  limits,
  onChange,
}: {
  readonly kind: keyof typeof KINDS;
  readonly limits: Limits;
  readonly onChange: (change: LimitsChange) => Promise<void>;
}) {
  const t = useTranslations(`limits.${kind}`);
  const all = useTranslations("limits");
  const words = useTranslations("words");
  const { tag } = useNotation();
  const moment = useMoment();
  const { spans, untilOf, changeOf } = KINDS[kind];
  const [chosen, setChosen] = useState<Span | undefined>(spans[0]);
  const [phase, setPhase] = useState<"idle" | "asking" | "working">("idle");
  const until = untilOf(limits);
  const span = chosen ? writeSpan(chosen, tag) : "";
  const start = async () => {
    if (!chosen) return;
    setPhase("working");
    await onChange(changeOf(chosen));
    setPhase("idle");
  };
  return (
    <Section
      title={t("title")}
      text={t("text")}
      aside={until !== null && <Tag tone="warn">{all("until", { time: moment(until) })}</Tag>}
    >
      <ChipRow
        label={t("title")}
        chips={spans.map((choice) => ({ id: String(choice.wire), label: writeSpan(choice, tag) }))}
        chosen={String(chosen?.wire)}
        className={styles.chips}
        onChoose={(id) => setChosen(spans.find(({ wire }) => String(wire) === id))}
      />
      <div className={styles.actions}>
        <Button kind="outline" size="touch" onClick={() => setPhase("asking")}>
          {t("start")}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={phase !== "idle"}
        title={t("confirm", { span })}
        confirmLabel={t("start")}
        cancelLabel={words("cancel")}
        kind="danger"
        isWorking={phase === "working"}
        onConfirm={() => void start()}
        onCancel={() => setPhase("idle")}
      >
        {all("noWayBack")}
      </ConfirmDialog>
    </Section>
  );
}
