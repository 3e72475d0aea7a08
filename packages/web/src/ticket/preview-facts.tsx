// What the order costs and risks, in the server's figures, before anything is sent: margin, fee,
// spread, a night, loss at the stop with the fee in it, gain at the target after it, and what stays
// free.

import type { OrderPreview } from "@truetick/contract";
import { formatDecimal, MONEY_DECIMALS, parseDecimal } from "@truetick/money";
import { Skeleton, spreadInPips, useNotation, writeDecimal, writeText } from "@truetick/ui";
import { useSelected, useStore } from "@truetick/ui/state";
import { type ReactNode, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useBookPaint } from "../account/live-account.tsx";
import { MoneyFrame, type MoneyLook, paintMoney } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { useMedia } from "../app/use-media.ts";
import { usePaint } from "../app/use-paint.ts";
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

/** What an order leaves of the free margin: less what it holds, its fee, and the spread at once. */
export function freeAfter(
  free: string,
  { margin, fee, spread }: Pick<OrderPreview, "margin" | "fee" | "spread">,
): string {
  const left = millionths(free) - millionths(margin) - millionths(fee) + millionths(spread);
  return formatDecimal(left, MONEY_DECIMALS);
}

function Line({
  name,
  aside,
  isStrong = false,
  children,
}: {
  readonly name: string;
  readonly aside?: ReactNode;
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

const isKnown = (text: string | null | undefined) => text !== null && text !== undefined;

type Shown = { readonly ticket: PricedTicket };

/** A figure of the preview, painted: it is another one every few seconds. */
function Figure({
  ticket,
  of,
  ...look
}: MoneyLook & Shown & { readonly of: (preview: OrderPreview) => string }) {
  const frame = useRef<HTMLElement>(null);
  const notation = useNotation();
  const hasPreview = useSelected(ticket.preview, ({ preview }) => preview !== null);
  usePaint(ticket.preview, ({ preview }) => {
    if (frame.current && preview) {
      paintMoney(frame.current, of(preview), { ...look, notation });
    }
  });
  return hasPreview ? <MoneyFrame ref={frame} /> : <Skeleton width="medium" />;
}

/** Of the free margin of now, so that it follows from the account's box and the lines above. */
function FreeAfter({ ticket }: Shown) {
  const frame = useRef<HTMLElement>(null);
  const notation = useNotation();
  const { account } = useApp();
  const hasPreview = useSelected(ticket.preview, ({ preview }) => preview !== null);
  const paint = () => {
    const { preview } = ticket.preview.get();
    const free = account.get()?.account.free;
    if (!frame.current || !preview) return;
    const after = free === undefined ? preview.freeAfter : freeAfter(free, preview);
    paintMoney(frame.current, after, { notation });
  };
  usePaint(ticket.preview, paint);
  useBookPaint(paint);
  return hasPreview ? <MoneyFrame ref={frame} /> : <Skeleton width="medium" />;
}

/** Of the preview, like the money beside it: the tiles above have the spread of now. */
function Spread({ ticket: { market, preview } }: Shown) {
  const t = useTranslations("ticket");
  const notation = useNotation();
  const element = useRef<HTMLSpanElement>(null);
  usePaint(preview, (state) => {
    if (!element.current || !state.preview) return;
    const { price, closePrice } = state.preview;
    const [bid, ask] =
      Number(price) > Number(closePrice) ? [closePrice, price] : [price, closePrice];
    const pips = spreadInPips({ bid, ask }, market, notation);
    writeText(element.current, t("pipsAway", { pips }));
  });
  return <span ref={element} />;
}

function Lines({ ticket }: Shown) {
  const t = useTranslations("ticket");
  const notation = useNotation();
  const { market, draft, preview } = ticket;
  const hasLoss = useSelected(preview, (state) => isKnown(state.preview?.profitAtStopLoss));
  const hasGain = useSelected(preview, (state) => isKnown(state.preview?.profitAtTakeProfit));
  return (
    <>
      <Line name={t("margin")}>
        <Figure ticket={ticket} of={({ margin }) => margin} isExact />
      </Line>
      <Line name={t("fee")} aside={percentOf(market.feeRate, notation)}>
        <Figure ticket={ticket} of={({ fee }) => fee} isExact />
      </Line>
      {!draft.isPending && (
        <Line name={t("spreadCost")} aside={<Spread ticket={ticket} />}>
          <Figure ticket={ticket} of={({ spread }) => spread.replace("-", "")} isExact />
        </Line>
      )}
      <Line name={t("nightly")}>
        <Figure ticket={ticket} of={({ nightly }) => nightly} isSigned isExact />
      </Line>
      {hasLoss && (
        <Line name={t("lossAtStop")} isStrong>
          <Figure
            ticket={ticket}
            of={({ profitAtStopLoss, fee }) => afterFee(profitAtStopLoss ?? "0", fee)}
            isSigned
            isExact
          />
        </Line>
      )}
      {hasGain && (
        <Line name={t("gainAtTarget")}>
          <Figure
            ticket={ticket}
            of={({ profitAtTakeProfit, fee }) => afterFee(profitAtTakeProfit ?? "0", fee)}
            isSigned
            isExact
          />
        </Line>
      )}
      <Line name={t("freeAfter")}>
        <FreeAfter ticket={ticket} />
      </Line>
    </>
  );
}

/** On a short phone the figures are one line until they are asked for. */
function Folded({ ticket }: Shown) {
  const t = useTranslations("ticket");
  const { preview } = useStore(ticket.preview);
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
        {isUnfolded && <Lines ticket={ticket} />}
      </dl>
    </div>
  );
}

/** As low as this a ticket with its stops leaves no room for every figure. */
const SHORT = "(max-height: 700px) and (max-width: 767px)";

export function PreviewFacts({ ticket }: { readonly ticket: PricedTicket }) {
  const t = useTranslations("ticket");
  const isShort = useMedia(SHORT);
  const isCurrent = useSelected(ticket.preview, (state) => state.isCurrent);
  const isNothing = useSelected(
    ticket.preview,
    (state) => !state.preview && (state.failure !== null || state.isCurrent),
  );
  if (isNothing) return null;
  if (isShort) return <Folded ticket={ticket} />;
  return (
    <dl className={styles.facts} aria-label={t("preview")} data-current={isCurrent}>
      <Lines ticket={ticket} />
    </dl>
  );
}
