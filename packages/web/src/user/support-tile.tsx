// Support, as the platform's settings say: our own chat where its screen exists, a link to copy, or
// a link to follow, which names the host before anybody goes there (T27).

import { buttonClass, Sheet } from "@truetick/ui";
import MessageCircle from "lucide-react/icons/message-circle";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { CopyButton } from "../app/copy-button.tsx";
import { Link } from "../app/link.tsx";
import { useResource } from "../app/resource.ts";
import { safeHostOf } from "../companies/safe-link.ts";
import styles from "./support-tile.module.css";
import { hasScreen } from "./tile-list.ts";
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
  const words = useTranslations("words");
  const settings = useTranslations("settings");
  return (
    <Sheet isOpen title={t("name")} closeLabel={settings("close")} place="centre" onClose={onClose}>
      <div className={styles.body}>
        <p>{isFollowed ? t("leaving", { host }) : t("copyText")}</p>
        <bdi dir="ltr" className={styles.link}>
          {link}
        </bdi>
        {isFollowed ? (
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass("primary", "touch")}
            onClick={onClose}
          >
            {words("goTo", { host })}
          </a>
        ) : (
          <CopyButton text={link} label={words("copy")} />
        )}
      </div>
    </Sheet>
  );
}

export function SupportTile() {
  const { platformSettings } = useApp();
  const state = useResource(platformSettings);
  const [isOpen, setIsOpen] = useState(false);
  if (state.phase !== "ready") return null;
  const { supportMode, supportLink } = state.value;
  if (supportMode === "chat") {
    if (!hasScreen(CHAT)) return null;
    return (
      <Link to={CHAT} className={tileStyles.tile}>
        <TileWords />
      </Link>
    );
  }
  const host = safeHostOf(supportLink);
  if (host === null) return null;
  return (
    <>
      <button type="button" className={tileStyles.tile} onClick={() => setIsOpen(true)}>
        <TileWords />
      </button>
      {isOpen && (
        <LinkSheet
          link={supportLink}
          host={host}
          isFollowed={supportMode === "followLink"}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
