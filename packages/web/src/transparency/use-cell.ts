// Writes one cell of a figure in the reader's words and notation.

import { useNotation, writeDecimal, writeSigned } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { writeLength } from "../ranking/write-length.ts";
import { kindOf } from "./column-kinds.ts";

const SHOWN_CENTS = /(\.\d\d)\d+$/;
const NOTHING = "–";

export function useCell(): (column: string, text: string) => string {
  const notation = useNotation();
  const t = useTranslations("transparency");
  const centre = useTranslations("user");
  const categories = useTranslations("categories");
  const rules = useTranslations("closeReasons");
  const day = new Intl.DateTimeFormat(notation.tag, { dateStyle: "medium", timeZone: "UTC" });
  const month = new Intl.DateTimeFormat(notation.tag, {
    year: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  return (column, text) => {
    if (text === "") return NOTHING;
    switch (kindOf(column)) {
      case "count":
        return notation.group(text);
      case "percent":
        return `${writeDecimal(text, notation)}%`;
      case "number":
        return writeDecimal(text, notation);
      case "signed":
        return writeSigned(text, notation);
      case "usd":
        return writeDecimal(text.replace(SHOWN_CENTS, "$1"), notation);
      case "ms":
        return `${writeDecimal(text, notation)} ms`;
      case "seconds":
        return writeLength(Number(text), notation.tag);
      case "hours":
        return `${writeDecimal(text, notation)} h`;
      case "day":
        return day.format(new Date(text));
      case "month":
        return month.format(new Date(`${text}-01`));
      case "book":
        return text === "real" ? centre("real") : centre("demo");
      case "category":
        // As the server names them: unknown ones are shown as they are.
        return categories.has(text as never) ? categories(text as never) : text;
      case "rule":
        return rules.has(text as never) ? rules(text as never) : text;
      case "part":
        return t.has(`values.${text}` as never) ? t(`values.${text}` as never) : text;
      case "name":
        return text;
    }
  };
}
