// A new password, with its rule, its meter and its repetition.

import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "@truetick/contract";
import { type Form, PasswordField } from "@truetick/ui/forms";
import { useTranslations } from "use-intl";
import type { NewPasswordValues } from "./new-password.ts";

export function NewPasswordFields({
  text,
  label,
}: {
  readonly text: Form<NewPasswordValues>["text"];
  readonly label: string;
}) {
  const t = useTranslations("door");
  const eye = { showLabel: t("showPassword"), hideLabel: t("hidePassword") };
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint={t("passwordRule", { min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX })}
        strengthLabels={[
          t("strength.weak"),
          t("strength.fair"),
          t("strength.strong"),
          t("strength.excellent"),
        ]}
        {...eye}
        {...text("password")}
      />
      <PasswordField
        label={t("repeatPassword")}
        autoComplete="new-password"
        {...eye}
        {...text("repeated")}
      />
    </>
  );
}
