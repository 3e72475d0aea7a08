// A stop of the ticket: off, or said as a price, a distance in pips or an amount of money. Beside
// what was typed stands what it comes to the other ways.

import { formatMoney } from "@truetick/money";
import { Segment, useNotation, writeDecimal } from "@truetick/ui";
import { Switch } from "@truetick/ui/forms";
import CircleAlert from "lucide-react/icons/circle-alert";
import { useId } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import type { StopDraft, StopView } from "./draft.ts";
import styles from "./stop-field.module.css";
import { STOP_WAYS, type StopBy, type StopKind } from "./stop-levels.ts";

function Outcome({ view, by }: { readonly view: StopView | null; readonly by: StopBy }) {
  const t = useTranslations("ticket");
  const notation = useNotation();
  if (!view) return <span className={styles.outcome} />;
  return (
    <span className={styles.outcome}>
      {by === "price" && view.profit !== null ? (
        <MoneyText text={formatMoney(view.profit)} isSigned />
      ) : (
        <bdi dir="ltr">{writeDecimal(view.level, notation)}</bdi>
      )}
      <span className={styles.pips}>
        {by === "distance" && view.profit !== null ? (
          <MoneyText text={formatMoney(view.profit)} isSigned />
        ) : (
          t("pipsAway", { pips: writeDecimal(view.pips, notation) })
        )}
      </span>
    </span>
  );
}

export function StopField({
  kind,
  stop,
  view,
  error,
  onChange,
  onWay,
}: {
  readonly kind: StopKind;
  readonly stop: StopDraft;
  readonly view: StopView | null;
  readonly error: string | null;
  readonly onChange: (stop: StopDraft) => void;
  readonly onWay: (by: StopBy) => void;
}) {
  const t = useTranslations("ticket");
  const footId = useId();
  const units = { price: "", distance: t("pips"), amount: t(`money.${kind}`) } as const;
  return (
    <div className={styles.stop}>
      <div className={styles.head}>
        <Switch isOn={stop.isOn} label={t(kind)} onChange={(isOn) => onChange({ ...stop, isOn })} />
        {stop.isOn && (
          <Segment
            label={t("way", { name: t(kind) })}
            choices={STOP_WAYS.map((way) => ({ id: way, label: t(`ways.${way}`) }))}
            chosen={stop.by}
            className={styles.ways}
            onChoose={onWay}
          />
        )}
      </div>
      {stop.isOn && (
        <div className={styles.line}>
          <span className={styles.well} data-wrong={error !== null}>
            <input
              type="text"
              inputMode="decimal"
              autoComplete="off"
              dir="ltr"
              maxLength={16}
              name={kind}
              className={styles.input}
              aria-label={`${t(kind)}: ${t(`ways.${stop.by}`)}`}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? footId : undefined}
              value={stop.text}
              onChange={(event) => onChange({ ...stop, text: event.currentTarget.value })}
            />
            {units[stop.by] && <span className={styles.unit}>{units[stop.by]}</span>}
          </span>
          <Outcome view={view} by={stop.by} />
        </div>
      )}
      <div id={footId} aria-live="polite">
        {stop.isOn && error && (
          <p className={styles.wrong}>
            <CircleAlert size={14} strokeWidth={2} />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
