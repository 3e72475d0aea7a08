// The three terms of a follow as fields: size factor, copy stop-loss, largest order. The same when
// it is started and when it is changed.

import { useNotation } from "@truetick/ui";
import type { Form } from "@truetick/ui/forms";
import { TextField } from "@truetick/ui/forms";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { typedForm } from "../ticket/read-number.ts";
import type { TypedTerms } from "./copy-terms.ts";
import { QuickField } from "./quick-field.tsx";

const FACTORS = ["0.5", "1", "2", "3"];
const STOPS = ["10", "20", "30", "50"];

export function TermFields({
  text,
  stopHint,
}: {
  readonly text: Form<TypedTerms>["text"];
  /** What the stop that is typed would do. */
  readonly stopHint: ReactNode;
}) {
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
      <QuickField
        {...text("stop")}
        label={t("stop")}
        hint={stopHint}
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
