// The bar above every page: where one is, that the prices are simulated, how the server is, and the
// theme. On phones it also opens the places.

import { IconButton, SearchField, Tag } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import ChevronRight from "lucide-react/icons/chevron-right";
import FlaskConical from "lucide-react/icons/flask-conical";
import Keyboard from "lucide-react/icons/keyboard";
import Menu from "lucide-react/icons/menu";
import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useDesk, useMay } from "./desk.ts";
import { THEMES, type Theme } from "./look.ts";
import { pathTo } from "./place.ts";
import { type Route, routeOf } from "./routes.tsx";
import styles from "./top-bar.module.css";
import { useKeys } from "./use-keys.ts";

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;
const QUERY_LENGTH_MAX = 120;

function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
}

export function SandboxTag() {
  const t = useTranslations("shell");
  const { last } = useStore(useDesk().health);
  if (last?.health.isSimulated !== true && last?.health.mode !== "sandbox") return null;
  return (
    <span className={styles.sandbox} role="status">
      <Tag tone="warn" icon={FlaskConical}>
        <span className={styles.long}>{t("sandbox")}</span>
        <span className={styles.short}>{t("sandboxShort")}</span>
      </Tag>
    </span>
  );
}

function StateDot() {
  const t = useTranslations("shell.state");
  const { phase, last } = useStore(useDesk().health);
  const state =
    phase === "answered" ? (last?.health.isReady === true ? "good" : "notReady") : phase;
  return (
    <span className={styles.state} data-state={state} role="status">
      <i aria-hidden="true" />
      <span className={styles.long}>{t(state)}</span>
    </span>
  );
}

export function ThemeButton() {
  const { look } = useDesk();
  const t = useTranslations("shell.theme");
  const theme = useStore(look);
  return (
    <IconButton
      icon={THEME_ICONS[theme]}
      label={t(theme)}
      onClick={() => look.choose(nextTheme(theme))}
    />
  );
}

/** Finds people from anywhere; the key "/" goes to the list's own search first. */
function UserSearch() {
  const t = useTranslations("shell");
  const { router } = useDesk();
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useKeys({
    "/": () => {
      const own = document.querySelector<HTMLInputElement>("main input[type=search]");
      (own ?? field.current)?.focus();
    },
  });
  return (
    <SearchField
      ref={field}
      className={styles.search}
      text={text}
      label={t("findUser")}
      clearLabel={t("clear")}
      shortcut="/"
      lengthMax={QUERY_LENGTH_MAX}
      onText={setText}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || text.trim() === "") return;
        router.navigate(pathTo("users", null, { q: text.trim() }));
        setText("");
      }}
    />
  );
}

export function TopBar({
  route,
  onMenu,
  onKeys,
}: {
  readonly route: Route | null;
  readonly onMenu: () => void;
  readonly onKeys: () => void;
}) {
  const t = useTranslations("shell");
  const may = useMay();
  return (
    <header className={styles.bar}>
      <span className={styles.menu}>
        <IconButton icon={Menu} label={t("menu")} onClick={onMenu} />
      </span>
      {route && (
        <p className={styles.where}>
          <span className={styles.group}>
            {t(`groups.${route.group}`)}
            <ChevronRight size={14} className={styles.step} />
          </span>
          <b>{t(`places.${route.place}`)}</b>
        </p>
      )}
      <span className={styles.gap} />
      {may("users.read") && routeOf("users") && <UserSearch />}
      <SandboxTag />
      <StateDot />
      <span className={styles.keys}>
        <IconButton icon={Keyboard} label={t("keys.open")} onClick={onKeys} />
      </span>
      <ThemeButton />
    </header>
  );
}
