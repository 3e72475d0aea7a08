// System health: can the server do its work, what is it running on, and how quickly does it answer.
// What is known stays on the page, greyed, when the server stops answering.

import { Button, Fact, Facts, Note, Skeleton, Sparkline, Tag } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import CircleCheck from "lucide-react/icons/circle-check";
import RefreshCw from "lucide-react/icons/refresh-cw";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "use-intl";
import { useDesk } from "../app/desk.ts";
import styles from "./health.screen.module.css";
import { type HealthState, useNowMs } from "./health.state.ts";
import { ASK_EVERY_MS, type Health, type HealthAnswer } from "./health.ts";
import { RecordCard } from "./record-card.tsx";
import { uptimeParts } from "./uptime.ts";

const clock = new Intl.DateTimeFormat("en", { timeStyle: "medium" });
const counts = new Intl.NumberFormat("en");

function Verdict({ state }: { readonly state: HealthState }) {
  const t = useTranslations("health");
  const isGood = state.phase === "answered" && state.last?.health.isReady === true;
  const Shape = isGood ? CircleCheck : TriangleAlert;
  const words = isGood
    ? t("ready")
    : state.phase === "unreachable"
      ? t("unreachable")
      : t("notReady");
  return (
    <div className={styles.verdict} data-good={isGood} role="status">
      <Shape size={28} strokeWidth={1.75} />
      <h1 className={styles.words}>{words}</h1>
    </div>
  );
}

function AnswerLine({ answer }: { readonly answer: HealthAnswer }) {
  const t = useTranslations("health");
  return (
    <p className={styles.asked}>
      <span>{t("asked", { time: clock.format(answer.askedAtMs) })}</span>
      <span>{t("answeredIn", { ms: counts.format(Math.max(1, Math.round(answer.tookMs))) })}</span>
    </p>
  );
}

function StateTag({
  isGood,
  good,
  bad,
}: {
  readonly isGood: boolean | null;
  readonly good: string;
  readonly bad: string;
}) {
  if (isGood === null) return "–";
  return <Tag tone={isGood ? "ok" : "danger"}>{isGood ? good : bad}</Tag>;
}

function useQuoteAge({ newestQuoteAgeMs }: Health): string {
  const t = useTranslations("health");
  if (newestQuoteAgeMs === null) return t("noQuote");
  if (newestQuoteAgeMs < 1_000) return t("ageMs", { ms: Math.round(newestQuoteAgeMs) });
  return t("ageSeconds", { seconds: counts.format(Math.round(newestQuoteAgeMs / 1_000)) });
}

/** Counts on between two answers, from the moment the last one was given. */
function Uptime({
  answer,
  isCounting,
}: {
  readonly answer: HealthAnswer;
  readonly isCounting: boolean;
}) {
  const t = useTranslations("health.uptime");
  const nowMs = useNowMs();
  const { uptimeSec } = answer.health;
  if (uptimeSec === null) return "–";
  const sinceSec = isCounting ? Math.max(0, (nowMs - answer.askedAtMs) / 1_000) : 0;
  const { unit, ...parts } = uptimeParts(Math.floor(uptimeSec + sinceSec));
  return t(unit, parts);
}

function Prices({ health }: { readonly health: Health }) {
  const t = useTranslations("health");
  const age = useQuoteAge(health);
  return (
    <section className={styles.card}>
      <h2 className={styles.part}>{t("parts.prices")}</h2>
      <Facts>
        <Fact name={t("facts.feed")} isFigure={false}>
          {health.feed ?? "–"}{" "}
          {health.isSimulated !== null && (
            <Tag tone={health.isSimulated ? "warn" : "ok"}>
              {health.isSimulated ? t("simulated") : t("real")}
            </Tag>
          )}
        </Fact>
        <Fact name={t("facts.fresh")} isFigure={false}>
          <StateTag isGood={health.isFeedFresh} good={t("fresh")} bad={t("silent")} />
        </Fact>
        <Fact name={t("facts.markets")}>
          {health.markets === null ? "–" : counts.format(health.markets)}
        </Fact>
        <Fact name={t("facts.newestQuote")}>{age}</Fact>
      </Facts>
    </section>
  );
}

function Storage({ health }: { readonly health: Health }) {
  const t = useTranslations("health");
  return (
    <section className={styles.card}>
      <h2 className={styles.part}>{t("parts.storage")}</h2>
      <Facts>
        <Fact name={t("facts.database")} isFigure={false}>
          <StateTag isGood={health.isDatabaseReachable} good={t("up")} bad={t("down")} />
        </Fact>
        <Fact name={t("facts.migrations")} isFigure={false}>
          <StateTag isGood={health.areMigrationsCurrent} good={t("current")} bad={t("behind")} />
        </Fact>
      </Facts>
    </section>
  );
}

function Program({
  state,
  answer,
}: {
  readonly state: HealthState;
  readonly answer: HealthAnswer;
}) {
  const t = useTranslations("health");
  const { mode, version } = answer.health;
  return (
    <section className={styles.card}>
      <h2 className={styles.part}>{t("parts.program")}</h2>
      <Facts>
        <Fact name={t("facts.mode")} isFigure={false}>
          {mode ? t(`modes.${mode}`) : "–"}
        </Fact>
        <Fact name={t("facts.version")}>{version ?? "–"}</Fact>
        <Fact name={t("facts.uptime")}>
          <Uptime answer={answer} isCounting={state.phase === "answered"} />
        </Fact>
      </Facts>
    </section>
  );
}

function AnswerTimes({ timesMs }: { readonly timesMs: readonly number[] }) {
  const t = useTranslations("health");
  const slowest = Math.max(...timesMs, 0);
  return (
    <section className={styles.card} data-wide="">
      <h2 className={styles.part}>{t("parts.answers")}</h2>
      <Sparkline
        closes={timesMs}
        dayOpen={0}
        direction="flat"
        width={320}
        height={72}
        isFilled
        className={styles.times}
      />
      <p className={styles.asked}>
        <span>{t("answers", { count: timesMs.length })}</span>
        <span>{t("slowest", { ms: counts.format(Math.round(slowest)) })}</span>
      </p>
    </section>
  );
}

function Waiting() {
  const t = useTranslations("health");
  return (
    <div className={styles.page} role="status" aria-label={t("loading")}>
      <Skeleton width="long" height="tall" />
      <div className={styles.cards}>
        {[1, 2, 3].map((card) => (
          <div key={card} className={styles.card}>
            <Skeleton width="medium" />
            <Skeleton width="full" height="tall" />
            <Skeleton width="full" height="tall" />
          </div>
        ))}
      </div>
    </div>
  );
}

export function HealthScreen() {
  const t = useTranslations("health");
  const { health } = useDesk();
  const state = useStore(health);
  const { phase, last } = state;
  if (phase === "asking") return <Waiting />;
  const seconds = ASK_EVERY_MS / 1_000;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Verdict state={state} />
        <Button icon={RefreshCw} onClick={health.ask}>
          {t("askNow")}
        </Button>
      </header>
      {last && <AnswerLine answer={last} />}
      {phase === "unreachable" && (
        <Note tone="warn" icon={TriangleAlert}>
          {last
            ? t("unreachableText", { time: clock.format(last.askedAtMs), seconds })
            : t("neverAnswered", { seconds })}
        </Note>
      )}
      {last && (
        <div className={styles.cards} data-old={phase === "unreachable"}>
          <Prices health={last.health} />
          <Storage health={last.health} />
          <Program state={state} answer={last} />
          <RecordCard />
          <AnswerTimes timesMs={state.timesMs} />
        </div>
      )}
    </div>
  );
}
