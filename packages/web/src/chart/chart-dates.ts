// Times on the axis and under the cross, in the reader's language and by his own clock. The library
// says what it would write by a pattern; this writes the same in the language's own way.

import type { Notation } from "@truetick/ui";
import type { FormatDateParams } from "klinecharts";

type Options = Intl.DateTimeFormatOptions;

const DAY: Options = { day: "numeric", month: "short" };
const TIME: Options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

const MOMENT: Options = { ...DAY, ...TIME };
const DATE: Options = { ...DAY, year: "numeric" };

function optionsOf(template: string): Options {
  if (template === "HH:mm") return TIME;
  return template.includes("HH") ? MOMENT : DATE;
}

export function createDateWriter({ tag }: Pick<Notation, "tag">) {
  const formats = new Map<Options, Intl.DateTimeFormat>();
  return ({ timestamp, template }: Pick<FormatDateParams, "timestamp" | "template">): string => {
    const options = optionsOf(template);
    const format = formats.get(options) ?? new Intl.DateTimeFormat(tag, options);
    formats.set(options, format);
    return format.format(timestamp);
  };
}
