// The price that a pending order waits for, typed or stepped by pips from the price of now, and in
// plain words what it waits for: a better price (limit) or one that has been reached (stop).

import type { Market } from "@truetick/contract";
import { formatDecimal, formatPrice, parsePrice, price as priceOf } from "@truetick/money";
import { useNotation, writeDecimal } from "@truetick/ui";
import { StepperField } from "@truetick/ui/forms";
import { useTranslations } from "use-intl";
import { readNumber, typedForm } from "./read-number.ts";
import { type Sides, useCalmQuote } from "./use-calm-quote.ts";
import type { PricedTicket } from "./use-ticket.ts";

/** The next pip of the grid above or below. */
function stepTarget(from: string, market: Market, direction: 1 | -1): string {
  const points = parsePrice(from, market.pricePrecision);
  if (points === null) return from;
  const pip = 10 ** market.fractionDigits;
  const next = Math.max(1, points + direction * pip);
  return formatPrice(priceOf(next), market.pricePrecision);
}

function useWaitWords({ draft, market }: PricedTicket, quote: Sides | null): string | undefined {
  const t = useTranslations("ticket.waits");
  const notation = useNotation();
  const now = draft.side === "buy" ? quote?.ask : quote?.bid;
  if (now === undefined) return undefined;
  const plain = readNumber(draft.target, notation);
  const target = plain === null ? null : parsePrice(plain, market.pricePrecision);
  const nowPoints = parsePrice(now, market.pricePrecision);
  if (target === null || nowPoints === null) {
    return t(`${draft.side}.empty`, { price: writeDecimal(now, notation) });
  }
  if (target === nowPoints) return undefined;
  const isBelow = target < nowPoints;
  const kind = (draft.side === "buy") === isBelow ? "limit" : "stop";
  const price = formatPrice(target, market.pricePrecision);
  const pips = formatDecimal(BigInt(Math.abs(target - nowPoints)), market.fractionDigits);
  const words = { pips: writeDecimal(pips, notation), price: writeDecimal(price, notation) };
  return t(`${draft.side}.${kind}`, words);
}

export function TargetField({
  ticket,
  error,
}: {
  readonly ticket: PricedTicket;
  readonly error: string | undefined;
}) {
  const t = useTranslations("ticket");
  const notation = useNotation();
  const { draft, market, change } = ticket;
  const quote = useCalmQuote(market.id);
  const words = useWaitWords(ticket, quote);
  const now = draft.side === "buy" ? quote?.ask : quote?.bid;
  const from = readNumber(draft.target, notation) ?? now ?? null;
  return (
    <StepperField
      label={t("target")}
      name="target"
      value={draft.target}
      error={error}
      hint={words}
      fewerLabel={t("lower")}
      moreLabel={t("higher")}
      canStepDown={from !== null}
      canStepUp={from !== null}
      onValue={(target) => change({ target })}
      onStep={(direction) => {
        if (from === null) return;
        change({ target: typedForm(stepTarget(from, market, direction), notation) });
      }}
    />
  );
}
