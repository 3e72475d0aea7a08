// The gallery's figures: prices, changes, sparklines, ranges, logos, facts. The figures are samples
// of form; none of them is a quote.

import { useLayoutEffect, useRef } from "react";
import { Brand } from "../brand.tsx";
import { Change } from "../change.tsx";
import { Fact, Facts } from "../facts.tsx";
import { MarketLogo } from "../market-logo.tsx";
import { Price } from "../price.tsx";
import { paintRange, RangeBar } from "../range-bar.tsx";
import { Sparkline } from "../sparkline.tsx";
import styles from "./gallery.module.css";
import { Sample, State } from "./sample.tsx";

const EURO = { pricePrecision: 5, pipDigits: 2, fractionDigits: 1 };
const GOLD = { pricePrecision: 2, pipDigits: 2, fractionDigits: 0 };
const INDEX = { pricePrecision: 1, pipDigits: 2, fractionDigits: 1 };
const RISING = [10, 12, 11, 14, 13, 16, 18, 17, 20];
const FALLING = [20, 18, 19, 15, 16, 12, 13, 11, 10];

function SampleRange({ now }: { readonly now: number }) {
  const frame = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (frame.current) paintRange(frame.current, { low: 0, high: 100, open: 40, now });
  }, [now]);
  return <RangeBar ref={frame} />;
}

function PriceSamples() {
  return (
    <Sample name="Price" use="Every price. The market says which digits are pip and fraction.">
      <State name="2 + 1 digits">
        <Price text="1.15826" shape={EURO} />
      </State>
      <State name="2 + 0 digits">
        <Price text="4086.42" shape={GOLD} />
      </State>
      <State name="point inside">
        <Price text="101842.5" shape={INDEX} />
      </State>
      <State name="flat, for dense tables">
        <Price text="1.15826" shape={EURO} isFlat />
      </State>
      <State name="tinted">
        <span className={styles.up}>
          <Price text="1.15826" shape={EURO} isTinted />
        </span>
      </State>
      <State name="stale or closed">
        <span className={styles.stale}>
          <Price text="1.15826" shape={EURO} />
        </span>
      </State>
    </Sample>
  );
}

function DaySamples() {
  return (
    <>
      <Sample name="Change" use="A change in percent: arrow, sign and colour say the same.">
        <State name="up">
          <Change percent="0.37" />
        </State>
        <State name="down">
          <Change percent="-0.11" />
        </State>
        <State name="none">
          <Change percent="0.00" />
        </State>
      </Sample>
      <Sample name="Sparkline" use="A day in one line; the dotted level is the day's open.">
        <State name="up">
          <Sparkline closes={RISING} dayOpen={10} direction="up" width={44} height={26} />
        </State>
        <State name="down">
          <Sparkline closes={FALLING} dayOpen={18} direction="down" width={44} height={26} />
        </State>
        <State name="closed">
          <Sparkline closes={FALLING} dayOpen={18} direction="flat" width={44} height={26} />
        </State>
        <State name="filled">
          <Sparkline closes={RISING} dayOpen={12} direction="up" width={160} height={56} isFilled />
        </State>
      </Sample>
      <Sample name="RangeBar" use="Where the price stands between the day's low and high.">
        <State name="above the open">
          <span className={styles.range}>
            <SampleRange now={80} />
          </span>
        </State>
        <State name="below the open">
          <span className={styles.range}>
            <SampleRange now={15} />
          </span>
        </State>
      </Sample>
    </>
  );
}

export function FigureSamples() {
  return (
    <>
      <PriceSamples />
      <DaySamples />
      <Sample name="MarketLogo, Brand" use="Beside a market's code; the brand in headers.">
        <State name="logo">
          <MarketLogo src="/logos/EURUSD.svg" />
        </State>
        <State name="missing">
          <MarketLogo src="data:image/png;base64," />
        </State>
        <State name="brand">
          <Brand />
        </State>
      </Sample>
      <Sample name="Facts" use="Pairs of a name and a figure, divided by hairlines.">
        <Facts className={styles.facts}>
          <Fact name="Units per lot">100,000 EUR</Fact>
          <Fact name="Margin" isFigure={false}>
            By opening price
          </Fact>
        </Facts>
      </Sample>
    </>
  );
}
