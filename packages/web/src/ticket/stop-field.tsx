// A stop of the ticket: off, or said as a price, a distance in pips or an amount of money. Beside
// what was typed stands what it comes to the other ways.

import { formatMoney } from "@truetick/money";
import { Segment, useNotation, writeDecimal } from "@truetick/ui";
import { Switch } from "@truetick/ui/forms";
import CircleAlert from "lucide-react/icons/circle-alert";
import { type ReactNode, useId } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import type { StopDraft } from "./draft.ts";
import type { StopView } from "./read-draft.ts";
import styles from "./stop-field.module.css";
import { STOP_WAYS, type StopBy, type StopKind } from "./stop-levels.ts";

export function StopOutcome({ view, by }: { readonly view: StopView | null; readonly by: StopBy }) {
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

/** The number itself with its unit, and what it comes to. */
export function StopLine({
  name,
  label,
  value,
  unit,
  error,
  children,
  onValue,
}: {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly error: string | null;
  readonly children: ReactNode;
  readonly onValue: (text: string) => void;
}) {
  const footId = useId();
  return (
    <>
      <div className={styles.line}>
        <span className={styles.well} data-wrong={error !== null}>
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            maxLength={16}
            name={name}
            className={styles.input}
            aria-label={label}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? footId : undefined}
            value={value}
            onChange={(event) => onValue(event.currentTarget.value)}
          />
          {unit && <span className={styles.unit}>{unit}</span>}
        </span>
        {children}
      </div>
      <div id={footId} aria-live="polite">
        {error && (
          <p className={styles.wrong}>
            <CircleAlert size={14} strokeWidth={2} />
            {error}
          </p>
        )}
      </div>
    </>
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
        <StopLine
          name={kind}
          label={`${t(kind)}: ${t(`ways.${stop.by}`)}`}
          value={stop.text}
          unit={units[stop.by]}
          error={error}
          onValue={(text) => onChange({ ...stop, text })}
        >
          <StopOutcome view={view} by={stop.by} />
        </StopLine>
      )}
    </div>
  );
}
