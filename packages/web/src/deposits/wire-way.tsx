// Paying in by bank wire: the currency, the account to pay into, and the report with a picture of
// the transfer.

import {
  type Deposit,
  type DepositCurrency,
  requestDepositCurrencies,
  requestSubmitWire,
  requestWireOptions,
  type WireOption,
} from "@truetick/contract/cashier";
import { useForm } from "@truetick/ui/forms";
import { useTranslations } from "use-intl";
import { ReadBody } from "../app/read-body.tsx";
import { useRead } from "../app/use-read.ts";
import { UploadField } from "../uploads/upload-field.tsx";
import { useUpload } from "../uploads/use-upload.ts";
import { useAmount } from "./amount-field.tsx";
import { ChoiceTiles } from "./choice-tiles.tsx";
import { NoChannel } from "./no-channel.tsx";
import { ReportForm } from "./report-form.tsx";
import { useChosen } from "./use-chosen.ts";
import { useSubmitDeposit } from "./use-submit-deposit.ts";
import { WireDetails } from "./wire-details.tsx";

function WireForm({
  option,
  onDone,
}: {
  readonly option: WireOption;
  readonly onDone: (deposit: Deposit) => void;
}) {
  const t = useTranslations("deposits");
  const upload = useUpload();
  const submit = useSubmitDeposit();
  const readAmount = useAmount(option, t("enterRecharge"));
  const form = useForm({
    initial: { amount: "", proof: "" },
    check: ({ amount }) => {
      const { problem } = readAmount(amount);
      return {
        ...(problem !== null && { amount: problem }),
        ...(upload.url === "" && { proof: t("proofNeeded") }),
      };
    },
    send: ({ amount }) => {
      const sent = {
        optionId: option.id,
        amount: readAmount(amount).amount ?? "",
        proof: upload.url,
      };
      return submit(requestSubmitWire(sent), (deposit) => {
        form.set("amount", "");
        upload.clear();
        onDone(deposit);
      });
    },
  });
  return (
    <ReportForm
      payable={option}
      read={readAmount(form.values.amount)}
      amountField={form.text("amount")}
      fine={t("bankFees")}
      isSending={form.isSending}
      isUploading={upload.isSending}
      onSubmit={form.submit}
    >
      <UploadField
        name="proof"
        label={t("proof")}
        error={upload.url === "" ? form.errors.proof : null}
        upload={upload}
      />
    </ReportForm>
  );
}

function Options({
  options,
  onDone,
}: {
  readonly options: readonly WireOption[];
  readonly onDone: (deposit: Deposit) => void;
}) {
  const t = useTranslations("deposits");
  const [option, choose] = useChosen(options, ({ id }) => id);
  if (!option) return <NoChannel />;
  return (
    <>
      {options.length > 1 && (
        <ChoiceTiles
          label={t("account")}
          choices={options.map(({ id, bankName, payeeAccount }) => {
            return { id, name: bankName, detail: payeeAccount };
          })}
          chosen={option.id}
          onChoose={choose}
        />
      )}
      <WireDetails option={option} />
      <WireForm key={option.id} option={option} onDone={onDone} />
    </>
  );
}

function BankCurrencies({
  currencies,
  onDone,
}: {
  readonly currencies: readonly DepositCurrency[];
  readonly onDone: (deposit: Deposit) => void;
}) {
  const t = useTranslations("deposits");
  const [currency, choose] = useChosen(currencies, ({ code }) => code);
  const code = currency?.code ?? "";
  const reading = useRead(() => requestWireOptions(code), code);
  if (!currency) return <NoChannel />;
  return (
    <>
      <ChoiceTiles
        label={t("currency")}
        choices={currencies.map(({ code: id, name }) => ({ id, name: id, detail: name }))}
        chosen={currency.code}
        onChoose={choose}
      />
      <ReadBody reading={reading}>
        {(options) => (
          <Options
            // What was asked for another currency may stand until the answer has come.
            key={code}
            options={options.filter(({ currencyCode }) => currencyCode === code)}
            onDone={onDone}
          />
        )}
      </ReadBody>
    </>
  );
}

export function WireWay({ onDone }: { readonly onDone: (deposit: Deposit) => void }) {
  const reading = useRead(requestDepositCurrencies);
  return (
    <ReadBody reading={reading}>
      {(currencies) => (
        <BankCurrencies
          currencies={currencies.filter(({ channel }) => channel === "bank")}
          onDone={onDone}
        />
      )}
    </ReadBody>
  );
}
