// The most that may be lost in a trading day. Lower holds at once; what the engine refuses to
// loosen is told beside the field.

import type { Limits, LimitsChange } from "@truetick/contract";
import { Button, Tag, useNotation, writeDecimal } from "@truetick/ui";
import { TextField, useForm } from "@truetick/ui/forms";
import { useTranslations } from "use-intl";
import type { Failure } from "../api/server.ts";
import { Section } from "../app/sub-screen.tsx";
import { usePlaceFailure } from "../app/use-place-failure.ts";
import { readNumber } from "../ticket/read-number.ts";
import { twoDecimals } from "../user/two-decimals.ts";
import styles from "./limits.module.css";

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

function isAmount(text: string): boolean {
  return AMOUNT.test(text) && /[1-9]/.test(text);
}

export function DailyLossSection({
  limits,
  onChange,
}: {
  readonly limits: Limits;
  /** Answers what was refused; null when it holds. */
  readonly onChange: (change: LimitsChange) => Promise<Failure | null>;
}) {
  const t = useTranslations("limits");
  const words = useTranslations("words");
  const notation = useNotation();
  const placeFailure = usePlaceFailure();
  const send = async (dailyLoss: string | null) => {
    const failure = await onChange({ dailyLoss });
    if (!failure) return undefined;
    return placeFailure(failure, {
      LIMIT_NOT_LOOSENED: "amount",
      DAILY_LOSS_REACHED: "amount",
      AMOUNT_INVALID: "amount",
    });
  };
  const read = (typed: string) => readNumber(typed, notation) ?? "";
  const form = useForm({
    initial: { amount: "" },
    check: ({ amount }) => (isAmount(read(amount)) ? {} : { amount: t("amountWrong") }),
    send: async ({ amount }) => {
      const refused = await send(read(amount));
      if (!refused) form.set("amount", "");
      return refused;
    },
  });
  const takeOff = async () => form.showErrors((await send(null)) ?? {});
  const { dailyLoss } = limits;
  return (
    <Section
      title={t("dailyLoss.title")}
      text={t("dailyLoss.text")}
      aside={
        dailyLoss === null ? (
          <Tag>{t("none")}</Tag>
        ) : (
          <Tag tone="accent">
            <bdi dir="ltr">{writeDecimal(twoDecimals(dailyLoss), notation)} USD</bdi>
          </Tag>
        )
      }
    >
      <form className={styles.form} noValidate onSubmit={form.submit}>
        <TextField
          {...form.text("amount")}
          label={t("amount")}
          dir="ltr"
          inputMode="decimal"
          maxLength={14}
        />
        <div className={styles.actions}>
          <Button type="submit" kind="primary" size="touch" isWorking={form.isSending}>
            {words("save")}
          </Button>
          {dailyLoss !== null && (
            <Button kind="outline" size="touch" onClick={() => void takeOff()}>
              {t("takeOff")}
            </Button>
          )}
        </div>
      </form>
    </Section>
  );
}
