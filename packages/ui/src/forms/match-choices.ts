// Which choices of a long list are meant by what was typed: every typed word begins some word of
// the choice, whatever its accents and case.

export type PickerChoice = {
  readonly id: string;
  readonly label: string;
  /** A second fact at the end of the line, such as a dial code; searched too. */
  readonly detail?: string | undefined;
  /** Found by these too, without being shown. */
  readonly keywords?: string;
  /** Shown, so that nobody looks for it in vain, but not to be chosen. */
  readonly isOff?: boolean;
};

/** Letters and digits only, without accents: "Côte d’Ivoire" is "cote d ivoire". */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, " ")
    .trim();
}

export function matchChoices(
  choices: readonly PickerChoice[],
  search: string,
): readonly PickerChoice[] {
  const words = plain(search).split(" ").filter(Boolean);
  if (words.length === 0) return choices;
  return choices.filter(({ label, detail = "", keywords = "" }) => {
    const text = ` ${plain(`${label} ${detail} ${keywords}`)}`;
    // Scripts without spaces have no beginnings of words to speak of.
    return words.every((word) => text.includes(/^[\p{ASCII}]+$/u.test(word) ? ` ${word}` : word));
  });
}
