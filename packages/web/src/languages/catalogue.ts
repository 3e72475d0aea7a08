// The texts of one language, fetched when they are needed, in two parts: what the first visit needs
// and the rest (text-parts.ts). The build makes the parts and parses the messages
// (catalogue-plugin.ts). A language that has no file yet reads English.

import type { LanguageId, Messages } from "@truetick/contract";
import { joinParts, type TextPart } from "./text-parts.ts";

const FALLBACK: LanguageId = "en";

type File = { readonly default: Messages };

const PARTS = {
  first: import.meta.glob<File>("../../../contract/messages/*.json", { query: "?part=first" }),
  later: import.meta.glob<File>("../../../contract/messages/*.json", { query: "?part=later" }),
};

const OFFERS = import.meta.glob<File>("../../../contract/messages/*.json", {
  query: "?part=offer",
});

export type Offer = Pick<Messages["languages"], "offer" | "takeOffer" | "declineOffer">;

/** How a language offers itself, in its own words; null where it has none. */
export async function loadOffer(id: LanguageId): Promise<Offer | null> {
  const load = OFFERS[`../../../contract/messages/${id}.json`];
  return load ? (await load()).default.languages : null;
}

async function loadPart(part: Exclude<TextPart, "offer">, id: LanguageId): Promise<Messages> {
  const fileOf = (language: LanguageId) =>
    PARTS[part][`../../../contract/messages/${language}.json`];
  const load = fileOf(id) ?? fileOf(FALLBACK);
  if (!load) throw new Error("Invariant: the English catalogue exists");
  return (await load()).default;
}

/** Only what the frame and the first screen show: nothing else may be drawn with it. */
export function loadFirstTexts(id: LanguageId): Promise<Messages> {
  return loadPart("first", id);
}

export async function loadAllTexts(id: LanguageId): Promise<Messages> {
  const [first, later] = await Promise.all([loadPart("first", id), loadPart("later", id)]);
  // The two parts of one catalogue make that catalogue again.
  return joinParts(first, later) as Messages;
}
