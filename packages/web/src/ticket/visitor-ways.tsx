// What stands in place of the order button for a visitor: the way to the login, which leads back
// here, and the demo account in one tap.

import { Button, buttonClass, classNames } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { useDemoLogin } from "../login/demo-login.ts";
import { loginPathFrom } from "../session/from.ts";
import styles from "./visitor-ways.module.css";

export function VisitorWays() {
  const { router } = useApp();
  const t = useTranslations("ticket");
  const location = useStore(router.location);
  const demo = useDemoLogin();
  return (
    <div className={styles.ways}>
      <Link
        to={loginPathFrom(location)}
        className={classNames(buttonClass("primary", "touch"), styles.way)}
      >
        {t("logIn")}
      </Link>
      <Button size="touch" className={styles.way} isWorking={demo.isOpening} onClick={demo.open}>
        {t("demo")}
      </Button>
    </div>
  );
}
