// The call that tells a trader why an order was closed. Only its owner is told (T56).

import { whyOrderFromFields } from "@truetick/contract/calls";
import { type Handlers, refuse } from "../../platform/handler.ts";
import { type ExplainParts, explainOrder } from "./explain-order.ts";
import { findOrder } from "./find-order.ts";

export function createWhyHandlers(parts: ExplainParts): Handlers<"getWhy"> {
  return {
    getWhy: async (fields, { caller }) => {
      const asked = { orderId: whyOrderFromFields(fields), ownerId: caller.userId };
      // Once all that has happened is written: what was just closed is asked about at once.
      await parts.read(() => null);
      const order = await findOrder(parts.database, asked);
      if (order === null) return refuse("ORDER_UNKNOWN");
      return (await explainOrder(parts, order)) ?? refuse("NOTHING_TO_EXPLAIN");
    },
  };
}
