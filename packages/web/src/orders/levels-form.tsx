// The stops of an open order, and the target of one that waits: typed as prices, sent by one
// button. Beside each stands what it would make and how far it is; refusals stand below it.

import { type Order, requestAmendOrder, requestSetStops } from "@truetick/contract";
import { Button, useNotation, writeDecimal } from "@truetick/ui";
import { TextField } from "@truetick/ui/forms";
import { type SyntheticEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { useFailureText } from "../app/use-failure.ts";
import { conversionOf } from "../ticket/conversion.ts";
import { ExpiryField } from "../ticket/expiry-field.tsx";
import { typedForm } from "../ticket/read-number.ts";
import { fieldOfRefusal } from "../ticket/refused-field.ts";
import { ActNote } from "./act-note.tsx";
import { outcomeOf, readLevel } from "./level-draft.ts";
import styles from "./levels-form.module.css";
import { useMarketOf } from "./order-words.ts";
import { useExpiry } from "./use-expiry.ts";
import { useOrderAct } from "./use-order-act.ts";
import { useOrderToasts } from "./use-order-toasts.ts";

type LevelName = "target" | "stopLoss" | "takeProfit";
type Texts = Readonly<Record<LevelName, string>>;

function Outcome({ level, order }: { readonly level: string | null; readonly order: Order }) {
  const { live, markets } = useApp();
  const t = useTranslations("orders");
  const notation = useNotation();
  const market = useMarketOf(order.market.id);
  if (level === null || !market) return null;
  const list = markets.get();
  const known = list.phase === "ready" ? list.markets : [];
  const conversion = conversionOf(market.quoteCurrency, known, live.board);
  const outcome = outcomeOf(level, order, { market, conversion });
  if (!outcome) return null;
  return (
    <span className={styles.outcome}>
      {outcome.profit !== null && <MoneyText text={outcome.profit} isSigned />}
      <span>{t("away", { pips: writeDecimal(outcome.pips, notation) })}</span>
    </span>
  );
}

function useLevels(order: Order) {
  const notation = useNotation();
  const { pricePrecision } = order.market;
  const written = (level: string | null) => (level === null ? "" : typedForm(level, notation));
  const [texts, setTexts] = useState<Texts>(() => ({
    target: written(order.askedPrice),
    stopLoss: written(order.stopLoss),
    takeProfit: written(order.takeProfit),
  }));
  const read = (name: LevelName) => readLevel(texts[name], pricePrecision, notation);
  const levelOf = (name: LevelName) => {
    const reading = read(name);
    return reading.isOk ? reading.level : null;
  };
  return { texts, setTexts, read, levelOf };
}

export function LevelsForm({ order }: { readonly order: Order }) {
  const t = useTranslations("orders");
  const ticket = useTranslations("ticket");
  const act = useOrderAct();
  const tell = useOrderToasts();
  const textOf = useFailureText();
  const [isChecked, setIsChecked] = useState(false);
  const { texts, setTexts, read, levelOf } = useLevels(order);
  const isPending = order.status === "pending";
  const names: readonly LevelName[] = isPending
    ? ["target", "stopLoss", "takeProfit"]
    : ["stopLoss", "takeProfit"];
  const { failure } = act;
  const refused =
    failure?.kind === "refused" ? fieldOfRefusal(failure.reason, failure.numbers) : null;
  const expiry = useExpiry(order);
  const isAmended = isPending && (levelOf("target") !== order.askedPrice || expiry.isChanged);
  const errorOf = (name: LevelName): string | null => {
    const reading = read(name);
    if (isChecked && !reading.isOk) return t("noPrice");
    if (isChecked && name === "target" && levelOf(name) === null) return t("noTarget");
    return failure && refused === name ? textOf(failure) : null;
  };
  const expiryError = (isTold: boolean): string | undefined => {
    const reading = expiry.read();
    if (isTold && !reading.isOk) {
      return ticket(reading.problem === "past" ? "problems.expiryPast" : "problems.expiryMissing");
    }
    return (refused === "expiry" && failure && textOf(failure)) || undefined;
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsChecked(true);
    const target = levelOf("target");
    if (names.some((name) => !read(name).isOk) || (isPending && target === null)) return;
    const wanted = expiry.read();
    if (!wanted.isOk) return;
    const stops = { stopLoss: levelOf("stopLoss"), takeProfit: levelOf("takeProfit") };
    if (isAmended && target !== null) {
      const amendment = { orderId: order.id, target, ...stops, expiresAt: wanted.expiresAt };
      act.run(requestAmendOrder(amendment), () => {
        tell.amended(order);
        expiry.settle(wanted.expiresAt);
      });
    } else act.run(requestSetStops({ id: order.id, ...stops }), () => tell.stopsSet(order));
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.fields}>
        {names.map((name) => (
          <TextField
            key={name}
            label={t(`levels.${name}`)}
            name={name}
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            placeholder={name === "target" ? undefined : t("none")}
            value={texts[name]}
            error={errorOf(name)}
            hint={name === "target" ? undefined : <Outcome level={levelOf(name)} order={order} />}
            onValue={(text) => {
              act.forget();
              setTexts({ ...texts, [name]: text });
            }}
          />
        ))}
      </div>
      {isPending && (
        <ExpiryField
          expiry={expiry.draft}
          expiresAt={expiry.expiresAt}
          error={expiryError(isChecked)}
          onChange={(draft) => {
            act.forget();
            expiry.change(draft);
          }}
        />
      )}
      <ActNote act={act} isToldElsewhere={refused !== null} />
      <Button
        type="submit"
        kind="primary"
        size="touch"
        isWorking={act.phase === "working" || act.phase === "unsure"}
        disabled={act.phase === "unknown"}
      >
        {isAmended ? t("amend") : t("setStops")}
      </Button>
    </form>
  );
}
