// The way in, from every header, for whoever is not logged in: /login, which leads back to here.

import { buttonClass } from "@truetick/ui";
import CircleUserRound from "lucide-react/icons/circle-user-round";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { useStore } from "../app/store.ts";
import styles from "./account-link.module.css";
import { loginPathFrom } from "./from.ts";

export function AccountLink({ look }: { readonly look: "icon" | "words" }) {
  const { router, session } = useApp();
  const t = useTranslations("door");
  const to = loginPathFrom(useStore(router.location));
  if (useStore(session) !== null) return null;
  if (look === "words") {
    return (
      <Link to={to} className={buttonClass("tonal", "dense")}>
        {t("logIn")}
      </Link>
    );
  }
  return (
    <Link to={to} className={styles.icon} aria-label={t("logIn")} title={t("logIn")}>
      <CircleUserRound size={20} strokeWidth={1.75} />
    </Link>
  );
}
