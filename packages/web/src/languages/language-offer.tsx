// On a first visit the app speaks hk. When the browser asks for another of our languages, a bar
// offers it in that language; taking it or closing it ends the offer for good.

import type { Language, Messages } from "@truetick/contract";
import { Button, IconButton, NoticeBar } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import Languages from "lucide-react/icons/languages";
import X from "lucide-react/icons/x";
import { useEffect, useState } from "react";
import { IntlProvider, useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { languageWantedBy } from "./browser-language.ts";
import { loadFirstTexts } from "./catalogue.ts";
import styles from "./language-offer.module.css";

const DECLINED = "languageOfferDeclined";

function OfferBar({
  language,
  onTake,
  onDecline,
}: {
  readonly language: Language;
  readonly onTake: () => void;
  readonly onDecline: () => void;
}) {
  const t = useTranslations("languages");
  return (
    <div lang={language.tag} dir={language.direction}>
      <NoticeBar
        tone="accent"
        lead={<Languages size={16} />}
        actions={
          <>
            <Button kind="primary" size="dense" onClick={onTake}>
              {t("takeOffer")}
            </Button>
            <IconButton
              icon={X}
              label={t("declineOffer")}
              className={styles.decline}
              onClick={onDecline}
            />
          </>
        }
      >
        {t("offer")}
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
  const [messages, setMessages] = useState<Messages | null>(null);
  const [isDeclined, setIsDeclined] = useState(false);
  const offeredId = offered?.id;
  useEffect(() => {
    let isWanted = true;
    if (offeredId) {
      // Without the texts there is no offer; nothing else depends on it.
      void loadFirstTexts(offeredId).then(
        (loaded) => isWanted && setMessages(loaded),
        () => null,
      );
    }
    return () => {
      isWanted = false;
    };
  }, [offeredId]);
  if (!offered || !messages || isDeclined) return null;
  const decline = () => {
    storage.write(DECLINED, "yes");
    setIsDeclined(true);
  };
  return (
    <IntlProvider locale={offered.tag} messages={messages}>
      <OfferBar
        language={offered}
        onTake={() => preferences.chooseLanguage(offered.id)}
        onDecline={decline}
      />
    </IntlProvider>
  );
}
