// The texts of one language, fetched when it is needed. The build leaves in each file only the
// sections that the app shows, already parsed. A language that has no file yet reads English.

import type { LanguageId, Messages } from "@truetick/contract";

const FALLBACK: LanguageId = "en";

const FILES = import.meta.glob<{ readonly default: Messages }>("../../../contract/messages/*.json");

function fileOf(id: LanguageId) {
  return FILES[`../../../contract/messages/${id}.json`];
}

export async function loadCatalogue(id: LanguageId): Promise<Messages> {
  const load = fileOf(id) ?? fileOf(FALLBACK);
  if (!load) throw new Error("Invariant: the English catalogue exists");
  return (await load()).default;
}
