// Asking for a withdrawal: currency, destination, amount, and what it costs and brings before it is
// asked for. The amount is held at once; a code of the authenticator app, or a mailed one, confirms
// it. A missing destination leads to binding one.

import type { PayoutCurrency, PayoutMethod, RequestedWithdrawal } from "@truetick/contract/cashier";
import { Button, useNotation, writeDecimal } from "@truetick/ui";
import { TextField, useForm } from "@truetick/ui/forms";
import { useStore } from "@truetick/ui/state";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { usePlaceFailure } from "../app/use-place-failure.ts";
import { useReasonText } from "../languages/use-reason-text.ts";
import { readNumber, typedForm } from "../ticket/read-number.ts";
import { twoDecimals } from "../user/two-decimals.ts";
import { useNow } from "../waits/use-now.ts";
import { MethodChoice } from "./method-choice.tsx";
import { QuoteFacts } from "./quote-facts.tsx";
import { sendWithdrawal } from "./send-withdrawal.ts";
import { isAmount, usePayoutQuote } from "./use-payout-quote.ts";
import styles from "./withdrawals.module.css";

type WithdrawFormProps = {
  readonly currency: PayoutCurrency;
  /** Of this currency, at least one. */
  readonly methods: readonly PayoutMethod[];
  readonly onRequested: (asked: RequestedWithdrawal) => void;
};

function useWithdrawForm({
  currency,
  methodId,
  hasTwoFactor,
  onRequested,
}: Pick<WithdrawFormProps, "currency" | "onRequested"> & {
  readonly methodId: string | null;
  readonly hasTwoFactor: boolean;
}) {
  const { server, session } = useApp();
  const t = useTranslations("withdrawals");
  const say = useReasonText();
  const placeFailure = usePlaceFailure();
  const notation = useNotation();
  const read = (typed: string) => readNumber(typed, notation) ?? "";
  const form = useForm({
    initial: { amount: "", method: "", authCode: "" },
    check: ({ amount, authCode }) => ({
      ...(!isAmount(read(amount)) && { amount: t("enterAmount") }),
      ...(methodId === null && { method: t("selectDestination") }),
      ...(hasTwoFactor && authCode.trim() === "" && { authCode: say("CODE_REQUIRED") }),
    }),
    send: async ({ amount, authCode }) => {
      const asked = {
        currencyId: currency.id,
        methodId: methodId ?? "",
        amount: read(amount),
        memo: "",
        quoteId: quote?.id ?? null,
        authCode: hasTwoFactor ? authCode.trim() : null,
      };
      const userId = session.get()?.user.id ?? "";
      const answer = await sendWithdrawal(server, { userId, asked });
      if (!answer.isOk) return placeFailure(answer.failure, FIELD_OF_REASON);
      form.set("amount", "");
      form.set("authCode", "");
      onRequested(answer.value);
      return undefined;
    },
  });
  const amount = read(form.values.amount);
  const quote = usePayoutQuote(currency.id, amount);
  return { form, amount, quote };
}

const FIELD_OF_REASON = {
  AMOUNT_INVALID: "amount",
  FUNDS_EXCEED_AVAILABLE: "amount",
  WITHDRAWAL_BELOW_MINIMUM: "amount",
  WITHDRAWAL_ABOVE_MAXIMUM: "amount",
  WITHDRAWAL_BELOW_FEE: "amount",
  METHOD_UNKNOWN: "method",
  METHOD_COOLING: "method",
  AUTH_CODE_WRONG: "authCode",
  CODE_REQUIRED: "authCode",
} as const;

export function WithdrawForm({ currency, methods, onRequested }: WithdrawFormProps) {
  const { session, account } = useApp();
  const t = useTranslations("withdrawals");
  const codes = useTranslations("security.twoFactor");
  const notation = useNotation();
  const now = useNow();
  const hasTwoFactor = useStore(session)?.user.hasTwoFactor ?? false;
  const available = useStore(account)?.account.available ?? null;
  const firstReady = methods.find(({ usableAt }) => usableAt <= now);
  const [pickedId, setPickedId] = useState<string | null>(null);
  const methodId = pickedId ?? firstReady?.id ?? null;
  const { form, amount, quote } = useWithdrawForm({
    currency,
    methodId,
    hasTwoFactor,
    onRequested,
  });
  const write = (usd: string) => writeDecimal(twoDecimals(usd), notation);
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <MethodChoice
        methods={methods}
        chosenId={methodId}
        error={form.errors.method}
        onChoose={setPickedId}
      />
      <TextField
        {...form.text("amount")}
        label={t("amount")}
        dir="ltr"
        inputMode="decimal"
        maxLength={20}
        trail="USD"
        aside={
          available !== null && (
            <Button
              size="dense"
              kind="ghost"
              onClick={() => form.set("amount", typedForm(available, notation))}
            >
              {t("all", { amount: write(available) })}
            </Button>
          )
        }
        hint={t("bounds", { min: write(currency.amountMin), max: write(currency.amountMax) })}
      />
      {isAmount(amount) && <QuoteFacts quote={quote} currency={currency} />}
      {hasTwoFactor && (
        <TextField
          {...form.text("authCode")}
          label={codes("anyCode")}
          dir="ltr"
          autoComplete="one-time-code"
          maxLength={24}
        />
      )}
      <Button type="submit" kind="primary" size="touch" isWorking={form.isSending}>
        {t("request")}
      </Button>
    </form>
  );
}
