// What keeps names and document numbers from whoever has the database: a seal for each, and a keyed
// mark by which a document is known again (T40). Used by whoever hands in and whoever decides.

import { createSeal } from "../../platform/secrets/seal.ts";
import { plainCardId } from "./identity-words.ts";
import { foldLookAlikes } from "./look-alikes.ts";

export type IdentitySeals = {
  readonly closeName: (name: string) => Buffer;
  readonly openName: (sealed: Buffer) => string;
  readonly closeCardId: (cardId: string) => Buffer;
  readonly openCardId: (sealed: Buffer) => string;
  /** The same for the same document, however its number was typed, and in whichever script. */
  readonly markCardId: (cardId: string) => Buffer;
};

export function createIdentitySeals(sealKey: Buffer): IdentitySeals {
  const names = createSeal(sealKey, "identity-name");
  const cards = createSeal(sealKey, "identity-card");
  return {
    closeName: names.close,
    openName: (sealed) => opened(names.open(sealed)),
    closeCardId: cards.close,
    openCardId: (sealed) => opened(cards.open(sealed)),
    markCardId: (cardId) => cards.mark(foldLookAlikes(plainCardId(cardId))),
  };
}

function opened(plain: string | null): string {
  if (plain === null) throw new Error("Invariant: a sealed identity opens with our key");
  return plain;
}
