// The orders of a trader. Until accounts open there are none: the screen says so and leads to what
// already works.

import { buttonClass, EmptyState } from "@truetick/ui";
import Layers from "lucide-react/icons/layers";
import { useTranslations } from "use-intl";
import { Link } from "../app/link.tsx";
import { ScreenHeader } from "../app/screen-header.tsx";

export function OrdersScreen() {
  const t = useTranslations("orders");
  return (
    <>
      <ScreenHeader title={t("title")} />
      <EmptyState
        icon={Layers}
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
