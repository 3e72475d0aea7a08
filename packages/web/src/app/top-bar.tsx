// The bar at the top of a wide screen: the name, the five places, what must be known, the search,
// the way to the user centre, and the settings.

import { Brand } from "@truetick/ui";
import Search from "lucide-react/icons/search";
import { useTranslations } from "use-intl";
import { NoticesButton } from "../notices/notices-button.tsx";
import { AccountLink } from "../session/account-link.tsx";
import { SettingsButton } from "../settings/settings-button.tsx";
import { ConnectionLight } from "./connection-light.tsx";
import { Link } from "./link.tsx";
import { SandboxBanner } from "./sandbox-banner.tsx";
import { currentOf, TABS } from "./tabs.ts";
import styles from "./top-bar.module.css";
import { ROOMY, useMedia } from "./use-media.ts";

export function TopBar({ path }: { readonly path: string }) {
  const t = useTranslations("shell");
  const isRoomy = useMedia(ROOMY);
  return (
    <header className={styles.bar}>
      <Link to="/" className={styles.home}>
        <Brand />
      </Link>
      <nav className={styles.places} aria-label={t("navigation")}>
        {TABS.map(({ id, path: to }) => (
          <Link key={id} to={to} className={styles.place} aria-current={currentOf(to, path)}>
            {t(`titles.${id}`)}
          </Link>
        ))}
        {isRoomy && (
          <Link to="/news" className={styles.place} aria-current={currentOf("/news", path)}>
            {t("titles.news")}
          </Link>
        )}
      </nav>
      <span className={styles.known}>
        {isRoomy && <SandboxBanner look="tag" />}
        {isRoomy && <ConnectionLight />}
      </span>
      <Link
        to="/product"
        className={styles.search}
        aria-label={t("titles.product")}
        title={t("titles.product")}
        aria-current={currentOf("/product", path)}
      >
        <Search size={18} strokeWidth={1.75} />
      </Link>
      <NoticesButton />
      <AccountLink look={isRoomy ? "words" : "icon"} />
      <SettingsButton />
    </header>
  );
}
