// The stops of an open order, and the target of one that waits: typed as prices, sent by one
// button. Beside each stands what it would make and how far it is; refusals stand below it.

import type { Order } from "@truetick/contract";
import { Button, useNotation, writeDecimal } from "@truetick/ui";
import { TextField } from "@truetick/ui/forms";
import type { SyntheticEvent } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { conversionOf } from "../ticket/conversion.ts";
import { ExpiryField } from "../ticket/expiry-field.tsx";
import { ActNote } from "./act-note.tsx";
import { outcomeOf } from "./level-draft.ts";
import styles from "./levels-form.module.css";
import { useMarketOf } from "./order-words.ts";
import { useLevels } from "./use-levels.ts";

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

export function LevelsForm({ order }: { readonly order: Order }) {
  const t = useTranslations("orders");
  const levels = useLevels(order);
  const { act } = levels;
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    levels.submit();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.fields}>
        {levels.names.map((name) => (
          <TextField
            key={name}
            label={t(`levels.${name}`)}
            name={name}
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            placeholder={name === "target" ? undefined : t("none")}
            value={levels.texts[name]}
            error={levels.errorOf(name)}
            hint={
              name === "target" ? undefined : <Outcome level={levels.levelOf(name)} order={order} />
            }
            onValue={(text) => levels.change(name, text)}
          />
        ))}
      </div>
      {order.status === "pending" && (
        <ExpiryField
          expiry={levels.expiry.draft}
          expiresAt={levels.expiry.expiresAt}
          error={levels.expiryError}
          onChange={levels.changeExpiry}
        />
      )}
      <ActNote act={act} isToldElsewhere={levels.refused !== null} />
      <Button
        type="submit"
        kind="primary"
        size="touch"
        isWorking={act.phase === "working" || act.phase === "unsure"}
        disabled={act.phase === "unknown"}
      >
        {levels.isAmended ? t("amend") : t("setStops")}
      </Button>
    </form>
  );
}
