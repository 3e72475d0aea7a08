// Lengths of a pause as people say them, in the reader's language: "24 hours", "6 months". The wire
// counts hours and days; the words are Intl's. Pure.

export type Span = {
  readonly count: number;
  readonly unit: "hour" | "day" | "month" | "year";
  /** The same for the wire: hours of a break, days of an exclusion. */
  readonly wire: number;
};

export const BREAKS: readonly Span[] = [
  { count: 24, unit: "hour", wire: 24 },
  { count: 3, unit: "day", wire: 72 },
  { count: 7, unit: "day", wire: 168 },
  { count: 30, unit: "day", wire: 720 },
];

export const EXCLUSIONS: readonly Span[] = [
  { count: 6, unit: "month", wire: 183 },
  { count: 1, unit: "year", wire: 365 },
  { count: 5, unit: "year", wire: 1_825 },
];

export function writeSpan({ count, unit }: Span, tag: string): string {
  return new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "long" }).format(count);
}
