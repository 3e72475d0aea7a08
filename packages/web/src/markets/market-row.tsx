// One market in the table. Rendered once; from then on ticks are painted straight into its cells
// while it is on the screen. The whole row is its link.

import type { Market } from "@truetick/contract";
import { ChangeFrame, classNames, PriceFrame, RangeBar, Tag, useNotation } from "@truetick/ui";
import ClockAlert from "lucide-react/icons/clock-alert";
import Moon from "lucide-react/icons/moon";
import { memo, useRef } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { flashClass } from "./flash.ts";
import { MarketIdentity } from "./market-identity.tsx";
import { MarketSparkline } from "./market-sparkline.tsx";
import styles from "./market-table.module.css";
import { cellsOf, paintRow } from "./paint-row.ts";
import { followQuote, type MarketState, useMarketState, useOpeningTime } from "./use-quote.ts";
import { useWhileShown } from "./use-while-shown.ts";

type Standing = { readonly state: MarketState; readonly opensAt: string | null };

function StateTag({ state, opensAt }: Standing) {
  const t = useTranslations("quotes.states");
  if (state === "closed") {
    return (
      <span className={styles.closed}>
        <Tag icon={Moon}>{t("closed")}</Tag>
        {opensAt !== null && <span className={styles.opens}>{t("opens", { time: opensAt })}</span>}
      </span>
    );
  }
  if (state === "stale") {
    return (
      <Tag tone="warn" icon={ClockAlert}>
        {t("stale")}
      </Tag>
    );
  }
  // Words that are too long for a tag of this column, and may take two lines.
  if (state === "closingOnly") return <span className={styles.held}>{t("closingOnly")}</span>;
  return <span className={styles.open}>{t(state)}</span>;
}

function QuoteCells({ market }: { readonly market: Market }) {
  return (
    <>
      <td className={styles.spark}>
        <MarketSparkline market={market} width={44} height={26} className={styles.sparkline} />
      </td>
      <td className={classNames(styles.side, styles.bid)}>
        <span className={classNames(styles.quote, flashClass)} data-cell="bid">
          <PriceFrame />
        </span>
      </td>
      <td className={styles.spread}>
        <span className={styles.figure} dir="ltr" data-cell="spread" />
      </td>
      <td className={classNames(styles.side, styles.ask)}>
        <span className={classNames(styles.quote, flashClass)} data-cell="ask">
          <PriceFrame />
        </span>
      </td>
    </>
  );
}

function DayCells({ state, opensAt }: Standing) {
  return (
    <>
      <td className={styles.dayRange}>
        <span className={styles.range} dir="ltr">
          <span className={styles.edge} data-cell="low" />
          <RangeBar cell="range" />
          <span className={styles.edge} data-cell="high" />
        </span>
      </td>
      <td className={styles.state}>
        <StateTag state={state} opensAt={opensAt} />
      </td>
    </>
  );
}

export type MarketRowProps = {
  readonly market: Market;
  /** Its place in the whole table, for screen readers. */
  readonly rowIndex: number;
  /** The one stop of the Tab key in the list. */
  readonly isActive: boolean;
  /** The market that is open beside the list. */
  readonly isCurrent: boolean;
  /** Changes the address in place instead of adding a step to the history. */
  readonly isReplacing: boolean;
  /** What was searched for, to be marked. */
  readonly search: string;
  /** There is no room for the day's range and the state. */
  readonly isNarrow: boolean;
};

export const MarketRow = memo(function MarketRow({
  market,
  rowIndex,
  isActive,
  isCurrent,
  isReplacing,
  search,
  isNarrow,
}: MarketRowProps) {
  const { live, sparklines } = useApp();
  const notation = useNotation();
  const row = useRef<HTMLTableRowElement>(null);
  const state = useMarketState(market.id);
  const opensAt = useOpeningTime(market.id);
  useWhileShown(row, `${market.id} ${notation.tag} ${isNarrow}`, () => {
    sparklines.want(market.id);
    const cells = row.current ? cellsOf(row.current) : {};
    const { get, glance: listen } = live.board;
    return followQuote({ get, listen }, market.id, (update, before) =>
      paintRow(cells, market, notation, { update, before }),
    );
  });
  return (
    <tr
      ref={row}
      className={styles.row}
      data-market={market.id}
      data-state={state}
      data-active={isActive}
      aria-rowindex={rowIndex}
      data-current={isCurrent}
    >
      <th scope="row" className={styles.market}>
        <MarketIdentity
          market={market}
          state={state}
          opensAt={opensAt}
          isActive={isActive}
          isCurrent={isCurrent}
          isReplacing={isReplacing}
          search={search}
        />
      </th>
      <QuoteCells market={market} />
      <td className={styles.dayChange}>
        <ChangeFrame cell="day" />
      </td>
      {!isNarrow && <DayCells state={state} opensAt={opensAt} />}
    </tr>
  );
});
