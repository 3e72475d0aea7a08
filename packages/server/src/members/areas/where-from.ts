// In which countries somebody is, by everything that is known: the area that was chosen, the
// country that was said, and those of the numbers. Asked by registering, by paying in and by
// whatever opens a position (T81). Identity papers name no country here.

import type { PlatformSettings } from "@truetick/contract";
import { readMobile } from "../users/read-mobile.ts";

export type WhereFrom = {
  /** ISO 3166-1 alpha-2, as the country. */
  readonly area: string | null;
  readonly country: string | null;
  /** E.164, as the other one. */
  readonly mobile: string | null;
  readonly statedMobile: string | null;
};

/** Each once; of a number without a country none. */
export function countriesOf({ area, country, mobile, statedMobile }: WhereFrom): readonly string[] {
  const known = [area, country, numbersCountry(mobile), numbersCountry(statedMobile)];
  return [...new Set(known.filter((each) => each !== null))];
}

function numbersCountry(mobile: string | null): string | null {
  return mobile === null ? null : (readMobile(mobile, null)?.country ?? null);
}

export function isRestricted(
  countries: readonly string[],
  { restrictedAreas }: Pick<PlatformSettings, "restrictedAreas">,
): boolean {
  return countries.some((country) => restrictedAreas.includes(country));
}
