// The small light in the top bar of wide screens: green with the measured delay while prices flow.
// The words say the same as the colour.

import { useNotation } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { useTranslations } from "use-intl";
import { useApp } from "./app.ts";
import styles from "./connection-light.module.css";

export function ConnectionLight() {
  const { live } = useApp();
  const t = useTranslations("shell.connection");
  const { group } = useNotation();
  const { isFresh: isLive, lagMs } = useStore(live.socket.connection);
  return (
    <span className={styles.light} data-live={isLive}>
      <span className={styles.dot} />
      {isLive ? t("live") : t("connecting")}
      {isLive && lagMs !== null && (
        <span className={styles.lag} title={t("lag")}>
          {t("lagMs", { ms: group(String(Math.max(1, Math.round(lagMs)))) })}
        </span>
      )}
    </span>
  );
}
