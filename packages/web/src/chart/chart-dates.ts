// Times on the axis and under the cross, in the reader's language and by his own clock. The library
// says what it would write by a pattern; this writes the same in the language's own way.

import type { Notation } from "@truetick/ui";
import type { FormatDateParams } from "klinecharts";

type Options = Intl.DateTimeFormatOptions;

const HOURS = "HH:mm";
const DAY: Options = { day: "numeric", month: "short" };
const TIME: Options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

const MOMENT: Options = { ...DAY, ...TIME };
const DATE: Options = { ...DAY, year: "numeric" };

function optionsOf(template: string): Options {
  return template.includes("HH") ? MOMENT : DATE;
}

type DateAsked = Pick<FormatDateParams, "timestamp" | "template" | "type">;

const twoDigits = (count: number) => String(count).padStart(2, "0");

/**
 * The only ones that a chart begins with. Not by Intl, whose first formatter costs a phone a fifth
 * of a second; a test compares every language with it.
 */
function writeHours(timestamp: number, tag: string): string {
  const at = new Date(timestamp);
  const mark = tag.startsWith("id-") ? "." : ":";
  return twoDigits(at.getHours()) + mark + twoDigits(at.getMinutes());
}

export function createDateWriter({ tag }: Pick<Notation, "tag">) {
  const formats = new Map<Options, Intl.DateTimeFormat>();
  return ({ timestamp, template, type }: DateAsked): string => {
    // The library asks for the tooltip's date with every drawing; its words are the page's legend.
    if (type === "tooltip") return "";
    if (template === HOURS) return writeHours(timestamp, tag);
    const options = optionsOf(template);
    const format = formats.get(options) ?? new Intl.DateTimeFormat(tag, options);
    formats.set(options, format);
    return format.format(timestamp);
  };
}
