// The terms of a follow as fields: when it ends, how large it copies, how large a copy may be. The
// same when it is started and when it is changed.

import { useNotation } from "@truetick/ui";
import { type Form, TextField } from "@truetick/ui/forms";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { typedForm } from "../ticket/read-number.ts";
import type { TypedTerms } from "./copy-terms.ts";
import { QuickField } from "./quick-field.tsx";

const FACTORS = ["0.5", "1", "2", "3"];
const STOPS = ["10", "20", "30", "50"];

type Text = Form<TypedTerms>["text"];

export function StopTermField({
  text,
  hint,
}: {
  readonly text: Text;
  /** What the stop that is typed would do. */
  readonly hint: ReactNode;
}) {
  const t = useTranslations("copy.terms");
  return (
    <QuickField
      {...text("stop")}
      label={t("stop")}
      hint={hint}
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      trail="%"
      choices={[
        ...STOPS.map((percent) => ({ value: percent, label: `${percent}%` })),
        { value: "", label: t("noStop") },
      ]}
    />
  );
}

export function SizeTermFields({ text }: { readonly text: Text }) {
  const t = useTranslations("copy.terms");
  const notation = useNotation();
  return (
    <>
      <QuickField
        {...text("factor")}
        label={t("factor")}
        hint={t("factorHint")}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        maxLength={6}
        trail="×"
        choices={FACTORS.map((factor) => {
          const typed = typedForm(factor, notation);
          return { value: typed, label: `${typed}×` };
        })}
      />
      <TextField
        {...text("lots")}
        label={t("lots")}
        hint={t("lotsHint")}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        maxLength={11}
        placeholder={t("noLimit")}
      />
    </>
  );
}
