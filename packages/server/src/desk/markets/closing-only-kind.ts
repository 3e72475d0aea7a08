// The proposal of no new risk, and of its end: one market, or all of them by one decision (F30).
// Registered by market-kinds.ts. At once, like a halt; unlike it, people can leave meanwhile.
// Invariant: markets that stand as proposed already are left as they are, with their own reason.

import type { ClosingOnlyProposal } from "@truetick/contract/desk";
import type { ProposalKind } from "../../members/proposals/proposal-kinds.ts";
import { refuse } from "../../platform/handler.ts";
import type { Trading } from "../../trading/trading.ts";
import { fieldsOf, invalid, publicReason } from "./proposal-fields.ts";

type Parts = Pick<Trading, "markets" | "halts">;
type Payload = ClosingOnlyProposal & Record<string, string | boolean>;

export function createClosingOnlyKind({ markets, halts }: Parts): ProposalKind<Payload> {
  const isClosingOnly = (id: string) => halts.closingOnlyReasonOf(id) !== null;
  const named = (id: string) => (id === "" ? markets.all.map((market) => market.id) : [id]);
  const toChange = ({ market_id: id, is_closing_only: will }: Payload) =>
    named(id).filter((each) => isClosingOnly(each) !== will);
  return {
    kind: "closing_only",
    permission: "markets.change",
    notice: "none",
    isPublic: true,
    parse(given) {
      const { market_id: id, is_closing_only: will, reason } = fieldsOf(given);
      if (typeof id !== "string" || (id !== "" && !markets.find(id))) {
        return refuse("MARKET_UNKNOWN");
      }
      if (typeof will !== "boolean") return invalid("is_closing_only");
      const said = publicReason(reason);
      if (said === null) return invalid("reason");
      const payload = { market_id: id, is_closing_only: will, reason: said };
      return toChange(payload).length === 0 ? invalid("is_closing_only") : payload;
    },
    /** Of all of them: as proposed only where that is true of each. */
    current(payload) {
      const { market_id: id, is_closing_only: will } = payload;
      const isSo = toChange(payload).length === 0;
      const reasons = new Set(named(id).map((each) => halts.closingOnlyReasonOf(each) ?? ""));
      const [reason = "", ...others] = reasons;
      return {
        market_id: id,
        is_closing_only: isSo ? will : !will,
        reason: others.length === 0 ? reason : "",
      };
    },
    async apply({ id, payload, proposedBy, approvedBy }) {
      const marketIds = toChange(payload);
      // Done by a try before this one.
      if (marketIds.length === 0) return;
      const orderedBy = `Staff ${proposedBy}, Staff ${approvedBy} (proposal ${id})`;
      const order = { marketIds, reason: payload.reason, orderedBy };
      await (payload.is_closing_only ? halts.stopNewRisk(order) : halts.allowNewRisk(order));
    },
  };
}
