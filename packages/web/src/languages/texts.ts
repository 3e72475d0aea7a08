// The texts on the screen: of one language at a time, those of the last one until the next have
// come. The first visit begins with what it needs; the rest is there before any other screen is
// drawn. Made by main.tsx.

import type { Language, LanguageId, Messages } from "@truetick/contract";
import { createStore, type ReadableStore } from "@truetick/ui/state";
import { loadAllTexts, loadFirstTexts } from "./catalogue.ts";

export type Texts = {
  readonly language: Language;
  readonly messages: Messages;
  /** Every screen can be drawn with them. */
  readonly areWhole: boolean;
};

export type TextStore = ReadableStore<Texts | null> & {
  /** Fetches them, all or what the first screen needs. Fails when they cannot be had. */
  readonly open: (language: Language, extent: "first" | "whole") => Promise<void>;
  /** Fetches what is still missing of the language in force. Fails when it cannot be had. */
  readonly complete: () => Promise<void>;
};

type Loaders = Readonly<Record<"first" | "whole", (id: LanguageId) => Promise<Messages>>>;

export function createTexts(
  load: Loaders = { first: loadFirstTexts, whole: loadAllTexts },
): TextStore {
  const texts = createStore<Texts | null>(null);
  let wanted: Language | null = null;
  let completing: Promise<void> | null = null;

  async function open(language: Language, extent: "first" | "whole"): Promise<void> {
    wanted = language;
    const messages = await load[extent](language.id);
    // Another language was chosen meanwhile, or more of this one has come.
    if (wanted !== language) return;
    const known = texts.get();
    if (known?.language === language && known.areWhole) return;
    texts.set({ language, messages, areWhole: extent === "whole" });
  }

  return {
    get: texts.get,
    subscribe: texts.subscribe,
    open,
    async complete() {
      const known = texts.get();
      if (!known || known.areWhole) return;
      completing ??= open(known.language, "whole").finally(() => {
        completing = null;
      });
      await completing;
    },
  };
}
