// The newest notices under the bell of a wide screen, and the way to all of them.

import { Button, buttonClass, Sheet } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import styles from "./newest-notices.module.css";
import { NoticeList } from "./notice-list.tsx";
import { useInbox } from "./use-inbox.ts";

const NEWEST = 8;

function Panel({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations("inbox");
  const inbox = useInbox();
  const { unread } = useStore(inbox);
  return (
    <>
      <div className={styles.list}>
        <NoticeList inbox={inbox} shownMax={NEWEST} onFollow={onClose} />
      </div>
      <div className={styles.foot}>
        <Button
          kind="ghost"
          size="dense"
          disabled={unread === 0}
          onClick={() => void inbox.markRead(null)}
        >
          {t("markAll")}
        </Button>
        <Link to="/mine/notices" className={buttonClass("tonal", "dense")} onClick={onClose}>
          {t("all")}
        </Link>
      </div>
    </>
  );
}

export function NewestNotices({ onClose }: { readonly onClose: () => void }) {
  const { texts } = useApp();
  const t = useTranslations("shell.titles");
  const settings = useTranslations("settings");
  // The first screen is drawn with fewer texts than this needs.
  const areWhole = useStore(texts)?.areWhole === true;
  useEffect(() => {
    if (!areWhole) texts.complete().catch(onClose);
  }, [areWhole, texts, onClose]);
  return (
    <Sheet isOpen={areWhole} title={t("notices")} closeLabel={settings("close")} onClose={onClose}>
      <Panel onClose={onClose} />
    </Sheet>
  );
}
