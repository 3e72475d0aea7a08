// On a first visit the app speaks hk. When the browser asks for another of our languages, a bar
// offers it in that language; taking it or closing it ends the offer for good.

import type { Language } from "@truetick/contract";
import { Button, IconButton, NoticeBar } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import Languages from "lucide-react/icons/languages";
import X from "lucide-react/icons/x";
import { useState } from "react";
import { useApp } from "../app/app.ts";
import { languageWantedBy } from "./browser-language.ts";
import { type Offer, offerIn } from "./catalogue.ts";
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

/** The language to offer; null when the reader has chosen, has declined, or reads hk anyway. */
function useOffered(): Language | null {
  const { preferences, storage } = useApp();
  const { language } = useStore(preferences);
  const [wanted] = useState(() => languageWantedBy(navigator.languages));
  if (!preferences.hasDefaultLanguage() || storage.read(DECLINED) !== null) return null;
  return wanted && wanted.id !== language.id ? wanted : null;
}

export function LanguageOffer() {
  const { preferences, storage } = useApp();
  const offered = useOffered();
  const [isDeclined, setIsDeclined] = useState(false);
  const offer = offered && offerIn(offered.id);
  if (!offered || !offer || isDeclined) return null;
  const decline = () => {
    storage.write(DECLINED, "yes");
    setIsDeclined(true);
  };
  return (
    <OfferBar
      language={offered}
      offer={offer}
      onTake={() => preferences.chooseLanguage(offered.id)}
      onDecline={decline}
    />
  );
}
