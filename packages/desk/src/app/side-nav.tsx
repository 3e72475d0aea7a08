// Where one can go: only what exists and this person may open, with how much waits in each queue.

import { Brand, Tag } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import LogOut from "lucide-react/icons/log-out";
import { useTranslations } from "use-intl";
import { useDesk, useStaff } from "./desk.ts";
import { Link } from "./link.tsx";
import { pathTo } from "./place.ts";
import { GROUPS, mayOpen, ROUTES, type Route } from "./routes.tsx";
import styles from "./side-nav.module.css";

function PlaceLink({ route, isHere }: { readonly route: Route; readonly isHere: boolean }) {
  const t = useTranslations("shell");
  const counts = useStore(useDesk().openWork);
  const { place, icon: Shape, queue = "" } = route;
  const open = counts[queue] ?? 0;
  const name = t(`places.${place}`);
  return (
    <Link
      to={pathTo(place)}
      className={styles.place}
      aria-current={isHere ? "page" : undefined}
      title={name}
      aria-label={open > 0 ? `${name}, ${t("openCount", { count: open })}` : name}
    >
      <Shape size={16} strokeWidth={1.75} />
      <span className={styles.name}>{name}</span>
      {open > 0 && <span className={styles.count}>{open}</span>}
    </Link>
  );
}

/** "Operator 2" to "O2", "Ada Lovelace" to "AL". */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");
}

function Who({ onLogOut }: { readonly onLogOut: () => void }) {
  const t = useTranslations("shell");
  const { name, email, roles } = useStaff();
  const role = roles.map((one) => t(`roles.${one}`)).join(", ");
  return (
    <div className={styles.who}>
      <span className={styles.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span className={styles.person} title={email}>
        <span className={styles.personName}>{name}</span>
        <span className={styles.role}>{role}</span>
      </span>
      <button
        type="button"
        className={styles.leave}
        aria-label={t("logOut")}
        title={t("logOut")}
        onClick={onLogOut}
      >
        <LogOut size={16} strokeWidth={1.75} />
      </button>
    </div>
  );
}

export function SideNav({
  place,
  onLogOut,
}: {
  readonly place: string;
  readonly onLogOut: () => void;
}) {
  const t = useTranslations("shell");
  const { permissions } = useStaff();
  const routes = ROUTES.filter((route) => mayOpen(route, permissions));
  return (
    <>
      <div className={styles.brand}>
        <Brand />
        <span className={styles.desk}>
          <Tag>{t("desk")}</Tag>
        </span>
      </div>
      <nav className={styles.places} aria-label={t("navigation")}>
        {GROUPS.map((group) => {
          const inside = routes.filter((route) => route.group === group);
          if (inside.length === 0) return null;
          return (
            <div key={group}>
              <p className={styles.group}>{t(`groups.${group}`)}</p>
              {inside.map((route) => (
                <PlaceLink key={route.place} route={route} isHere={route.place === place} />
              ))}
            </div>
          );
        })}
      </nav>
      <Who onLogOut={onLogOut} />
    </>
  );
}
