// The bell itself: how much is unread, and the way to it.

import { classNames, iconButtonClass } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import BellIcon from "lucide-react/icons/bell";
import { Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { lazyPart } from "../app/lazy-part.ts";
import { Link } from "../app/link.tsx";
import { useMedia, WIDE } from "../app/use-media.ts";
import styles from "./bell.module.css";
import { useInbox } from "./use-inbox.ts";

const COUNT_MAX = 99;
const BELL = classNames(iconButtonClass("finger"), styles.bell);

const NewestNotices = lazyPart(async () => (await import("./newest-notices.tsx")).NewestNotices);

function Shape({ unread }: { readonly unread: number }) {
  return (
    <>
      <BellIcon size={20} strokeWidth={1.75} />
      {unread > 0 && (
        <span className={styles.count} dir="ltr" aria-hidden="true">
          {unread > COUNT_MAX ? `${COUNT_MAX}+` : unread}
        </span>
      )}
    </>
  );
}

export function Bell() {
  const t = useTranslations("shell");
  const { unread } = useStore(useInbox());
  const isWide = useMedia(WIDE);
  const [isOpen, setIsOpen] = useState(false);
  const label = unread > 0 ? t("bell.unread", { count: unread }) : t("titles.notices");
  if (!isWide) {
    return (
      <Link to="/mine/notices" className={BELL} data-bell={unread} aria-label={label} title={label}>
        <Shape unread={unread} />
      </Link>
    );
  }
  return (
    <>
      <button
        type="button"
        className={BELL}
        data-bell={unread}
        aria-label={label}
        aria-haspopup="dialog"
        title={label}
        onClick={() => setIsOpen(true)}
      >
        <Shape unread={unread} />
      </button>
      {isOpen && (
        <Suspense>
          <NewestNotices onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
