// Says that a withdrawal needs a certified identity, with the way there, as long as there is none.

import { requestIdentity } from "@truetick/contract/cashier";
import { buttonClass } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { Link } from "../app/link.tsx";
import { Section } from "../app/sub-screen.tsx";
import { useRead } from "../app/use-read.ts";
import { useCashierNews } from "../live/use-cashier-news.ts";
import styles from "./withdrawals.module.css";

export function IdentityNeeded() {
  const t = useTranslations("withdrawals");
  const { state, again } = useRead(requestIdentity);
  useCashierNews(["identity"], again);
  if (state.phase !== "ready" || state.value.status === "certified") return null;
  const isWaiting = state.value.status === "waiting";
  return (
    <Section title={t("identityTitle")} text={isWaiting ? t("identityWaiting") : t("identityText")}>
      <div className={styles.actions}>
        <Link to="/mine/auth" className={buttonClass(isWaiting ? "outline" : "primary", "touch")}>
          {isWaiting ? t("identityLook") : t("identityGo")}
        </Link>
      </div>
    </Section>
  );
}
