// The languages that journeys are walked in, one of them from right to left. With FULL=1 a journey
// is walked in each of them at both sizes; else where it says itself, so that the gate stays
// short: in Arabic every screen is walked by every-screen-mirrored.phone.e2e.ts anyhow.
// playwright.config.ts reads the marks.
import { test } from "./journey.ts";

const LANGUAGES = ["en", "hk", "ar"] as const;

export type JourneyLanguage = (typeof LANGUAGES)[number];
type Size = "phone" | "desktop";

const isFull = process.env.FULL === "1";

/** For an expression: in words that run from right to left, foreign ones are between marks. */
export function isolated(text: string): string {
  return `[\u2066\u2068]?${text}\u2069?`;
}

/** Marks a journey as one that is walked at this size alone, but for a full run. */
export function at(size: Size): { readonly tag?: string } {
  return isFull ? {} : { tag: `@${size}` };
}

/** Describes a journey once per language; one without a size waits for a full run. */
export function inLanguages(
  sizes: Readonly<Partial<Record<JourneyLanguage, Size>>>,
  describe: (language: JourneyLanguage) => void,
): void {
  for (const language of LANGUAGES) {
    const size = sizes[language] ?? (isFull ? "phone" : null);
    if (size === null) continue;
    test.describe(language, at(size), () => {
      test.use({ language });
      describe(language);
    });
  }
}
