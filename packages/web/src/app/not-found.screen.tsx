// What an address shows at which no screen lives: says so, and where to go from here.

import { buttonClass, EmptyState } from "@truetick/ui";
import Compass from "lucide-react/icons/compass";
import { useTranslations } from "use-intl";
import { Link } from "./link.tsx";
import { ScreenHeader } from "./screen-header.tsx";

export function NotFoundScreen() {
  const t = useTranslations("shell.notFound");
  return (
    <>
      <ScreenHeader title={t("title")} />
      <EmptyState
        icon={Compass}
        title={t("title")}
        text={t("text")}
        actions={
          <Link to="/" className={buttonClass("primary", "touch")}>
            {t("action")}
          </Link>
        }
      />
    </>
  );
}
