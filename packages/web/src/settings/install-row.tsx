// Installing the app: a button where the browser offers it, a sentence where only its own menu does
// it (iOS), and nothing where it is installed already or cannot be.

import { Button } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import Download from "lucide-react/icons/download";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Section } from "../app/sub-screen.tsx";
import { useMedia } from "../app/use-media.ts";
import { isIos } from "../pwa/is-ios.ts";

const INSTALLED = "(display-mode: standalone)";

export function InstallRow() {
  const { installOffer } = useApp();
  const t = useTranslations("settings.install");
  const offer = useStore(installOffer);
  const isInstalled = useMedia(INSTALLED);
  if (isInstalled) return null;
  if (offer) {
    return (
      <Section title={t("title")} text={t("text")}>
        <Button size="touch" icon={Download} onClick={() => void offer.prompt()}>
          {t("action")}
        </Button>
      </Section>
    );
  }
  return isIos(navigator) ? <Section title={t("title")} text={t("ios")} /> : null;
}
