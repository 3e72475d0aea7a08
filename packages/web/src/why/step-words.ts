// Each step of an explanation in the reader's words: a title sentence, and what stands below it.

import type { Why, WhyPassed, WhyStep } from "@truetick/contract/proof";
import { useTranslations } from "use-intl";
import { useEndReason, useWhy } from "../orders/order-words.ts";
import type { WhyWriter } from "./why-figures.ts";

export type StepWords = { readonly title: string; readonly lines: readonly string[] };

const GOAL = "0.55";

export function useStepWords(why: Why, write: WhyWriter): (step: WhyStep) => StepWords {
  const t = useTranslations("why");
  const tape = useTranslations("orders.fills");
  const reasonOf = useEndReason();
  const sentenceOf = useWhy();
  const obstacle = ({ obstacle: name }: WhyPassed) => t(`obstacles.${name}`);
  const alone = (title: string): StepWords => ({ title, lines: [] });
  const row = (tick: { readonly seq: number; readonly bid: string; readonly ask: string }) =>
    tape("tape", { seq: tick.seq, bid: write.plain(tick.bid), ask: write.plain(tick.ask) });
  const rowOf = (market: string, seq: number): string[] => {
    const tick = why.ticks.find((known) => known.market === market && known.seq === seq);
    return tick ? [row(tick)] : [];
  };
  const ended = (status: "closed" | "cancelled", reason: string): StepWords => ({
    title: reasonOf({ status, reason, text: reason }),
    lines: [sentenceOf(status, reason) ?? ""].filter((line) => line !== ""),
  });

  return (step) => {
    switch (step.kind) {
      case "opened":
        return {
          title: t("steps.opened", {
            lots: write.plain(step.lots),
            price: write.plain(step.price),
            margin: write.money(step.margin),
          }),
          lines: rowOf(why.order.market, step.seq),
        };
      case "called":
        return {
          title: t("steps.called", {
            level: write.percent(step.level ?? "0"),
            equity: write.money(step.equity),
            used: write.money(step.used),
          }),
          lines: [`${write.market(step.market)} · ${row(step)}`],
        };
      case "moved":
        return {
          title: t("steps.moved", {
            market: write.market(step.market),
            from: write.plain(step.from),
            to: write.plain(step.to),
          }),
          lines: rowOf(step.market, step.seq),
        };
      case "valued":
        return alone(
          t("steps.valued", {
            equity: write.money(step.equity),
            used: write.money(step.used),
            level: write.percent(step.level ?? "0"),
          }),
        );
      case "cancelled":
        return alone(
          t("steps.cancelled", {
            count: step.orders.length,
            freed: step.orders.map(({ freed }) => write.money(freed)).join(" + "),
          }),
        );
      case "chosen":
        return chosenWords(step);
      case "fired":
        return alone(
          t("steps.fired", {
            rule: reasonOf({ status: "closed", reason: step.rule, text: step.rule }),
            trigger: write.plain(step.trigger),
            price: write.plain(step.price),
          }),
        );
      case "closed":
        return closedWords(step);
      case "protected":
        return alone(t("steps.protected", { amount: write.money(step.amount) }));
      case "waiting":
        return {
          title: "",
          lines: step.positions.map((position) =>
            t("steps.waiting", {
              market: write.market(position.market),
              obstacle: obstacle(position),
            }),
          ),
        };
      case "asked":
        return ended("closed", step.reason);
      case "ended":
        return ended("cancelled", step.reason);
    }
  };

  function chosenWords(step: Extract<WhyStep, { kind: "chosen" }>): StepWords {
    const market = write.market(step.market);
    const among = step.among;
    return {
      title:
        step.rule === "most-margin"
          ? t("steps.chosenMargin", { market, among, margin: write.money(step.margin) })
          : t("steps.chosenLosing", { market, among, profit: write.signed(step.profit) }),
      lines: step.passed.map((passed) =>
        t("steps.passed", { market: write.market(passed.market), obstacle: obstacle(passed) }),
      ),
    };
  }

  function closedWords(step: Extract<WhyStep, { kind: "closed" }>): StepWords {
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
      lines: [...rowOf(step.market, step.seq), ...afterWords(step), ...fewerWords(step)],
    };
  }

  function afterWords({ after }: Extract<WhyStep, { kind: "closed" }>): string[] {
    if (after === null) return [];
    const equity = write.money(after.equity);
    if (after.level === null) return [t("steps.flat", { equity })];
    const used = write.money(after.used);
    return [t("steps.after", { equity, used, level: write.percent(after.level) })];
  }

  function fewerWords({ fewer }: Extract<WhyStep, { kind: "closed" }>): string[] {
    if (fewer === null) return [];
    const level = write.percent(fewer.level);
    return [t("steps.fewer", { lots: write.plain(fewer.lots), level, goal: write.percent(GOAL) })];
  }
}
