// What the order costs and risks, in the server's figures, before anything is sent: margin, fee,
// spread, a night, loss at the stop with the fee in it, gain at the target after it, and what stays
// free.

import type { OrderPreview } from "@truetick/contract";
import { formatDecimal, MONEY_DECIMALS, parseDecimal } from "@truetick/money";
import { Skeleton, spreadInPips, useNotation, writeDecimal } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { type ReactNode, useId, useState } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { useMedia } from "../app/use-media.ts";
import { percentOf } from "../markets/terms.tsx";
import { twoDecimals } from "../user/two-decimals.ts";
import { FoldLine } from "./fold-line.tsx";
import styles from "./preview-facts.module.css";
import type { PricedTicket } from "./use-ticket.ts";

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
  readonly aside?: string | undefined;
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

type Shown = { readonly ticket: PricedTicket; readonly preview: OrderPreview | null };

function Lines({ ticket: { market, draft }, preview }: Shown) {
  const t = useTranslations("ticket");
  const notation = useNotation();
  const figure = (
    text: string | undefined,
    look: { isSigned?: boolean; isExact?: boolean } = {},
  ) => (text === undefined ? <Skeleton width="medium" /> : <MoneyText text={text} {...look} />);
  // As of the preview, like the money beside it: the tiles above have the spread of now.
  const quote = useApp().live.board.get(market.id)?.quote;
  const spread = quote && t("pipsAway", { pips: spreadInPips(quote, market, notation) });
  const loss = preview?.profitAtStopLoss ?? null;
  const gain = preview?.profitAtTakeProfit ?? null;
  return (
    <>
      <Line name={t("margin")}>{figure(preview?.margin, { isExact: true })}</Line>
      <Line name={t("fee")} aside={percentOf(market.feeRate, notation)}>
        {figure(preview?.fee, { isExact: true })}
      </Line>
      {!draft.isPending && (
        <Line name={t("spreadCost")} aside={spread}>
          {figure(preview?.spread.replace("-", ""), { isExact: true })}
        </Line>
      )}
      <Line name={t("nightly")}>{figure(preview?.nightly, { isSigned: true, isExact: true })}</Line>
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
      <Line name={t("balanceAfter")}>{figure(preview?.availableAfter)}</Line>
    </>
  );
}

/** On a short phone the figures are one line until they are asked for. */
function Folded({ ticket, preview }: Shown) {
  const t = useTranslations("ticket");
  const notation = useNotation();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const id = useId();
  const money = (text: string) => writeDecimal(twoDecimals(text), notation);
  const words =
    preview && t("previewShort", { margin: money(preview.margin), fee: money(preview.fee) });
  return (
    <div className={styles.folded}>
      <FoldLine
        name={t("preview")}
        words={words}
        isOpen={isUnfolded}
        controls={id}
        onPress={() => setIsUnfolded(!isUnfolded)}
      />
      <dl id={id} className={styles.facts} aria-label={t("preview")} hidden={!isUnfolded}>
        {isUnfolded && <Lines ticket={ticket} preview={preview} />}
      </dl>
    </div>
  );
}

/** As low as this a ticket with its stops leaves no room for every figure. */
const SHORT = "(max-height: 700px) and (max-width: 767px)";

export function PreviewFacts({ ticket }: { readonly ticket: PricedTicket }) {
  const t = useTranslations("ticket");
  const isShort = useMedia(SHORT);
  const { preview, failure, isCurrent } = useStore(ticket.preview);
  if (!preview && (failure || isCurrent)) return null;
  if (isShort) return <Folded ticket={ticket} preview={preview} />;
  return (
    <dl className={styles.facts} aria-label={t("preview")} data-current={isCurrent}>
      <Lines ticket={ticket} preview={preview} />
    </dl>
  );
}
