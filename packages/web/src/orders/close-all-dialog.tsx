// The question before every position is closed at once, or every one of a market. Says what that
// would bring at this moment; the answer says what it brought, and what stayed open and why.

import { type Order, requestCloseAll } from "@truetick/contract";
import { ConfirmDialog } from "@truetick/ui";
import { SelectField } from "@truetick/ui/forms";
import { useStore } from "@truetick/ui/state";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { ActNote } from "./act-note.tsx";
import styles from "./end-order-dialog.module.css";
import { sumMoney } from "./sum-money.ts";
import { useOrderAct } from "./use-order-act.ts";
import { useOrderToasts } from "./use-order-toasts.ts";

const ALL = "";

/** Positions by market, in the order of their first. */
function marketsOf(positions: readonly Order[]) {
  const names = new Map(positions.map(({ market }) => [market.id, market.displayCode]));
  return [...names].map(([id, name]) => {
    const count = positions.filter(({ market }) => market.id === id).length;
    return { id, label: `${name} (${count})` };
  });
}

export function CloseAllDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations("orders");
  const act = useOrderAct();
  const tell = useOrderToasts();
  const book = useStore(useApp().account);
  const [wanted, setWanted] = useState(ALL);
  const positions = [...(book?.orders.values() ?? [])].filter(({ status }) => status === "holding");
  const markets = marketsOf(positions);
  // A market whose last position has just ended cannot be meant any more.
  const chosen = markets.some(({ id }) => id === wanted) ? wanted : ALL;
  const meant = positions.filter(({ market }) => chosen === ALL || market.id === chosen);
  const confirm = () => {
    // Those of this moment: when the answer has come, the book knows what closed no more.
    const asked = positions;
    const marketId = chosen === ALL ? null : chosen;
    act.run(requestCloseAll({ marketId, isCancellingPending: false }), (closed) => {
      onClose();
      tell.closedAll(closed, asked);
    });
  };
  return (
    <ConfirmDialog
      isOpen
      title={t("closeAll")}
      confirmLabel={t("closeAll")}
      cancelLabel={t("back")}
      isWorking={act.phase === "working" || act.phase === "unsure"}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <div className={styles.words}>
        <p>{t("closeAllQuestion")}</p>
        {markets.length > 1 && (
          <SelectField
            label={t("closeWhich")}
            name="market"
            choices={[
              { id: ALL, label: `${t("filters.allMarkets")} (${positions.length})` },
              ...markets,
            ]}
            chosen={chosen}
            onChoose={setWanted}
          />
        )}
        <p className={styles.result}>
          <span>{t("floating")}</span>
          <MoneyText text={sumMoney(meant.map(({ profit }) => profit))} isSigned isExact />
        </p>
        <ActNote act={act} />
      </div>
    </ConfirmDialog>
  );
}
