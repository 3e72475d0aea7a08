// The form of a bank account, with every field a bank asks for. What must be there is checked here;
// what has a checksum is checked by the server and told beside its field.

import type { BankFields, PayoutCurrency } from "@truetick/contract/cashier";
import { Button } from "@truetick/ui";
import { TextField, useForm } from "@truetick/ui/forms";
import { useTranslations } from "use-intl";
import { useReasonText } from "../languages/use-reason-text.ts";
import styles from "./payout-methods.module.css";
import { useBind } from "./use-bind.ts";

type BankField = { readonly name: keyof BankFields; readonly isCode: boolean };

const GROUPS: readonly (readonly BankField[])[] = [
  [
    { name: "payeeName", isCode: false },
    { name: "payeeAccount", isCode: true },
  ],
  [
    { name: "bankName", isCode: false },
    { name: "branchName", isCode: false },
  ],
  [
    { name: "bankSwift", isCode: true },
    { name: "routingCode", isCode: true },
  ],
  [{ name: "bankAddress", isCode: false }],
  [
    { name: "payeeAddress", isCode: false },
    { name: "postCode", isCode: true },
  ],
  [
    { name: "beneficiaryCurrency", isCode: true },
    { name: "remark", isCode: false },
  ],
];

const REQUIRED = ["payeeName", "payeeAccount", "bankName"] as const;

function blank(currencyCode: string): BankFields {
  return {
    bankName: "",
    bankAddress: "",
    bankSwift: "",
    payeeName: "",
    payeeAccount: "",
    routingCode: "",
    branchName: "",
    payeeAddress: "",
    postCode: "",
    beneficiaryCurrency: currencyCode,
    remark: "",
  };
}

export function BankForm({ currency }: { readonly currency: PayoutCurrency }) {
  const t = useTranslations("payoutMethods");
  const say = useReasonText();
  const bind = useBind();
  const form = useForm<BankFields>({
    initial: blank(currency.code),
    check: (fields) => {
      const missing = REQUIRED.filter((name) => fields[name].trim() === "");
      return Object.fromEntries(missing.map((name) => [name, say("COMPLETE_FORM")]));
    },
    send: (fields) => bind({ channel: "bank", currencyId: currency.id, ...fields }),
  });
  const isGiven = (name: keyof BankFields) => name === "beneficiaryCurrency";
  const isOptional = (name: keyof BankFields) =>
    !isGiven(name) && !REQUIRED.some((needed) => needed === name);
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      {GROUPS.map((group) => (
        <div key={group[0]?.name} className={styles.pair}>
          {group.map(({ name, isCode }) => (
            <TextField
              key={name}
              {...form.text(name)}
              label={t(`fields.${name}`)}
              aside={isOptional(name) ? t("optional") : undefined}
              dir={isCode ? "ltr" : "auto"}
              autoComplete="off"
              disabled={isGiven(name)}
            />
          ))}
        </div>
      ))}
      <Button type="submit" kind="primary" size="touch" isWorking={form.isSending}>
        {t("bind.bank")}
      </Button>
    </form>
  );
}
