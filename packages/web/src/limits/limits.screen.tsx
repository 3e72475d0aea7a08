// The limits that a trader sets for the own account, with plain words on what each does and whether
// it can be taken back. The engine keeps them; this only shows and asks.

import {
  type Limits,
  type LimitsChange,
  requestLimits,
  requestSetLimits,
} from "@truetick/contract";
import { ChipRow, Note } from "@truetick/ui";
import Info from "lucide-react/icons/info";
import { useTranslations } from "use-intl";
import type { Failure } from "../api/server.ts";
import { useApp } from "../app/app.ts";
import { ReadBody } from "../app/read-body.tsx";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import { useRead } from "../app/use-read.ts";
import { DailyLossSection } from "./daily-loss-section.tsx";
import styles from "./limits.module.css";
import { PauseSection } from "./pause-section.tsx";
import { StopOutSection } from "./stop-out-section.tsx";

const NO_LIMIT = "none";
const LEVERAGES = [5, 10, 20, 30, 50, 100, 200];

/** What is offered, and what holds now even where it is none of that. */
function leverageChips(chosen: number | null): readonly number[] {
  if (chosen === null || LEVERAGES.includes(chosen)) return LEVERAGES;
  return [...LEVERAGES, chosen].sort((one, other) => one - other);
}

function LeverageSection({
  limits: { leverageMax },
  onChange,
}: {
  readonly limits: Limits;
  readonly onChange: (change: LimitsChange) => Promise<void>;
}) {
  const t = useTranslations("limits");
  return (
    <Section title={t("leverage.title")} text={t("leverage.text")}>
      <ChipRow
        label={t("leverage.title")}
        chips={[
          { id: NO_LIMIT, label: t("none") },
          ...leverageChips(leverageMax).map((ratio) => ({
            id: String(ratio),
            label: `1:${ratio}`,
          })),
        ]}
        chosen={leverageMax === null ? NO_LIMIT : String(leverageMax)}
        className={styles.chips}
        onChoose={(id) => void onChange({ leverageMax: id === NO_LIMIT ? null : Number(id) })}
      />
    </Section>
  );
}

export function LimitsScreen() {
  const { server, toasts } = useApp();
  const t = useTranslations("limits");
  const words = useTranslations("words");
  const titles = useTranslations("shell.titles");
  const tellFailure = useTellFailure();
  const reading = useRead(requestLimits);
  const set = async (change: LimitsChange): Promise<Failure | null> => {
    const answer = await server.write(requestSetLimits(change));
    if (!answer.isOk) return answer.failure;
    reading.put(answer.value);
    toasts.show({ tone: "done", title: words("saved") });
    return null;
  };
  const setOrTell = async (change: LimitsChange) => {
    const failure = await set(change);
    if (failure) tellFailure(failure);
  };
  return (
    <SubScreen title={titles("limits")} parent="/user">
      <Note tone="accent" icon={Info}>
        {t("intro")}
      </Note>
      <ReadBody reading={reading}>
        {(limits) => (
          <>
            <DailyLossSection limits={limits} onChange={set} />
            <LeverageSection limits={limits} onChange={setOrTell} />
            <StopOutSection limits={limits} onChange={setOrTell} />
            <PauseSection kind="coolOff" limits={limits} onChange={setOrTell} />
            <PauseSection kind="exclusion" limits={limits} onChange={setOrTell} />
          </>
        )}
      </ReadBody>
    </SubScreen>
  );
}
