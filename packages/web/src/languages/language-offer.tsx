// On a first visit the app speaks hk. When the browser asks for another of our languages, a bar
// offers it in that language; taking it or closing it ends the offer for good.

import type { Language } from "@truetick/contract";
import { Button, IconButton, NoticeBar } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import Languages from "lucide-react/icons/languages";
import X from "lucide-react/icons/x";
import { useState } from "react";
import { type App, useApp } from "../app/app.ts";
import { languageWantedBy } from "./browser-language.ts";
import { loadOffer, type Offer } from "./catalogue.ts";
import styles from "./language-offer.module.css";

const DECLINED = "languageOfferDeclined";

function OfferBar({
  language,
  offer,
  onTake,
  onDecline,
}: {
  readonly language: Language;
  readonly offer: Offer;
  readonly onTake: () => void;
  readonly onDecline: () => void;
}) {
  return (
    <div lang={language.tag} dir={language.direction}>
      <NoticeBar
        tone="accent"
        lead={<Languages size={16} />}
        actions={
          <>
            <Button kind="primary" size="dense" onClick={onTake}>
              {offer.takeOffer}
            </Button>
            <IconButton
              icon={X}
              label={offer.declineOffer}
              className={styles.decline}
              onClick={onDecline}
            />
          </>
        }
      >
        {offer.offer}
      </NoticeBar>
    </div>
  );
}

type Offered = { readonly language: Language; readonly words: Offer };

/** What is offered on this visit; fetched before anything is drawn, so that nothing moves. */
let offered: Offered | null = null;

/** None when the reader has chosen, has declined, or reads hk anyway. Called by main.tsx. */
export async function prepareOffer({ preferences, storage }: App): Promise<void> {
  const language = languageWantedBy(navigator.languages);
  if (!preferences.hasDefaultLanguage() || storage.read(DECLINED) !== null) return;
  if (!language || language.id === preferences.get().language.id) return;
  // Without the words there is no offer; nothing else depends on it.
  const words = await loadOffer(language.id).catch(() => null);
  if (words) offered = { language, words };
}

export function LanguageOffer() {
  const { preferences, storage } = useApp();
  const { language } = useStore(preferences);
  const [isDeclined, setIsDeclined] = useState(false);
  if (!offered || isDeclined || !preferences.hasDefaultLanguage()) return null;
  const { language: wanted, words } = offered;
  if (wanted.id === language.id) return null;
  const decline = () => {
    storage.write(DECLINED, "yes");
    setIsDeclined(true);
  };
  return (
    <OfferBar
      language={wanted}
      offer={words}
      onTake={() => preferences.chooseLanguage(wanted.id)}
      onDecline={decline}
    />
  );
}
