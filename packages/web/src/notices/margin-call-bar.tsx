// A margin call, across every screen, for as long as the account is in it: the server says when it
// begins and when it is over. Not on the screen that it leads to.

import { buttonClass, NoticeBar, useNotation, writeDecimal } from "@truetick/ui";
import { useSelected, useStore } from "@truetick/ui/state";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { percentOf } from "../user/two-decimals.ts";

const ORDERS = "/order";

export function MarginCallBar() {
  const { account: book, router } = useApp();
  const t = useTranslations("shell");
  const notation = useNotation();
  // Null outside a margin call: whoever is well is not drawn anew with every price.
  const level = useSelected(book, (open) =>
    open?.account.isMarginCalled ? open.account.level : null,
  );
  const { path } = useStore(router.location);
  if (level === null) return null;
  // Isolated, so that the sign stays behind its figure in every script.
  const percent = `\u2066${writeDecimal(percentOf(level), notation)}%\u2069`;
  return (
    <NoticeBar
      tone="warn"
      lead={<TriangleAlert size={14} />}
      actions={
        path !== ORDERS && (
          <Link to={`${ORDERS}?type=1`} className={buttonClass("ghost", "dense")}>
            {t("titles.orders")}
          </Link>
        )
      }
    >
      {t("marginCall", { percent })}
    </NoticeBar>
  );
}
