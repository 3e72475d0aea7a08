// Support, as the platform's settings say: the screen of our own chat, a link to copy, or a link to
// follow, which names the host before anybody goes there (T27).

import { Sheet } from "@truetick/ui";
import MessageCircle from "lucide-react/icons/message-circle";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { useResource } from "../app/resource.ts";
import { SupportLink } from "../chat/support-link.tsx";
import { safeHostOf } from "../companies/safe-link.ts";
import styles from "./support-tile.module.css";
import tileStyles from "./tiles.module.css";

const CHAT = "/mine/chat";

function TileWords() {
  const t = useTranslations("user");
  return (
    <>
      <MessageCircle size={20} strokeWidth={1.75} className={tileStyles.icon} />
      <span className={tileStyles.name}>{t("support.name")}</span>
      <span className={tileStyles.note}>{t("support.note")}</span>
    </>
  );
}

function LinkSheet({
  link,
  host,
  isFollowed,
  onClose,
}: {
  readonly link: string;
  readonly host: string;
  readonly isFollowed: boolean;
  readonly onClose: () => void;
}) {
  const t = useTranslations("user.support");
  const settings = useTranslations("settings");
  return (
    <Sheet isOpen title={t("name")} closeLabel={settings("close")} place="centre" onClose={onClose}>
      <div className={styles.body}>
        <SupportLink link={link} host={host} isFollowed={isFollowed} onFollow={onClose} />
      </div>
    </Sheet>
  );
}

export function SupportTile() {
  const { platformSettings } = useApp();
  const state = useResource(platformSettings);
  const [isOpen, setIsOpen] = useState(false);
  // Until the settings are known the screen of support is the way: it says what they say.
  const known = state.phase === "ready" ? state.value : null;
  const host = known && known.supportMode !== "chat" ? safeHostOf(known.supportLink) : null;
  if (known === null || host === null) {
    return (
      <Link to={CHAT} className={tileStyles.tile}>
        <TileWords />
      </Link>
    );
  }
  return (
    <>
      <button type="button" className={tileStyles.tile} onClick={() => setIsOpen(true)}>
        <TileWords />
      </button>
      {isOpen && (
        <LinkSheet
          link={known.supportLink}
          host={host}
          isFollowed={known.supportMode === "followLink"}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
