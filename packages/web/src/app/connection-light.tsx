// The small light in the top bar of wide screens: green with the measured delay while prices flow.
// The words say the same as the colour. The delay is painted: it is another one every few seconds.

import { useNotation, writeText } from "@truetick/ui";
import { useSelected } from "@truetick/ui/state";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "./app.ts";
import styles from "./connection-light.module.css";
import { usePaint } from "./use-paint.ts";

function Lag() {
  const { connection } = useApp().live.socket;
  const t = useTranslations("shell.connection");
  const { group } = useNotation();
  const element = useRef<HTMLSpanElement>(null);
  usePaint(connection, ({ lagMs }) => {
    if (!element.current || lagMs === null) return;
    const ms = group(String(Math.max(1, Math.round(lagMs))));
    writeText(element.current, t("lagMs", { ms }));
  });
  return <span ref={element} className={styles.lag} title={t("lag")} />;
}

export function ConnectionLight() {
  const { connection } = useApp().live.socket;
  const t = useTranslations("shell.connection");
  const isLive = useSelected(connection, ({ isFresh }) => isFresh);
  const hasLag = useSelected(connection, ({ isFresh, lagMs }) => isFresh && lagMs !== null);
  return (
    <span className={styles.light} data-live={isLive}>
      <span className={styles.dot} />
      {isLive ? t("live") : t("connecting")}
      {hasLag && <Lag />}
    </span>
  );
}
