// Money into a copy that runs, or out of it again: how much, and how much there is.

import { type Follow, requestAddToFollow, requestTakeFromFollow } from "@truetick/contract/copying";
import { parseMoney } from "@truetick/money";
import { Button, Sheet, useNotation, writeDecimal } from "@truetick/ui";
import { TextField, useForm } from "@truetick/ui/forms";
import { useStore } from "@truetick/ui/state";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ltrText } from "../app/ltr-text.ts";
import { usePlaceFailure } from "../app/use-place-failure.ts";
import { beginWrite } from "../orders/write-once.ts";
import { readNumber, typedForm } from "../ticket/read-number.ts";
import { twoDecimals } from "../user/two-decimals.ts";
import styles from "./sheets.module.css";

export type MoneyWay = "add" | "take";

const REQUESTS = { add: requestAddToFollow, take: requestTakeFromFollow } as const;

const FIELD_OF_REASON = {
  AMOUNT_INVALID: "amount",
  FUNDS_EXCEED_AVAILABLE: "amount",
  FOLLOW_ABOVE_MAXIMUM: "amount",
  CASH_ABOVE_MAXIMUM: "amount",
} as const;

type MoneySheetProps = {
  readonly follow: Follow;
  readonly way: MoneyWay;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

function MoneyForm({ follow, way, onDone, onClose }: MoneySheetProps) {
  const { server, toasts, account } = useApp();
  const t = useTranslations("copy");
  const withdrawals = useTranslations("withdrawals");
  const deposits = useTranslations("deposits");
  const notation = useNotation();
  const placeFailure = usePlaceFailure();
  const own = useStore(account)?.account.available ?? null;
  const available = way === "add" ? own : follow.available;
  const write = (text: string) => ltrText(`${writeDecimal(twoDecimals(text), notation)} USD`);
  const read = (typed: string) => {
    const plain = readNumber(typed, notation);
    const units = plain === null ? null : parseMoney(plain);
    return units !== null && units > 0n ? plain : null;
  };
  const form = useForm({
    initial: { amount: "" },
    check: ({ amount }) => (read(amount) === null ? { amount: deposits("amountWrong") } : {}),
    send: async ({ amount: typed }) => {
      const amount = read(typed) ?? "";
      const answer = await beginWrite(server, REQUESTS[way](follow.id, amount)).send();
      if (!answer.isOk) return placeFailure(answer.failure, FIELD_OF_REASON);
      toasts.show({
        tone: "done",
        title: t(way === "add" ? "done.added" : "done.taken", { amount: write(amount) }),
      });
      onDone();
      onClose();
      return undefined;
    },
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <div className={styles.fields}>
        <p className={styles.quiet}>{t(way === "add" ? "addText" : "takeText")}</p>
        <TextField
          {...form.text("amount")}
          label={deposits("amount")}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          maxLength={17}
          trail="USD"
          aside={
            available !== null && (
              <Button
                size="dense"
                kind="ghost"
                onClick={() => form.set("amount", typedForm(available, notation))}
              >
                {withdrawals("all", { amount: write(available) })}
              </Button>
            )
          }
        />
      </div>
      <div className={styles.foot}>
        <Button type="submit" kind="primary" size="cta" isWorking={form.isSending}>
          {t(way === "add" ? "acts.add" : "acts.take")}
        </Button>
      </div>
    </form>
  );
}

export function MoneySheet(props: MoneySheetProps) {
  const t = useTranslations("copy.acts");
  const settings = useTranslations("settings");
  return (
    <Sheet
      isOpen
      title={t(props.way)}
      closeLabel={settings("close")}
      place="centre"
      onClose={props.onClose}
    >
      <MoneyForm {...props} />
    </Sheet>
  );
}
