// Asks for the price at which to be told: begins near the bid, steps by one point, says on which
// side it lies and how far away, and puts what the server refuses beside the field.

import type { Market, Reason } from "@truetick/contract";
import { Button, useNotation, writeDecimal } from "@truetick/ui";
import { StepperField } from "@truetick/ui/forms";
import { type SyntheticEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ltrText } from "../app/ltr-text.ts";
import { usePlaceFailure } from "../app/use-place-failure.ts";
import { readNumber, typedForm } from "../ticket/read-number.ts";
import { useCalmQuote } from "../ticket/use-calm-quote.ts";
import styles from "./alert-form.module.css";
import { openingPrice, placeFrom, priceOf, stepPrice } from "./alert-price.ts";
import { useAlerts } from "./use-alerts.ts";

const FIELD_OF: Readonly<Partial<Record<Reason, "price">>> = {
  ALERT_AT_PRICE: "price",
  ALERT_WITHOUT_PRICE: "price",
  TOO_MANY_ALERTS: "price",
};

function useHint(market: Market, plain: string | null, bid: string): string {
  const t = useTranslations("alerts");
  const notation = useNotation();
  const place = plain === null ? null : placeFrom(plain, bid, market);
  if (!place) return t("once");
  const distance = ltrText(writeDecimal(place.distance, notation));
  return place.direction === "above" ? t("rising", { distance }) : t("falling", { distance });
}

export function AlertForm({ market }: { readonly market: Market }) {
  const { toasts } = useApp();
  const t = useTranslations("alerts");
  const notation = useNotation();
  const alerts = useAlerts();
  const placeFailure = usePlaceFailure();
  const bid = useCalmQuote(market.id)?.bid ?? "";
  const opening = typedForm(openingPrice(bid, market), notation);
  // Null until somebody types or steps: it begins near the bid of now.
  const [typed, setTyped] = useState<string | null>(null);
  const [begun] = useState(opening);
  const [error, setError] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const text = typed ?? (begun === "" ? opening : begun);
  const plain = readNumber(text, notation);
  const hint = useHint(market, plain, bid);
  const change = (next: string) => {
    setError(null);
    setTyped(next);
  };
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const price = plain === null ? null : priceOf(plain, market);
    if (price === null) {
      const example = typedForm(openingPrice(bid === "" ? "1" : bid, market), notation);
      setError(t("wrong", { example: ltrText(example) }));
      return;
    }
    setIsWorking(true);
    const answer = await alerts.add({ marketId: market.id, price });
    setIsWorking(false);
    if (!answer.isOk) {
      setError(placeFailure(answer.failure, FIELD_OF)?.price ?? null);
      return;
    }
    setTyped(typedForm(openingPrice(bid, market), notation));
    const told = { market: market.displayCode, price: writeDecimal(price, notation) };
    toasts.show({ tone: "done", title: t("added", told) });
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <StepperField
        label={t("price")}
        name="alertPrice"
        value={text}
        hint={hint}
        error={error}
        fewerLabel={t("lower")}
        moreLabel={t("higher")}
        canStepDown={plain !== null}
        canStepUp={plain !== null}
        onValue={change}
        onStep={(direction) =>
          change(typedForm(stepPrice(plain ?? "", market, direction), notation))
        }
      />
      <Button type="submit" kind="primary" size="touch" isWorking={isWorking}>
        {t("add")}
      </Button>
    </form>
  );
}
