// Each step of an explanation in the reader's words: a title sentence, and what stands below it.

import type { Why, WhyPassed, WhyStep } from "@truetick/contract/proof";
import { useTranslations } from "use-intl";
import { useEndReason, useWhy } from "../orders/order-words.ts";
import type { WhyWriter } from "./why-figures.ts";

export type StepWords = { readonly title: string; readonly lines: readonly string[] };

type Step<Kind extends WhyStep["kind"]> = Extract<WhyStep, { kind: Kind }>;

/** What the sentences are made with. */
type Speaker = {
  readonly t: ReturnType<typeof useTranslations<"why">>;
  readonly write: WhyWriter;
  /** The row of the tape in words; none where it is not among those that were used. */
  readonly rowOf: (market: string, seq: number) => readonly string[];
  readonly row: (tick: { seq: number; bid: string; ask: string }) => string;
  readonly reasonOf: (status: "closed" | "cancelled", reason: string) => string;
  readonly sentenceOf: (status: "closed" | "cancelled", reason: string) => string | null;
  readonly askedMarket: string;
};

const GOAL = "0.55";

export function useStepWords(why: Why, write: WhyWriter): (step: WhyStep) => StepWords {
  const t = useTranslations("why");
  const tape = useTranslations("orders.fills");
  const endReason = useEndReason();
  const sentenceOf = useWhy();
  const row: Speaker["row"] = ({ seq, bid, ask }) =>
    tape("tape", { seq, bid: write.plain(bid), ask: write.plain(ask) });
  const speaker: Speaker = {
    t,
    write,
    row,
    rowOf: (market, seq) =>
      why.ticks.filter((tick) => tick.market === market && tick.seq === seq).map(row),
    reasonOf: (status, reason) => endReason({ status, reason, text: reason }),
    sentenceOf,
    askedMarket: why.order.market,
  };
  return (step) => wordsOf(step, speaker);
}

function wordsOf(step: WhyStep, speaker: Speaker): StepWords {
  const { t, write } = speaker;
  switch (step.kind) {
    case "opened":
      return openedWords(step, speaker);
    case "called":
      return calledWords(step, speaker);
    case "moved":
      return movedWords(step, speaker);
    case "valued":
      return { title: t("steps.valued", figuresOf(step, write)), lines: [] };
    case "cancelled": {
      const freed = step.orders.map((order) => write.money(order.freed)).join(" + ");
      return { title: t("steps.cancelled", { count: step.orders.length, freed }), lines: [] };
    }
    case "chosen":
      return chosenWords(step, speaker);
    case "fired":
      return firedWords(step, speaker);
    case "closed":
      return closedWords(step, speaker);
    case "protected":
      return { title: t("steps.protected", { amount: write.money(step.amount) }), lines: [] };
    case "waiting":
      return {
        title: "",
        lines: step.positions.map((one) => obstacleWords(one, speaker, "waiting")),
      };
    case "asked":
      return endedWords("closed", step.reason, speaker);
    case "ended":
      return endedWords("cancelled", step.reason, speaker);
  }
}

function figuresOf(
  step: { readonly equity: string; readonly used: string; readonly level: string | null },
  write: WhyWriter,
) {
  return {
    equity: write.money(step.equity),
    used: write.money(step.used),
    level: write.percent(step.level ?? "0"),
  };
}

function openedWords(step: Step<"opened">, { t, write, rowOf, askedMarket }: Speaker): StepWords {
  const { lots, price, margin } = step;
  const words = {
    lots: write.plain(lots),
    price: write.plain(price),
    margin: write.money(margin),
  };
  return { title: t("steps.opened", words), lines: rowOf(askedMarket, step.seq) };
}

function calledWords(step: Step<"called">, { t, write, row }: Speaker): StepWords {
  return {
    title: t("steps.called", figuresOf(step, write)),
    lines: [`${write.market(step.market)} · ${row(step)}`],
  };
}

function movedWords(step: Step<"moved">, { t, write, rowOf }: Speaker): StepWords {
  const { market, from, to, seq } = step;
  const words = { market: write.market(market), from: write.plain(from), to: write.plain(to) };
  return { title: t("steps.moved", words), lines: rowOf(market, seq) };
}

function firedWords(step: Step<"fired">, { t, write, reasonOf }: Speaker): StepWords {
  const words = {
    rule: reasonOf("closed", step.rule),
    trigger: write.plain(step.trigger),
    price: write.plain(step.price),
  };
  return { title: t("steps.fired", words), lines: [] };
}

function endedWords(
  status: "closed" | "cancelled",
  reason: string,
  { reasonOf, sentenceOf }: Speaker,
): StepWords {
  const sentence = sentenceOf(status, reason);
  return { title: reasonOf(status, reason), lines: sentence === null ? [] : [sentence] };
}

function obstacleWords(
  { market, obstacle }: WhyPassed,
  { t, write }: Speaker,
  key: "passed" | "waiting",
): string {
  const words = { market: write.market(market), obstacle: t(`obstacles.${obstacle}`) };
  return key === "passed" ? t("steps.passed", words) : t("steps.waiting", words);
}

function chosenWords(step: Step<"chosen">, speaker: Speaker): StepWords {
  const { t, write } = speaker;
  const { among } = step;
  const market = write.market(step.market);
  return {
    title:
      step.rule === "most-margin"
        ? t("steps.chosenMargin", { market, among, margin: write.money(step.margin) })
        : t("steps.chosenLosing", { market, among, profit: write.signed(step.profit) }),
    lines: step.passed.map((passed) => obstacleWords(passed, speaker, "passed")),
  };
}

function closedWords(step: Step<"closed">, speaker: Speaker): StepWords {
  const { t, write, rowOf } = speaker;
  const closed = {
    lots: write.plain(step.lots),
    market: write.market(step.market),
    price: write.plain(step.price),
    profit: write.signed(step.profit),
  };
  const isAll = !/[1-9]/.test(step.left);
  return {
    title: isAll
      ? t("steps.closedAll", closed)
      : t("steps.closedPart", { ...closed, left: write.plain(step.left) }),
    lines: [
      ...rowOf(step.market, step.seq),
      ...afterWords(step, speaker),
      ...fewerWords(step, speaker),
    ],
  };
}

function afterWords({ after }: Step<"closed">, { t, write }: Speaker): string[] {
  if (after === null) return [];
  if (after.level === null) return [t("steps.flat", { equity: write.money(after.equity) })];
  return [t("steps.after", figuresOf(after, write))];
}

function fewerWords({ fewer }: Step<"closed">, { t, write }: Speaker): string[] {
  if (fewer === null) return [];
  const lots = write.plain(fewer.lots);
  const level = write.percent(fewer.level);
  return [t("steps.fewer", { lots, level, goal: write.percent(GOAL) })];
}
