// The leverage of an order: one of those that the market offers. Where it offers none, it says so
// in the words of the specification.

import { SelectField } from "@truetick/ui/forms";
import { useTranslations } from "use-intl";

export function LeverageField({
  leverages,
  chosen,
  error,
  onChoose,
}: {
  readonly leverages: readonly number[];
  readonly chosen: number | null;
  readonly error: string | undefined;
  readonly onChoose: (leverage: number) => void;
}) {
  const t = useTranslations("ticket");
  const choices = [...leverages].sort((left, right) => left - right);
  const most = choices.at(-1);
  return (
    <SelectField
      label={t("leverage")}
      name="leverage"
      aside={most !== undefined && t("most", { leverage: `1:${most}` })}
      choices={choices.map((leverage) => ({ id: String(leverage), label: `1:${leverage}` }))}
      chosen={String(chosen ?? "")}
      noneLabel={t("noLeverages")}
      error={error}
      onChoose={(id) => onChoose(Number(id))}
    />
  );
}
