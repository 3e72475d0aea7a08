// What a market costs: the spread of now, what is added to the price, the fee of opening, the
// margin of a lot at each leverage, and what holding it over night takes or gives. In the server's
// figures at the price of now; a dash where nobody can tell.

import type { Market, PublicTerms } from "@truetick/contract";
import { Fact, Facts, useNotation, writeDecimal } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { ltrText } from "../app/ltr-text.ts";
import { LiveFigure } from "../markets/live-figures.tsx";
import { percentOf, signedPercentOf } from "../markets/terms.tsx";
import { twoDecimals } from "../user/two-decimals.ts";
import styles from "./market-sheet.module.css";

type Shown = { readonly market: Market; readonly terms: PublicTerms };

const UNKNOWN = "–";
/** A Sunday, to name the days of the week by. */
const SUNDAY_MS = Date.UTC(2024, 0, 7);
const DAY_MS = 86_400_000;

export function CostFacts({ market, terms }: Shown) {
  const t = useTranslations("trade");
  const ticket = useTranslations("ticket");
  const notation = useNotation();
  const { feeOfLot, markupPoints } = terms;
  return (
    <Facts>
      <Fact name={t("facts.spread")} isFigure={false}>
        <LiveFigure key={market.id} market={market} figure="spread" /> {ticket("pips")}
      </Fact>
      <Fact name={t("facts.markup")} isFigure={false}>
        {markupPoints === 0 ? t("facts.noMarkup") : ticket("points", { count: markupPoints })}
      </Fact>
      <Fact name={t("terms.fee")} isFigure={false}>
        <bdi dir="ltr">{percentOf(terms.feeRate, notation)}</bdi>
        {feeOfLot !== null && (
          <span className={styles.beside}>
            {t("facts.feeOfLot", { amount: writeDecimal(twoDecimals(feeOfLot), notation) })}
          </span>
        )}
      </Fact>
    </Facts>
  );
}

function Night({ amount, rate }: { readonly amount: string | null; readonly rate: string }) {
  const t = useTranslations("trade.facts");
  const notation = useNotation();
  return (
    <>
      <bdi dir="ltr">
        {amount === null ? UNKNOWN : <MoneyText text={amount} isSigned isExact />}
        {amount !== null && " USD"}
      </bdi>
      <span className={styles.beside}>
        {t("perYear", { percent: ltrText(signedPercentOf(rate, notation)) })}
      </span>
    </>
  );
}

/** When nights are charged, by the reader's own clock. */
function useChargeWords({ nextCutAt, tripleDay }: PublicTerms): string {
  const t = useTranslations("trade.facts");
  const { tag } = useNotation();
  const clock = new Intl.DateTimeFormat(tag, { hour: "2-digit", minute: "2-digit" });
  const time = clock.format(nextCutAt * 1_000);
  if (tripleDay === null) return t("nightly", { time });
  const name = new Intl.DateTimeFormat(tag, { weekday: "long", timeZone: "UTC" });
  return t("weeknights", { time, day: name.format(SUNDAY_MS + tripleDay * DAY_MS) });
}

export function FinancingFacts({ terms }: { readonly terms: PublicTerms }) {
  const t = useTranslations("trade.facts");
  const words = useChargeWords(terms);
  return (
    <>
      <Facts>
        <Fact name={t("longNight")} isFigure={false}>
          <Night amount={terms.longNight} rate={terms.longRate} />
        </Fact>
        <Fact name={t("shortNight")} isFigure={false}>
          <Night amount={terms.shortNight} rate={terms.shortRate} />
        </Fact>
      </Facts>
      <p className={styles.note}>{words}</p>
    </>
  );
}

export function MarginFacts({ market, terms }: Shown) {
  const t = useTranslations("trade.terms");
  if (market.leverages.length === 0) return <p className={styles.note}>{t("noLeverage")}</p>;
  const known = new Map(terms.margins.map(({ leverage, margin }) => [leverage, margin]));
  return (
    <dl className={styles.margins}>
      {market.leverages.map((leverage) => {
        const margin = known.get(leverage);
        return (
          <div key={leverage} className={styles.margin}>
            <dt dir="ltr">1:{leverage}</dt>
            <dd>{margin === undefined ? UNKNOWN : <MoneyText text={margin} />}</dd>
          </div>
        );
      })}
    </dl>
  );
}
