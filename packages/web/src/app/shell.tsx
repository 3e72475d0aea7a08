// The frame around every screen: what must be known (sandbox, connection, an offered language), the
// navigation of the size, and the results of what was done. Nothing here can be removed by a
// setting; the sandbox banner least of all (H13).

import { ToastStack } from "@truetick/ui";
import { lazy, Suspense, useEffect } from "react";
import { useTranslations } from "use-intl";
import { LanguageOffer } from "../languages/language-offer.tsx";
import { useApp } from "./app.ts";
import { ConnectionBar } from "./connection-bar.tsx";
import { Link } from "./link.tsx";
import { type Route, routeOf, SERVED_ROUTES } from "./route-table.ts";
import { SandboxBanner } from "./sandbox-banner.tsx";
import { ScreenGuard } from "./screen-guard.tsx";
import { Screens } from "./screens.tsx";
import styles from "./shell.module.css";
import { useStore } from "./store.ts";
import { TABS } from "./tabs.ts";
import { TopBar } from "./top-bar.tsx";
import { useMedia, WIDE } from "./use-media.ts";

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

function useDocumentTitle(route: Route | null): void {
  const t = useTranslations("shell");
  const title = route ? t(`titles.${route.title}`) : t("notFound.title");
  useEffect(() => {
    document.title = `${title} · Truetick`;
  }, [title]);
}

const ClosedSite = lazy(async () => {
  const { ClosedSite: Screen } = await import("../companies/closed-site.tsx");
  return { default: Screen };
});

/** Only who is logged in has orders that can end. */
const EndedNotices = lazy(async () => {
  const { EndedNotices: Notices } = await import("../account/ended-notices.tsx");
  return { default: Notices };
});

/** The screens, unless the site is not open: then only that is said (T26). */
function Stage({ routes }: { readonly routes: readonly Route[] }) {
  const site = useStore(useApp().siteStatus);
  if (site === null || site.status === 0) return <Screens routes={routes} />;
  return (
    <Suspense>
      <ClosedSite leaveTo={site.leaveTo} />
    </Suspense>
  );
}

export function Shell({ routes = SERVED_ROUTES }: { readonly routes?: readonly Route[] }) {
  const { router, session, toasts } = useApp();
  const t = useTranslations("shell");
  const { path } = useStore(router.location);
  const isLoggedIn = useStore(session) !== null;
  const shownToasts = useStore(toasts.shown);
  const isWide = useMedia(WIDE);
  const route = routeOf(path, routes);
  useDocumentTitle(route);
  return (
    <div className={styles.shell}>
      {isWide ? <TopBar path={path} /> : <SandboxBanner look="bar" />}
      <ConnectionBar />
      <LanguageOffer />
      {isLoggedIn && (
        <Suspense>
          <EndedNotices />
        </Suspense>
      )}
      <main className={styles.main}>
        <ScreenGuard>
          <Stage routes={routes} />
        </ScreenGuard>
      </main>
      {!isWide && (route === null || route.hasTabs) && <BottomTabs path={path} />}
      <ToastStack toasts={shownToasts} dismissLabel={t("dismiss")} onDismiss={toasts.dismiss} />
    </div>
  );
}
