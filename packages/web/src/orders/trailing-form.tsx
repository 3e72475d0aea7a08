// A stop that follows the price, kept by the server: its distance in pips. Emptying it takes it
// off.

import { type Order, requestSetTrailing } from "@truetick/contract";
import { formatDecimal, parseDecimal } from "@truetick/money";
import { Button, useNotation } from "@truetick/ui";
import { TextField } from "@truetick/ui/forms";
import { type SyntheticEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { useFailureText } from "../app/use-failure.ts";
import { readNumber, typedForm } from "../ticket/read-number.ts";
import { ActNote } from "./act-note.tsx";
import { shapeOf, useMarketOf } from "./order-words.ts";
import styles from "./trailing-form.module.css";
import { useOrderAct } from "./use-order-act.ts";
import { useOrderToasts } from "./use-order-toasts.ts";

export function TrailingForm({ order }: { readonly order: Order }) {
  const t = useTranslations("orders");
  const notation = useNotation();
  const act = useOrderAct();
  const tell = useOrderToasts();
  const textOf = useFailureText();
  const { fractionDigits } = shapeOf(order, useMarketOf(order.market.id));
  const pips = (points: number) => formatDecimal(BigInt(points), fractionDigits);
  const [text, setText] = useState(() =>
    order.trailingDistance === null ? "" : typedForm(pips(order.trailingDistance), notation),
  );
  const [isWrong, setIsWrong] = useState(false);
  const { failure } = act;
  const isRefused = failure?.kind === "refused" && failure.reason === "TRAILING_DISTANCE_INVALID";
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const plain = text.trim() === "" ? "0" : readNumber(text, notation);
    const points = plain === null ? null : parseDecimal(plain, fractionDigits);
    setIsWrong(points === null);
    if (points === null) return;
    const distance = points === 0n ? null : Number(points);
    act.run(requestSetTrailing({ orderId: order.id, distance }), () => tell.stopsSet(order));
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.line}>
        <TextField
          label={t("trailingStop")}
          name="trailing"
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          placeholder={t("none")}
          trail={<span className={styles.unit}>{t("pips")}</span>}
          value={text}
          error={isWrong ? t("noDistance") : isRefused && failure ? textOf(failure) : null}
          hint={t("trailingHint")}
          onValue={(typed) => {
            act.forget();
            setText(typed);
          }}
        />
        <Button
          type="submit"
          size="touch"
          className={styles.act}
          isWorking={act.phase === "working" || act.phase === "unsure"}
        >
          {t("set")}
        </Button>
      </div>
      <ActNote act={act} isToldElsewhere={isRefused} />
    </form>
  );
}
