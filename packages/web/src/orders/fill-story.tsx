// How an order was filled, step by step, with the rows of the public tape that did it; and the
// parts of it that were closed before. Whoever wants to check a price finds its row here (H02).

import type { Order, OrderFile, OrderFill } from "@truetick/contract";
import { useNotation, writeDecimal } from "@truetick/ui";
import { useMemo } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import styles from "./fill-story.module.css";
import { shapeOf, useMarketOf } from "./order-words.ts";
import { slippageOf } from "./slippage.ts";

const MS_PER_SECOND = 1_000;

/** To the thousandth of a second: the tape is as exact. */
function useExactMoment(): (seconds: number) => string {
  const { tag } = useNotation();
  const format = useMemo(
    () =>
      new Intl.DateTimeFormat(tag, {
        day: "numeric",
        month: "short",
        hour: "2-digit",
        minute: "2-digit",
        second: "2-digit",
        fractionalSecondDigits: 3,
      }),
    [tag],
  );
  return (seconds) => format.format(seconds * MS_PER_SECOND);
}

function useSlippageText(order: Order) {
  const t = useTranslations("orders");
  const notation = useNotation();
  const shape = shapeOf(order, useMarketOf(order.market.id));
  return (fill: OrderFill, asked: string): string | null => {
    const prices = { asked, filled: fill.price };
    const slippage = slippageOf(prices, { side: order.side, kind: fill.kind }, shape);
    if (!slippage) return null;
    const { kind, pips } = slippage;
    const told =
      kind === "none"
        ? t("slippages.none")
        : t(`slippages.${kind}`, { pips: writeDecimal(pips, notation) });
    return `${t("slippage")}: ${told}`;
  };
}

function Step({ order, fill }: { readonly order: Order; readonly fill: OrderFill }) {
  const t = useTranslations("orders.fills");
  const notation = useNotation();
  const moment = useExactMoment();
  const slipped = useSlippageText(order);
  const write = (price: string) => writeDecimal(price, notation);
  // An opening is held against what was asked, a closing against the level that fired, if one did.
  const asked = fill.kind === "open" ? order.askedPrice : fill.level;
  const words = asked === null ? null : fill.kind === "open" ? "asked" : "level";
  return (
    <li className={styles.step}>
      <p className={styles.title}>{t(fill.kind, { price: write(fill.price) })}</p>
      <p>
        <time>{moment(fill.at)}</time>
      </p>
      {asked !== null && words !== null && (
        <p>
          {t(words, { price: write(asked) })}
          {" · "}
          {slipped(fill, asked)}
        </p>
      )}
      <p className={styles.tape}>
        {t("tape", { seq: fill.seq, bid: write(fill.bid), ask: write(fill.ask) })}
      </p>
    </li>
  );
}

export function FillStory({
  file,
  onOpen,
}: {
  readonly file: OrderFile;
  readonly onOpen: (orderId: string) => void;
}) {
  const t = useTranslations("orders");
  const notation = useNotation();
  const { order, fills, parts } = file;
  return (
    <>
      {fills.length > 0 && (
        <section className={styles.section}>
          <h3 className={styles.heading}>{t("filled")}</h3>
          <ol className={styles.steps}>
            {fills.map((fill) => (
              <Step key={fill.kind} order={order} fill={fill} />
            ))}
          </ol>
        </section>
      )}
      {parts.length > 0 && (
        <section className={styles.section}>
          <h3 className={styles.heading}>{t("parts")}</h3>
          <ul className={styles.parts}>
            {parts.map((part) => (
              <li key={part.id}>
                <button type="button" className={styles.part} onClick={() => onOpen(part.id)}>
                  <span>{t("size", { lots: writeDecimal(part.lots, notation) })}</span>
                  <bdi dir="ltr" className={styles.quiet}>
                    {part.closingPrice === null ? "–" : writeDecimal(part.closingPrice, notation)}
                  </bdi>
                  <MoneyText text={part.profit} isSigned isExact />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
