// The terms of a market, from what the list of markets says and nothing else: what one lot is, how
// far it can be leveraged, what it costs. Shown beside the table; the market sheet has more.

import type { Market } from "@truetick/contract";
import { formatDecimal, parseDecimal } from "@truetick/money";
import { directionOf, Fact, Facts, type Notation, useNotation, writeDecimal } from "@truetick/ui";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";

const RATE_SCALE = 12;
const PERCENT_SCALE = 10;

/** 0.00003 to 0.003: a rate as percent, exact, without needless zeros. */
export function percentOf(rate: string, notation: Notation): string {
  const units = parseDecimal(rate, RATE_SCALE);
  if (units === null) return "–";
  const text = formatDecimal(units, PERCENT_SCALE).replace(/\.?0+$/, "");
  return `${writeDecimal(text, notation)}%`;
}

/** More choices than this are told as a range. */
const LEVERAGES_LISTED_MAX = 6;

function leverageText(leverages: readonly number[]): string | null {
  if (leverages.length === 0) return null;
  const choices = [...leverages].sort((a, b) => a - b).map((leverage) => `1:${leverage}`);
  if (choices.length <= LEVERAGES_LISTED_MAX) return choices.join(", ");
  return `${choices[0]} – ${choices.at(-1)}`;
}

function unitOf(market: Market): string {
  return market.baseCurrency ?? "";
}

/** A signed rate as percent, with a plus where it is received. */
export function signedPercentOf(rate: string, notation: Notation): string {
  const size = percentOf(rate.replace(/^-/, ""), notation);
  const sign = { up: "+", down: "−", flat: "" }[directionOf(rate)];
  return `${sign}${size}`;
}

/** What one lot is, and how lots are counted. */
export function ContractFacts({
  market,
  children,
}: {
  readonly market: Market;
  readonly children?: ReactNode;
}) {
  const t = useTranslations("trade.terms");
  const notation = useNotation();
  const write = (text: string) => writeDecimal(text, notation);
  return (
    <Facts>
      <Fact name={t("unitsPerLot")}>
        {write(market.unitsPerLot)} {unitOf(market)}
      </Fact>
      <Fact name={t("lots")}>
        {write(market.lotsMin)} – {write(market.lotsMax)}
      </Fact>
      <Fact name={t("lotStep")}>{write(market.lotStep)}</Fact>
      <Fact name={t("marginMode")} isFigure={false}>
        {t(`marginModes.${market.marginMode}`)}
      </Fact>
      <Fact name={t("quoteCurrency")}>{market.quoteCurrency}</Fact>
      {children}
    </Facts>
  );
}

export function MarketTerms({ market }: { readonly market: Market }) {
  const t = useTranslations("trade.terms");
  const notation = useNotation();
  const leverage = leverageText(market.leverages);
  return (
    <ContractFacts market={market}>
      <Fact name={t("leverage")} isFigure={leverage !== null}>
        {leverage ?? t("noLeverage")}
      </Fact>
      <Fact name={t("fee")}>{percentOf(market.feeRate, notation)}</Fact>
    </ContractFacts>
  );
}
