// What an order would cost and risk at this moment, by the same reading and the same rules as
// placing it (P18). An order that would be refused still shows its numbers, and says why.

import { orderPreviewToWire } from "@truetick/contract";
import { type CALLS, orderDraftFromFields } from "@truetick/contract/calls";
import { formatMoney, formatPrice, formatRate, type Money } from "@truetick/money";
import { type Handler, isRefused } from "../../platform/handler.ts";
import { text } from "../../platform/messages.ts";
import { refusalToReason } from "../refusal-reason.ts";
import type { OrderParts } from "./orders.routes.ts";
import { readDraft } from "./read-draft.ts";

export function createPreviewOrder(parts: OrderParts): Handler<typeof CALLS.previewOrder> {
  return async (fields, { caller: { accountId }, language }) => {
    const draft = orderDraftFromFields(fields);
    const drafted = readDraft(draft, { accountId, directory: parts.directory });
    if (isRefused(drafted)) return drafted;
    const { market, command } = drafted;
    const { pricePrecision } = market;
    const preview = await parts.read((books) => books.preview(command));
    const refused = preview.refusal
      ? refusalToReason(preview.refusal, { language, pricePrecision })
      : null;
    if (preview.price === null || preview.closePrice === null) {
      if (!refused) throw new Error("Invariant: what has no price is refused");
      return refused;
    }
    return orderPreviewToWire({
      price: formatPrice(preview.price, pricePrecision),
      closePrice: formatPrice(preview.closePrice, pricePrecision),
      margin: formatMoney(preview.margin),
      fee: formatMoney(preview.fee),
      spread: formatMoney(preview.spread),
      nightly: formatMoney(preview.nightly),
      profitAtStopLoss: moneyText(preview.profitAtStopLoss),
      profitAtTakeProfit: moneyText(preview.profitAtTakeProfit),
      available: formatMoney(preview.available),
      freeAfter: formatMoney(preview.freeAfter),
      levelAfter: preview.levelAfter === null ? null : formatRate(preview.levelAfter),
      reason: refused?.reason ?? null,
      reasonText: refused ? text(language, `reasons.${refused.reason}`, refused.numbers) : "",
    });
  };
}

function moneyText(amount: Money | null): string | null {
  return amount === null ? null : formatMoney(amount);
}
