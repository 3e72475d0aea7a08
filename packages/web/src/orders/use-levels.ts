// The levels of an open order as its popup changes them: what is typed, what is wrong with it, and
// sending it. Stops alone are set; with another target or expiry the waiting order is amended.

import { type Order, requestAmendOrder, requestSetStops } from "@truetick/contract";
import { useNotation } from "@truetick/ui";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFailureText } from "../app/use-failure.ts";
import type { ExpiryDraft } from "../ticket/expiry.ts";
import { typedForm } from "../ticket/read-number.ts";
import { fieldOfRefusal } from "../ticket/refused-field.ts";
import { readLevel } from "./level-draft.ts";
import { useExpiry } from "./use-expiry.ts";
import { useOrderAct } from "./use-order-act.ts";
import { useOrderToasts } from "./use-order-toasts.ts";

export type LevelName = "target" | "stopLoss" | "takeProfit";
type Texts = Readonly<Record<LevelName, string>>;

const NAMES = {
  pending: ["target", "stopLoss", "takeProfit"],
  holding: ["stopLoss", "takeProfit"],
} as const satisfies Record<string, readonly LevelName[]>;

function useTexts(order: Order) {
  const notation = useNotation();
  const written = (level: string | null) => (level === null ? "" : typedForm(level, notation));
  const [texts, setTexts] = useState<Texts>(() => ({
    target: written(order.askedPrice),
    stopLoss: written(order.stopLoss),
    takeProfit: written(order.takeProfit),
  }));
  const read = (name: LevelName) => readLevel(texts[name], order.market.pricePrecision, notation);
  return { texts, setTexts, read };
}

export function useLevels(order: Order) {
  const t = useTranslations("orders");
  const ticket = useTranslations("ticket");
  const act = useOrderAct();
  const tell = useOrderToasts();
  const textOf = useFailureText();
  const [isChecked, setIsChecked] = useState(false);
  const { texts, setTexts, read } = useTexts(order);
  const expiry = useExpiry(order);
  const isPending = order.status === "pending";
  const names: readonly LevelName[] = isPending ? NAMES.pending : NAMES.holding;
  const { failure } = act;
  const refused =
    failure?.kind === "refused" ? fieldOfRefusal(failure.reason, failure.numbers) : null;
  const levelOf = (name: LevelName): string | null => {
    const reading = read(name);
    return reading.isOk ? reading.level : null;
  };
  const isAmended = isPending && (levelOf("target") !== order.askedPrice || expiry.isChanged);
  const lapse = expiry.read();
  const lapseProblem = isChecked && !lapse.isOk ? lapse.problem : null;
  const lapseText =
    lapseProblem &&
    ticket(lapseProblem === "past" ? "problems.expiryPast" : "problems.expiryMissing");
  return {
    act,
    texts,
    names,
    refused,
    levelOf,
    isAmended,
    expiry,
    expiryError: lapseText ?? ((refused === "expiry" && failure && textOf(failure)) || undefined),
    errorOf(name: LevelName): string | null {
      if (isChecked && !read(name).isOk) return t("noPrice");
      if (isChecked && name === "target" && levelOf(name) === null) return t("noTarget");
      return failure && refused === name ? textOf(failure) : null;
    },
    change(name: LevelName, text: string) {
      act.forget();
      setTexts({ ...texts, [name]: text });
    },
    changeExpiry(draft: ExpiryDraft) {
      act.forget();
      expiry.change(draft);
    },
    submit() {
      setIsChecked(true);
      const target = levelOf("target");
      const isWhole = names.every((name) => read(name).isOk) && (!isPending || target !== null);
      if (!isWhole || !lapse.isOk) return;
      const { expiresAt } = lapse;
      const stops = { stopLoss: levelOf("stopLoss"), takeProfit: levelOf("takeProfit") };
      if (isAmended && target !== null) {
        act.run(requestAmendOrder({ orderId: order.id, target, ...stops, expiresAt }), () => {
          tell.amended(order);
          expiry.settle(expiresAt);
        });
      } else act.run(requestSetStops({ id: order.id, ...stops }), () => tell.stopsSet(order));
    },
  };
}
