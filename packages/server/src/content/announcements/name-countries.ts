// Names countries as the reader's language does, as one list: "China, Cuba and Israel". Pure.

import type { Language } from "@truetick/contract";

export function nameCountries(codes: readonly string[], { tag }: Language): string {
  const names = new Intl.DisplayNames(tag, { type: "region" });
  const list = new Intl.ListFormat(tag, { type: "conjunction" });
  return list.format(codes.map((code) => names.of(code) ?? code));
}
