// The frame around every screen: places at the side, the bar above, the screen of the address, and
// what must be answered wherever one is (toasts, the end of an idle session, the list of keys).

import { EmptyState, Sheet, Skeleton, ToastStack } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import CircleSlash from "lucide-react/icons/circle-slash";
import Lock from "lucide-react/icons/lock";
import { Suspense, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useLeave } from "../session/use-leave.ts";
import { useDesk, useStaff } from "./desk.ts";
import styles from "./desk-shell.module.css";
import { IdleDialog } from "./idle-dialog.tsx";
import { KeyList } from "./key-list.tsx";
import { addressOf, pathTo } from "./place.ts";
import { mayOpen, ROUTES, routeOf } from "./routes.tsx";
import { SideNav } from "./side-nav.tsx";
import { TopBar } from "./top-bar.tsx";
import { useKeys } from "./use-keys.ts";

function Waiting() {
  const t = useTranslations("shell");
  return (
    <div className={styles.waiting} role="status" aria-label={t("loading")}>
      <Skeleton width="long" height="tall" />
      <Skeleton width="full" height="tall" />
      <Skeleton width="full" height="tall" />
    </div>
  );
}

/** The front door leads to the first place that this person may open. */
function useFrontDoor(place: string): void {
  const { router } = useDesk();
  const { permissions } = useStaff();
  const first = ROUTES.find((route) => mayOpen(route, permissions));
  useEffect(() => {
    if (place === "" && first) router.navigate(pathTo(first.place), { isReplacing: true });
  }, [router, place, first]);
}

function Screen({ place, chosen }: { readonly place: string; readonly chosen: string | null }) {
  const t = useTranslations("shell");
  const { permissions } = useStaff();
  const route = routeOf(place);
  if (place === "") return <Waiting />;
  if (!route) {
    const { title, text } = { title: t("notFound.title"), text: t("notFound.text") };
    return <EmptyState icon={CircleSlash} title={title} text={text} />;
  }
  if (!mayOpen(route, permissions)) {
    return <EmptyState icon={Lock} title={t("notYours.title")} text={t("notYours.text")} />;
  }
  return (
    <Suspense fallback={<Waiting />}>
      <route.Screen key={place} chosen={chosen} />
    </Suspense>
  );
}

function Toasts() {
  const { toasts } = useDesk();
  const t = useTranslations("shell");
  const shown = useStore(toasts.shown);
  return <ToastStack toasts={shown} dismissLabel={t("dismiss")} onDismiss={toasts.dismiss} />;
}

export function DeskShell() {
  const t = useTranslations("shell");
  const { router } = useDesk();
  const location = useStore(router.location);
  const { place, chosen } = addressOf(location);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [areKeysOpen, setAreKeysOpen] = useState(false);
  const leave = useLeave();
  const route = routeOf(place);
  useFrontDoor(place);
  useKeys({ "?": () => setAreKeysOpen(true) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every visit closes the menu
  useEffect(() => setIsMenuOpen(false), [location.visit]);
  useEffect(() => {
    document.title = route ? `${t(`places.${route.place}`)} · ${t("name")}` : t("name");
  }, [route, t]);
  return (
    <div className={styles.shell}>
      <aside className={styles.side}>
        <SideNav place={place} onLogOut={() => void leave(null)} />
      </aside>
      <div className={styles.page}>
        <TopBar
          route={route}
          onMenu={() => setIsMenuOpen(true)}
          onKeys={() => setAreKeysOpen(true)}
        />
        <main className={styles.main}>
          <Screen place={place} chosen={chosen} />
        </main>
      </div>
      <Sheet
        isOpen={isMenuOpen}
        title={t("menu")}
        closeLabel={t("closeMenu")}
        height="tall"
        onClose={() => setIsMenuOpen(false)}
      >
        <div className={styles.drawer}>
          <SideNav place={place} onLogOut={() => void leave(null)} />
        </div>
      </Sheet>
      <KeyList isOpen={areKeysOpen} onClose={() => setAreKeysOpen(false)} />
      <IdleDialog onEnd={() => void leave("idle")} onLeave={() => void leave(null)} />
      <Toasts />
    </div>
  );
}
