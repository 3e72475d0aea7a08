// F30 at the desk: no new risk is proposed for every market at once, and its end too; whoever may
// not change markets is offered neither.

import { fireEvent, screen, within } from "@testing-library/react";
import type { DeskMarketWire } from "@truetick/contract/desk";
import { afterEach, expect, test } from "vitest";
import { type OpenDesk, openDesk, staffOf } from "../testing/open-desk.tsx";

const BASE = "/v1/api/desk";
const MARKET: DeskMarketWire = {
  id: "1",
  code: "EURUSD",
  display_code: "EUR/USD",
  name: "Euro / US dollar",
  category_id: "forex",
  session: "open",
  halt_reason: "",
  closing_only_reason: "",
  is_stale: 0,
  bid: "1.10000",
  ask: "1.10010",
  quoted_at: 1_767_650_400,
  leverage_max: 30,
  fee_rate: "0.00003",
  markup_points: 0,
  version: 1,
};
const HELD: DeskMarketWire = {
  ...MARKET,
  id: "2",
  code: "GBPUSD",
  display_code: "GBP/USD",
  session: "closing-only",
  closing_only_reason: "A fault",
};
const STOP = "No new risk: every market closing only";
const ALLOW = "Allow new orders in every market";

let open: OpenDesk;
afterEach(() => open.close());

async function openMarkets(markets: readonly DeskMarketWire[], role: "dealer" | "support") {
  open = openDesk("/desk/markets", staffOf("1", role), {
    [`${BASE}/market/list`]: { wire: { data: markets } },
    [`${BASE}/proposal/submit`]: { wire: { id: "9", payload: "{}", current: "null" } },
  });
  await screen.findByRole("table", { name: "Markets" });
}

async function propose(act: string) {
  fireEvent.click(screen.getByRole("button", { name: act }));
  const dialog = within(await screen.findByRole("dialog"));
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type("Reason, as everybody reads it", "We look into a fault");
  type("Why", "a drill");
  fireEvent.click(dialog.getByRole("button", { name: "Propose" }));
  await screen.findByText("Proposed; somebody else decides");
  const { fields } = open.sent.find(({ path }) => path.endsWith("/proposal/submit")) ?? {};
  return { kind: fields?.kind, payload: JSON.parse(fields?.payload ?? "{}") };
}

test("F30: no new risk is one proposal about every market", async () => {
  await openMarkets([MARKET], "dealer");
  expect(screen.queryByRole("button", { name: ALLOW })).toBeNull();
  expect(await propose(STOP)).toEqual({
    kind: "closing_only",
    payload: { market_id: "", is_closing_only: true, reason: "We look into a fault" },
  });
});

test("F30: it is seen, and lifted by one proposal too", async () => {
  await openMarkets([HELD], "dealer");
  expect(screen.getByText("Closing only")).toBeTruthy();
  expect(screen.queryByRole("button", { name: STOP })).toBeNull();
  expect(await propose(ALLOW)).toEqual({
    kind: "closing_only",
    payload: { market_id: "", is_closing_only: false, reason: "We look into a fault" },
  });
});

test("while some are and some are not, both are offered", async () => {
  await openMarkets([MARKET, HELD], "dealer");
  for (const name of [STOP, ALLOW]) expect(screen.getByRole("button", { name })).toBeTruthy();
});

test("whoever may not change markets is offered neither", async () => {
  await openMarkets([MARKET, HELD], "support");
  for (const name of [STOP, ALLOW]) expect(screen.queryByRole("button", { name })).toBeNull();
});
