// Copy trading. Until there are traders with a record nobody can be copied: the screen says so and
// leads to what already works.

import { buttonClass, EmptyState } from "@truetick/ui";
import UsersRound from "lucide-react/icons/users-round";
import { useTranslations } from "use-intl";
import { Link } from "../app/link.tsx";
import { ScreenHeader } from "../app/screen-header.tsx";

export function CopyScreen() {
  const t = useTranslations("copy");
  return (
    <>
      <ScreenHeader title={t("title")} />
      <EmptyState
        icon={UsersRound}
        title={t("emptyTitle")}
        text={t("emptyText")}
        actions={
          <Link to="/" className={buttonClass("primary", "touch")}>
            {t("action")}
          </Link>
        }
      />
    </>
  );
}
