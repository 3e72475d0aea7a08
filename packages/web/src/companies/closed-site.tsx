// What the app shows instead of itself when the site is not open: says so, names the host that the
// reader is being taken to, and goes there after a moment that is long enough to read it (T26).
// Without a host that may be followed nobody is taken anywhere.

import { buttonClass, EmptyState } from "@truetick/ui";
import { useCountdown } from "@truetick/ui/forms";
import DoorClosed from "lucide-react/icons/door-closed";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { safeHostOf } from "./safe-link.ts";

const LEAVE_AFTER_SEC = 8;

function Leaving({ link, host }: { readonly link: string; readonly host: string }) {
  const t = useTranslations("site");
  const words = useTranslations("words");
  const { secondsLeft, start } = useCountdown();
  const [hasBegun, setHasBegun] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts down once
  useEffect(() => {
    start(LEAVE_AFTER_SEC);
    setHasBegun(true);
  }, []);
  useEffect(() => {
    if (hasBegun && secondsLeft === 0) window.location.replace(link);
  }, [hasBegun, secondsLeft, link]);
  return (
    <EmptyState
      icon={DoorClosed}
      tone="warn"
      title={t("title")}
      text={t("leaving", { host, seconds: String(secondsLeft) })}
      actions={
        <a href={link} rel="noreferrer" className={buttonClass("primary", "touch")}>
          {words("goTo", { host })}
        </a>
      }
    />
  );
}

export function ClosedSite({ leaveTo }: { readonly leaveTo: string | null }) {
  const t = useTranslations("site");
  const host = leaveTo === null ? null : safeHostOf(leaveTo);
  if (leaveTo !== null && host !== null) return <Leaving link={leaveTo} host={host} />;
  return <EmptyState icon={DoorClosed} tone="warn" title={t("title")} text={t("text")} />;
}
