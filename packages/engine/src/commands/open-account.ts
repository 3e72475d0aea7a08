// Opens an account in the real or the demo book. A demo starts with its play money, booked against
// the house account for grants, unless it is to be filled by a transfer. Refuses: ACCOUNT_EXISTS.
import { money, ZERO_MONEY } from "@truetick/money";
import type { OpenAccount } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import { Draft } from "../rules/draft.ts";
import { Prices } from "../rules/prices.ts";
import { NONE } from "../state/columns.ts";
import type { State } from "../state/state.ts";

/** 10,000.00: what a demo starts with and is reset to. */
export const DEMO_BALANCE = money(10_000_000_000n);

export function openAccount(state: State, command: OpenAccount): Decision {
  const { accountId, ownerId, book, atMs } = command;
  if (state.hasAccount(accountId)) return refuse({ reason: "ACCOUNT_EXISTS", accountId });
  const draft = new Draft(state, new Prices(atMs));
  draft.emit({ type: "AccountOpened", atMs, accountId, ownerId, book });
  if (book === "demo" && command.isGranted !== false) {
    const account = {
      slot: NONE,
      accountId,
      book,
      cash: ZERO_MONEY,
      used: ZERO_MONEY,
      reserved: ZERO_MONEY,
      holdingCount: 0,
      isMarginCalled: false,
    };
    const why = { cause: "demo-grant", causeId: accountId } as const;
    draft.emit({
      type: "FundsCredited",
      atMs,
      accountId,
      book,
      ...why,
      amount: DEMO_BALANCE,
      movements: [draft.moveFromHouse(account, "grants", DEMO_BALANCE, why)],
    });
  }
  return accept(draft.events);
}
