// Where people come from: every country and territory with a dialling code, named in the reader's
// language, and which of them the service is not offered to. Asked by the list of areas, by
// registering and by whoever reads a phone number. Invariant: an id means one area for ever.

import { type Area, type Language, type LanguageId, languageOf } from "@truetick/contract";
import { getCountries, getCountryCallingCode } from "libphonenumber-js/max";
import { AREA_NUMBERS } from "./area-numbers.ts";

type KnownArea = Pick<Area, "id" | "dialCode" | "code">;

const AREAS: readonly KnownArea[] = getCountries().flatMap((code) => {
  const id = AREA_NUMBERS.get(code);
  // A territory of a newer numbering plan than ours waits for its number.
  return id === undefined ? [] : [{ id, code, dialCode: getCountryCallingCode(code) }];
});

const BY_ID = new Map(AREAS.map((area) => [area.id, area]));
const CODES = new Set(AREA_NUMBERS.keys());

const namedAreas = new Map<LanguageId, readonly (KnownArea & { readonly name: string })[]>();

/** By name, as the reader's language sorts. */
export function listAreas(language: Language, restricted: readonly string[]): Area[] {
  let named = namedAreas.get(language.id);
  if (!named) {
    named = nameAreas(language);
    namedAreas.set(language.id, named);
  }
  return named.map((area) => ({ ...area, isRestricted: restricted.includes(area.code) }));
}

/** The ISO code of an area by its id, or by the code itself; null when there is none. */
export function findArea(idOrCode: string): string | null {
  const found = BY_ID.get(idOrCode.replace(/^0+/, ""));
  if (found) return found.code;
  const code = idOrCode.toUpperCase();
  return CODES.has(code) ? code : null;
}

/** The id of an area on the wire. */
export function areaIdOf(code: string): string {
  return AREA_NUMBERS.get(code) ?? "";
}

function nameAreas(language: Language): readonly (KnownArea & { readonly name: string })[] {
  const { tag } = languageOf(language.id);
  const names = new Intl.DisplayNames(tag, { type: "region" });
  const { compare } = new Intl.Collator(tag);
  return AREAS.map((area) => ({ ...area, name: names.of(area.code) ?? area.code })).sort((a, b) =>
    compare(a.name, b.name),
  );
}
