// What was booked by hand: each with its reason, who agreed to it, and a way to say that it is
// wrong (H10). Stands there only when there is any.

import { type Adjustment, requestAdjustments } from "@truetick/contract/cashier";
import { Button, Tag } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { Section } from "../app/sub-screen.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import { useMoment } from "../app/use-moment.ts";
import { useRead } from "../app/use-read.ts";
import { useStaffName } from "../app/use-staff-name.ts";
import styles from "./adjustments.module.css";
import { DisputeSheet } from "./dispute-sheet.tsx";

function Disputes({ adjustment: { disputes } }: { readonly adjustment: Adjustment }) {
  const t = useTranslations("history");
  const moment = useMoment();
  return disputes.map(({ text, at, answer }) => (
    <div key={at} className={styles.dispute}>
      <p className={styles.note}>{t("disputedAt", { time: moment(at) })}</p>
      <p dir="auto">{text}</p>
      {answer === "" ? (
        <p className={styles.note}>{t("noAnswerYet")}</p>
      ) : (
        <p dir="auto" className={styles.answer}>
          {t("answer", { text: answer })}
        </p>
      )}
    </div>
  ));
}

function AdjustmentRow({
  adjustment,
  isNamed,
  onDispute,
}: {
  readonly adjustment: Adjustment;
  /** The address leads to this one. */
  readonly isNamed: boolean;
  readonly onDispute: () => void;
}) {
  const t = useTranslations("history");
  const moment = useMoment();
  const nameOf = useStaffName();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isNamed) row.current?.scrollIntoView({ block: "center" });
  }, [isNamed]);
  const isWaiting = adjustment.disputes.some(({ answer }) => answer === "");
  return (
    <li ref={row} className={styles.row} data-named={isNamed}>
      <div className={styles.head}>
        <p className={styles.name}>{t("adjustment", { id: adjustment.id })}</p>
        <MoneyText text={adjustment.amount} isSigned isExact className={styles.amount} />
      </div>
      <p dir="auto">{adjustment.reason}</p>
      <p className={styles.note}>
        {moment(adjustment.bookedAt)} ·{" "}
        {t("agreedBy", { names: adjustment.agreedBy.map(nameOf).join(", ") })}
      </p>
      <Disputes adjustment={adjustment} />
      <div className={styles.acts}>
        {isWaiting && <Tag tone="accent">{t("disputed")}</Tag>}
        {adjustment.canDispute && (
          <Button kind="outline" onClick={onDispute}>
            {t("dispute")}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Those that were asked for after the first page. */
function useOlder() {
  const { server } = useApp();
  const tellFailure = useTellFailure();
  const [adjustments, setAdjustments] = useState<readonly Adjustment[]>([]);
  /** Null before any was asked for. */
  const [next, setNext] = useState<string | null>(null);
  const [isLoading, setIsLoading] = useState(false);
  const load = async (cursor: string) => {
    setIsLoading(true);
    const answer = await server.read(requestAdjustments(cursor));
    setIsLoading(false);
    if (!answer.isOk) return tellFailure(answer.failure);
    setAdjustments([...adjustments, ...answer.value.adjustments]);
    setNext(answer.value.next);
  };
  return { adjustments, next, isLoading, load };
}

export function AdjustmentsSection() {
  const { router, account } = useApp();
  const t = useTranslations("history");
  const words = useTranslations("words");
  const named = useStore(router.location).query.get("adjustment");
  // One that is booked meanwhile moves the account's cash.
  const cash = useStore(account)?.account.cash;
  const reading = useRead(() => requestAdjustments(""), cash);
  const [disputing, setDisputing] = useState<Adjustment | null>(null);
  const older = useOlder();
  if (reading.state.phase !== "ready") return null;
  const { adjustments: newest, next } = reading.state.value;
  const adjustments = [...newest, ...older.adjustments];
  const cursor = older.next ?? next;
  if (adjustments.length === 0) return null;
  return (
    <Section title={t("adjustments")} text={t("adjustmentsText")}>
      <ul className={styles.rows} aria-label={t("adjustments")}>
        {adjustments.map((adjustment) => (
          <AdjustmentRow
            key={adjustment.id}
            adjustment={adjustment}
            isNamed={adjustment.id === named}
            onDispute={() => setDisputing(adjustment)}
          />
        ))}
      </ul>
      {cursor !== "" && (
        <div>
          <Button isWorking={older.isLoading} onClick={() => void older.load(cursor)}>
            {words("more")}
          </Button>
        </div>
      )}
      {disputing && (
        <DisputeSheet
          adjustment={disputing}
          onClose={() => setDisputing(null)}
          onDone={reading.again}
        />
      )}
    </Section>
  );
}
