// The ranking of traders. Until there are results it is empty: the screen says how it will be made
// and leads to what already works.

import { buttonClass, EmptyState } from "@truetick/ui";
import ChartNoAxesColumn from "lucide-react/icons/chart-no-axes-column";
import { useTranslations } from "use-intl";
import { Link } from "../app/link.tsx";
import { ScreenHeader } from "../app/screen-header.tsx";

export function RankingScreen() {
  const t = useTranslations("ranking");
  return (
    <>
      <ScreenHeader title={t("title")} />
      <EmptyState
        icon={ChartNoAxesColumn}
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
