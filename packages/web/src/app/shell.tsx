// The frame around every screen: what must be known (sandbox, connection, an offered language), the
// navigation of the size, and the results of what was done. Nothing here can be removed by a
// setting; the sandbox banner least of all (H13).

import type { SiteStatus } from "@truetick/contract";
import { Button, NoticeBar, ToastStack } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";
import { LanguageOffer } from "../languages/language-offer.tsx";
import { FIRST_SCREENS } from "../languages/text-parts.ts";
import { useApp } from "./app.ts";
import { ConnectionBar } from "./connection-bar.tsx";
import { lazyPart } from "./lazy-part.ts";
import { Link } from "./link.tsx";
import { type Route, routeOf, SERVED_ROUTES } from "./route-table.ts";
import { SandboxBanner } from "./sandbox-banner.tsx";
import { ScreenGuard } from "./screen-guard.tsx";
import { Screens } from "./screens.tsx";
import styles from "./shell.module.css";
import { ShortcutHost } from "./shortcut-host.tsx";
import { TABS } from "./tabs.ts";
import { TopBar } from "./top-bar.tsx";
import { ROOMY, useMedia, WIDE } from "./use-media.ts";

function BottomTabs({ path }: { readonly path: string }) {
  const t = useTranslations("shell");
  return (
    <nav className={styles.tabs} aria-label={t("navigation")}>
      {TABS.map(({ id, path: to, icon: Shape }) => (
        <Link
          key={id}
          to={to}
          className={styles.tab}
          aria-current={to === path ? "page" : undefined}
        >
          <Shape size={20} strokeWidth={to === path ? 2.1 : 1.75} />
          {t(`titles.${id}`)}
        </Link>
      ))}
    </nav>
  );
}

const CONTENT = "content";
const WATCH_AFTER_MS = 2_000;

/** The first stop of the Tab key: past the navigation, to what the screen is about. */
function SkipLink() {
  const t = useTranslations("shell");
  return (
    <a
      href={`#${CONTENT}`}
      className={styles.skip}
      onClick={(event) => {
        // Not by the address: that belongs to the screens.
        event.preventDefault();
        document.getElementById(CONTENT)?.focus();
      }}
    >
      {t("skip")}
    </a>
  );
}

/** Before all texts have come only the first screen is drawn, whatever was asked for since. */
function useDocumentTitle(route: Route | null, hasTitle: boolean): void {
  const t = useTranslations("shell");
  const name = hasTitle ? route?.title : "quotes";
  const title = name ? t(`titles.${name}`) : t("notFound.title");
  useEffect(() => {
    document.title = `${title} · Truetick`;
  }, [title]);
}

const ClosedSite = lazy(async () => {
  const { ClosedSite: Screen } = await import("../companies/closed-site.tsx");
  return { default: Screen };
});

/** Only who is logged in has orders that can end, and is told what else happens. */
const LiveNotices = lazyPart(async () => (await import("../notices/live-notices.tsx")).LiveNotices);

/** Keeps watch over the platform's word (H05), once the first prices are on the screen. */
const WitnessPart = lazyPart(async () => {
  await new Promise((resume) => setTimeout(resume, WATCH_AFTER_MS));
  return (await import("../proof/witness-part.tsx")).WitnessPart;
});

/** Never by itself: a form may be open. */
function NewBuildBar() {
  const t = useTranslations("shell.newBuild");
  const take = useStore(useApp().newBuild);
  if (!take) return null;
  return (
    <NoticeBar
      tone="accent"
      actions={
        <Button kind="ghost" size="dense" onClick={take}>
          {t("action")}
        </Button>
      }
    >
      {t("ready")}
    </NoticeBar>
  );
}

/** What the server says of a site that is not open; null while it is, or before it has said. */
function useClosedSite(): SiteStatus | null {
  const { siteStatus } = useApp();
  return useSyncExternalStore(siteStatus.subscribe, () => {
    const site = siteStatus.get();
    return site === null || site.status === 0 ? null : site;
  });
}

export function Shell({ routes = SERVED_ROUTES }: { readonly routes?: readonly Route[] }) {
  const { router, session, texts, toasts } = useApp();
  const t = useTranslations("shell");
  const { path, visit } = useStore(router.location);
  const isLoggedIn = useStore(session) !== null;
  const hasTexts = useStore(texts)?.areWhole === true;
  const shownToasts = useStore(toasts.shown);
  const isWide = useMedia(WIDE);
  const isRoomy = useMedia(ROOMY);
  const closed = useClosedSite();
  const route = routeOf(path, routes);
  const hasTabs = !isWide && !closed && (route === null || route.hasTabs);
  useDocumentTitle(route, hasTexts || FIRST_SCREENS.has(path));
  return (
    <div className={styles.shell}>
      <SkipLink />
      <ShortcutHost />
      {hasTexts && (
        <Suspense>
          <WitnessPart />
        </Suspense>
      )}
      {(!isRoomy || closed) && <SandboxBanner look="bar" />}
      {isWide && !closed && <TopBar path={path} />}
      <ConnectionBar />
      <NewBuildBar />
      <LanguageOffer />
      {isLoggedIn && (
        <Suspense>
          <LiveNotices />
        </Suspense>
      )}
      <main id={CONTENT} className={styles.main} tabIndex={-1}>
        <ScreenGuard visit={visit}>
          {/* Of a site that is not open only that is said (T26). */}
          {closed ? (
            <Suspense>
              <ClosedSite leaveTo={closed.leaveTo} />
            </Suspense>
          ) : (
            <Screens routes={routes} />
          )}
        </ScreenGuard>
      </main>
      {hasTabs && <BottomTabs path={path} />}
      <ToastStack toasts={shownToasts} dismissLabel={t("dismiss")} onDismiss={toasts.dismiss} />
    </div>
  );
}
