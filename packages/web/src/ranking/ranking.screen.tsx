// The ranking of traders at /rank, from their own orders. While nobody has chosen to be listed it
// is empty: the screen says how it is made and leads to what works.

import ChartNoAxesColumn from "lucide-react/icons/chart-no-axes-column";
import { useTranslations } from "use-intl";
import { ScreenHeader } from "../app/screen-header.tsx";
import { RankedList } from "./ranked-list.tsx";

export function RankingScreen() {
  const t = useTranslations("ranking");
  return (
    <>
      <ScreenHeader title={t("title")} />
      <RankedList
        name="ranking"
        label={t("title")}
        empty={{
          icon: ChartNoAxesColumn,
          title: t("emptyTitle"),
          text: t("emptyText"),
          action: t("action"),
        }}
      />
    </>
  );
}
