// The card numbers that mean something on the sandbox's pay page, as providers publish them for
// tests: no bank has issued either. Pure.

export const TEST_CARDS = [
  { digits: "4242424242424242", outcome: "pays" },
  { digits: "4000000000000002", outcome: "declines" },
] as const;

/** In fours, as it stands on a card. */
export function groupDigits(text: string): string {
  return text
    .replace(/\D/g, "")
    .replace(/(\d{4})(?=\d)/g, "$1 ")
    .trim();
}
