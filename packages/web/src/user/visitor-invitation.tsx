// The user centre of somebody who is not logged in: the ways in, the shortest of them one tap.

import { Button, buttonClass } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { Link } from "../app/link.tsx";
import { useDemoLogin } from "../login/demo-login.ts";
import styles from "./visitor-invitation.module.css";

export function VisitorInvitation() {
  const t = useTranslations("user.visitor");
  const door = useTranslations("door");
  const demo = useDemoLogin();
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{t("title")}</h2>
      <p className={styles.text}>{t("text")}</p>
      <div className={styles.ways}>
        <Link to="/register?from=/user" className={buttonClass("primary", "touch")}>
          {door("openAccount")}
        </Link>
        <Link to="/login?from=/user" className={buttonClass("outline", "touch")}>
          {door("logIn")}
        </Link>
      </div>
      <Button size="touch" isWorking={demo.isOpening} onClick={demo.open}>
        {door("demo")}
      </Button>
    </section>
  );
}
