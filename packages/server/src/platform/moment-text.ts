// A moment as the reader writes it, always in UTC: for the formatted fields of the wire and for
// refusals that name a time. Making a formatter is slow, so each language's is kept.

import type { Language, LanguageId } from "@truetick/contract";

const formatters = new Map<LanguageId, Intl.DateTimeFormat>();

export function momentText(language: Language, atMs: number): string {
  return formatterOf(language).format(atMs);
}

function formatterOf({ id, tag }: Language): Intl.DateTimeFormat {
  const known = formatters.get(id);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat(tag, {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone: "UTC",
    // The Thai and Persian calendars count other years than the tape does.
    calendar: "gregory",
  });
  formatters.set(id, formatter);
  return formatter;
}
