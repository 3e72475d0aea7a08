// The way to the user centre from every header; for whoever is not logged in, the ways in: /login,
// which leads back to here, and on wide screens /register beside it.

import { buttonClass, iconButtonClass } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import CircleUserRound from "lucide-react/icons/circle-user-round";
import UserRound from "lucide-react/icons/user-round";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import styles from "./account-link.module.css";
import { doorPathFrom, isAtDoor, loginPathFrom } from "./from.ts";

/** The reader, as a round badge: the design's way to the user centre. */
function CentreLink() {
  const t = useTranslations("shell.titles");
  return (
    <Link to="/user" className={iconButtonClass("finger")} aria-label={t("user")} title={t("user")}>
      <span className={styles.badge}>
        <UserRound size={16} strokeWidth={2} />
      </span>
    </Link>
  );
}

export function AccountLink({ look }: { readonly look: "icon" | "words" }) {
  const { router, session } = useApp();
  const t = useTranslations("door");
  const location = useStore(router.location);
  const to = loginPathFrom(location);
  const isVisitor = useStore(session) === null;
  if (!isVisitor) return <CentreLink />;
  // At the door the screen itself has both ways, and one bright button is enough.
  if (isAtDoor(location.path)) return null;
  if (look === "words") {
    return (
      <span className={styles.ways}>
        <Link to={to} className={buttonClass("tonal", "dense")}>
          {t("logIn")}
        </Link>
        <Link to={doorPathFrom("/register", location)} className={buttonClass("primary", "dense")}>
          {t("openAccount")}
        </Link>
      </span>
    );
  }
  return (
    <Link to={to} className={iconButtonClass("finger")} aria-label={t("logIn")} title={t("logIn")}>
      <CircleUserRound size={20} strokeWidth={1.75} />
    </Link>
  );
}
