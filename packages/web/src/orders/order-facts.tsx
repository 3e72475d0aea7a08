// What there is to know about an order as pairs of a name and a figure: what it was asked for and
// filled at, what it holds and costs, when things happened, and where it belongs.

import type { Order, OrderFile } from "@truetick/contract";
import { Fact, Facts, Price, useNotation, writeDecimal } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { CopyButton } from "../app/copy-button.tsx";
import { useQuoteValue } from "../markets/use-quote.ts";
import styles from "./order-facts.module.css";
import { shapeOf, useMarketOf, useMoment } from "./order-words.ts";
import { slippageOf } from "./slippage.ts";
import { netOf } from "./sum-money.ts";

function Slipped({ order }: { readonly order: Order }) {
  const t = useTranslations("orders.slippages");
  const notation = useNotation();
  const shape = shapeOf(order, useMarketOf(order.market.id));
  if (order.openPrice === null) return null;
  const prices = { asked: order.askedPrice, filled: order.openPrice };
  const slippage = slippageOf(prices, { side: order.side, kind: "open" }, shape);
  if (!slippage) return null;
  if (slippage.kind === "none") return t("none");
  return t(slippage.kind, { pips: writeDecimal(slippage.pips, notation) });
}

/** What a waiting order would be filled at if it were filled now. */
function MarketPrice({ order }: { readonly order: Order }) {
  const text = useQuoteValue(order.market.id, (update) => {
    return (order.side === "buy" ? update?.quote.ask : update?.quote.bid) ?? null;
  });
  const shape = shapeOf(order, useMarketOf(order.market.id));
  return text === null ? "–" : <Price text={text} shape={shape} isFlat />;
}

function Costs({ order, file }: { readonly order: Order; readonly file: OrderFile | null }) {
  const t = useTranslations("orders");
  const nights = file?.nights ?? 0;
  const wasFilled = order.openPrice !== null;
  return (
    <>
      <Fact name={order.status === "pending" ? t("marginReserved") : t("marginHeld")}>
        <MoneyText text={order.margin} isExact />
      </Fact>
      <Fact name={t("fee")}>
        <MoneyText text={order.fee} isExact />
      </Fact>
      {wasFilled && (
        <>
          <Fact name={t("financing")}>
            {nights > 0 && <span className={styles.aside}>{t("nights", { count: nights })}</span>}
            <MoneyText text={order.financing} isExact />
          </Fact>
          <Fact name={t("net")}>
            <MoneyText text={netOf(order)} isSigned isExact />
          </Fact>
        </>
      )}
    </>
  );
}

function Times({ order }: { readonly order: Order }) {
  const t = useTranslations("orders");
  const ticket = useTranslations("ticket");
  const moment = useMoment();
  const { openedAt, endedAt, placedAt } = order;
  return (
    <>
      {(openedAt === null || placedAt !== openedAt) && (
        <Fact name={t("placedAt")} isFigure={false}>
          {moment(placedAt)}
        </Fact>
      )}
      {openedAt !== null && (
        <Fact name={t("openedAt")} isFigure={false}>
          {moment(openedAt)}
        </Fact>
      )}
      {endedAt !== null && (
        <Fact name={t("endedAt")} isFigure={false}>
          {moment(endedAt)}
        </Fact>
      )}
      {order.status === "pending" && (
        <Fact name={t("expires")} isFigure={false}>
          {order.expiresAt === null ? ticket("expiries.gtc") : moment(order.expiresAt)}
        </Fact>
      )}
    </>
  );
}

export function OrderFacts({
  order,
  file,
  onOpen,
}: {
  readonly order: Order;
  /** Null until it has come. */
  readonly file: OrderFile | null;
  /** Opens another order by its number. */
  readonly onOpen: (orderId: string) => void;
}) {
  const t = useTranslations("orders");
  const ticket = useTranslations("ticket");
  const notation = useNotation();
  const { status, openPrice, partOf } = order;
  const write = (figure: string | null) => (figure === null ? "–" : writeDecimal(figure, notation));
  const isOver = status === "closed" || status === "cancelled";
  return (
    <Facts>
      {openPrice !== null && <Fact name={t("openPrice")}>{write(openPrice)}</Fact>}
      <Fact name={t("askedPrice")}>{write(order.askedPrice)}</Fact>
      {openPrice !== null && (
        <Fact name={t("slippage")} isFigure={false}>
          <Slipped order={order} />
        </Fact>
      )}
      {status === "pending" && (
        <Fact name={t("marketPrice")}>
          <MarketPrice order={order} />
        </Fact>
      )}
      {isOver && (
        <>
          <Fact name={t("levels.stopLoss")}>{write(order.stopLoss)}</Fact>
          <Fact name={t("levels.takeProfit")}>{write(order.takeProfit)}</Fact>
        </>
      )}
      <Fact name={t("columns.lots")}>{write(order.lots)}</Fact>
      <Fact name={ticket("leverage")}>1:{order.leverage}</Fact>
      <Costs order={order} file={file} />
      <Times order={order} />
      {partOf !== null && (
        <Fact name={t("partOf")}>
          <button type="button" className={styles.link} onClick={() => onOpen(partOf)}>
            {partOf}
          </button>
        </Fact>
      )}
      <Fact name={t("number")}>
        <span className={styles.number}>
          {order.id}
          <CopyButton text={order.id} label={t("copyNumber")} look="icon" />
        </span>
      </Fact>
    </Facts>
  );
}
