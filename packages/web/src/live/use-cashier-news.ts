// Tells a screen that something about the reader's money or identity has changed on the server.

import { type CashierKind, TOPIC_CASHIER } from "@truetick/contract";
import { useTopicNews } from "./use-topic-news.ts";

export function useCashierNews(kinds: readonly CashierKind[], look: () => void): void {
  useTopicNews(
    TOPIC_CASHIER,
    (frame) => frame.type === TOPIC_CASHIER && frame.kinds.some((kind) => kinds.includes(kind)),
    look,
  );
}
