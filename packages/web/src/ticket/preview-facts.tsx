// What the order costs and risks, in the server's figures, before anything is sent: margin, fee,
// spread, loss at the stop with the fee in it, gain at the target after it, and what stays free.

import type { Market, OrderPreview } from "@truetick/contract";
import { formatDecimal, MONEY_DECIMALS, parseDecimal } from "@truetick/money";
import { Skeleton, useNotation } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { percentOf } from "../markets/terms.tsx";
import styles from "./preview-facts.module.css";
import type { PreviewFeed } from "./preview-feed.ts";

function millionths(text: string): bigint {
  const size = parseDecimal(text.replace(/^-/, ""), MONEY_DECIMALS) ?? 0n;
  return text.startsWith("-") ? -size : size;
}

/** What a close at a stop brings in all: the fee of opening is lost either way. */
export function afterFee(profit: string, fee: string): string {
  return formatDecimal(millionths(profit) - millionths(fee), MONEY_DECIMALS);
}

function Line({
  name,
  aside,
  isStrong = false,
  children,
}: {
  readonly name: string;
  readonly aside?: string;
  readonly isStrong?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.line} data-strong={isStrong}>
      <dt>
        {name} {aside && <bdi className={styles.aside}>{aside}</bdi>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

type Shown = { readonly market: Market; readonly preview: OrderPreview | null };

function Lines({ market, preview }: Shown) {
  const t = useTranslations("ticket");
  const notation = useNotation();
  const figure = (
    text: string | undefined,
    look: { isSigned?: boolean; isExact?: boolean } = {},
  ) => (text === undefined ? <Skeleton width="medium" /> : <MoneyText text={text} {...look} />);
  const loss = preview?.profitAtStopLoss ?? null;
  const gain = preview?.profitAtTakeProfit ?? null;
  return (
    <>
      <Line name={t("margin")}>{figure(preview?.margin, { isExact: true })}</Line>
      <Line name={t("fee")} aside={percentOf(market.feeRate, notation)}>
        {figure(preview?.fee, { isExact: true })}
      </Line>
      <Line name={t("spreadCost")}>
        {figure(preview?.spread.replace("-", ""), { isExact: true })}
      </Line>
      {preview && loss !== null && (
        <Line name={t("lossAtStop")} isStrong>
          {figure(afterFee(loss, preview.fee), { isSigned: true, isExact: true })}
        </Line>
      )}
      {preview && gain !== null && (
        <Line name={t("gainAtTarget")}>
          {figure(afterFee(gain, preview.fee), { isSigned: true, isExact: true })}
        </Line>
      )}
      <Line name={t("freeAfter")}>{figure(preview?.availableAfter)}</Line>
    </>
  );
}

export function PreviewFacts({
  market,
  feed,
}: {
  readonly market: Market;
  readonly feed: PreviewFeed;
}) {
  const t = useTranslations("ticket");
  const { preview, failure, isCurrent } = useStore(feed);
  if (!preview && (failure || isCurrent)) return null;
  return (
    <dl className={styles.facts} aria-label={t("preview")} data-current={isCurrent}>
      <Lines market={market} preview={preview} />
    </dl>
  );
}
