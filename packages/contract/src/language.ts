// The 18 languages: the id on the wire and in storage, the tag for Intl, the direction, and
// the custom for price colours. The list lives here only.

export type Language = {
  readonly id: LanguageId;
  /** BCP 47 tag for Intl and the `lang` attribute. */
  readonly tag: string;
  /** The language's own name for itself. */
  readonly name: string;
  readonly direction: "ltr" | "rtl";
  /** Which colour a rising price has by custom. */
  readonly rising: "green" | "red";
};

export const LANGUAGE_IDS = [
  "hk",
  "en",
  "jp",
  "kr",
  "th",
  "vn",
  "fr",
  "de",
  "ru",
  "spa",
  "pt",
  "ar",
  "it",
  "tr",
  "id",
  "my",
  "hi",
  "cs",
] as const;

export type LanguageId = (typeof LANGUAGE_IDS)[number];

export const DEFAULT_LANGUAGE: LanguageId = "hk";

function language(
  id: LanguageId,
  tag: string,
  name: string,
  custom: Partial<Pick<Language, "direction" | "rising">> = {},
): Language {
  return { id, tag, name, direction: "ltr", rising: "green", ...custom };
}

export const LANGUAGES: readonly Language[] = [
  language("hk", "zh-Hant-HK", "繁體中文", { rising: "red" }),
  language("en", "en", "English"),
  language("jp", "ja", "日本語", { rising: "red" }),
  language("kr", "ko", "한국어", { rising: "red" }),
  language("th", "th", "ไทย"),
  language("vn", "vi", "Tiếng Việt"),
  language("fr", "fr", "Français"),
  language("de", "de", "Deutsch"),
  language("ru", "ru", "Русский"),
  language("spa", "es", "Español"),
  language("pt", "pt", "Português"),
  language("ar", "ar", "العربية", { direction: "rtl" }),
  language("it", "it", "Italiano"),
  language("tr", "tr", "Türkçe"),
  language("id", "id", "Bahasa Indonesia"),
  language("my", "ms", "Bahasa Melayu"),
  language("hi", "hi", "हिन्दी"),
  language("cs", "cs", "Čeština"),
];

const BY_ID = new Map<string, Language>(LANGUAGES.map((entry) => [entry.id, entry]));

/** Any text to one of the 18: `tw` means hk, and so does whatever nobody knows (T08). */
export function languageOf(text: string | null | undefined): Language {
  const known = BY_ID.get(text ?? "") ?? BY_ID.get(DEFAULT_LANGUAGE);
  if (!known) throw new Error("Invariant: the default language is in the list");
  return known;
}
