// What can be proposed about markets, and how it takes effect once two people agree: new values
// after the notice, a halt or its end at once, the order of the categories. Closing only has a file
// of its own (closing-only-kind.ts). Registered when the desk is composed. Invariant: no kind names
// a price, an order or a person (H01); the contract of a market is fixed.

import type { CategoryProposal, MarketHaltProposal } from "@truetick/contract/desk";
import { sql } from "kysely";
import type { ProposalKind, ProposalKinds } from "../../members/proposals/proposal-kinds.ts";
import type { Database } from "../../platform/database.ts";
import { refuse } from "../../platform/handler.ts";
import type { CategoryKey } from "../../trading/markets/market-name.ts";
import type { Trading } from "../../trading/trading.ts";
import { createClosingOnlyKind } from "./closing-only-kind.ts";
import { createMarketKind } from "./market-kind.ts";
import { fieldsOf, invalid, publicReason } from "./proposal-fields.ts";

export type MarketKindParts = Pick<Trading, "markets" | "halts">;

export function registerMarketKinds(
  register: ProposalKinds["register"],
  parts: MarketKindParts,
): void {
  register(createMarketKind(parts.markets));
  register(createHaltKind(parts));
  register(createClosingOnlyKind(parts));
  register(createCategoryKind(parts));
}

type HaltPayload = MarketHaltProposal & Record<string, string | boolean>;

/** At once: a market that must not be traded cannot wait for a notice. */
function createHaltKind({ markets, halts }: MarketKindParts): ProposalKind<HaltPayload> {
  return {
    kind: "market_halt",
    permission: "markets.change",
    notice: "none",
    isPublic: true,
    parse(given) {
      const { market_id: id, is_halted: isHalted, reason } = fieldsOf(given);
      if (typeof id !== "string" || !markets.find(id)) return refuse("MARKET_UNKNOWN");
      if (typeof isHalted !== "boolean") return invalid("is_halted");
      const said = publicReason(reason);
      if (said === null) return invalid("reason");
      if ((halts.reasonOf(id) !== null) === isHalted) return invalid("is_halted");
      return { market_id: id, is_halted: isHalted, reason: said };
    },
    current({ market_id: id }) {
      const reason = halts.reasonOf(id);
      return { market_id: id, is_halted: reason !== null, reason: reason ?? "" };
    },
    async apply({ id, payload, proposedBy, approvedBy }) {
      const { market_id: marketId, is_halted: isHalted, reason } = payload;
      // Done by a try before this one.
      if ((halts.reasonOf(marketId) !== null) === isHalted) return;
      const orderedBy = `Staff ${proposedBy}, Staff ${approvedBy} (proposal ${id})`;
      const order = { marketId, reason, orderedBy };
      await (isHalted ? halts.halt(order) : halts.resume(order));
    },
  };
}

type CategoryPayload = CategoryProposal & Record<string, readonly string[]>;

/** Names come from the catalogues by key; only the order is the operator's. */
function createCategoryKind({ markets }: MarketKindParts): ProposalKind<CategoryPayload> {
  return {
    kind: "category",
    permission: "markets.change",
    notice: "none",
    isPublic: false,
    parse(given) {
      const { order } = fieldsOf(given);
      const known = markets.categories();
      const isAll =
        Array.isArray(order) &&
        order.length === known.length &&
        known.every((id) => order.includes(id));
      if (!isAll) return invalid("order");
      return { order: order.map(String) };
    },
    current: () => ({ order: [...markets.categories()] }),
    async apply({ payload: { order } }, trx) {
      await storeOrder(trx, order);
      // Only what `parse` has found among them comes this far.
      markets.orderCategories(order as readonly CategoryKey[]);
    },
  };
}

/** Places are unique at every moment: first all of them leave. */
async function storeOrder(trx: Database, order: readonly string[]): Promise<void> {
  await sql`update category set place = -place where place > 0`.execute(trx);
  await sql`
    update category set place = given.place
    from unnest(${[...order]}::text[]) with ordinality as given (id, place)
    where category.id = given.id`.execute(trx);
}
