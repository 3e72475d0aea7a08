// The figures of a preview follow it without a render; which of them there are is rendered.

import { act, cleanup, screen } from "@testing-library/react";
import type { OrderPreview } from "@truetick/contract";
import { createStore } from "@truetick/ui/state";
import { Profiler } from "react";
import { afterEach, expect, test } from "vitest";
import { movingAccount } from "../testing/moving-account.ts";
import { sampleAccount } from "../testing/sample-account.ts";
import { sampleMarket } from "../testing/sample-market.ts";
import { showScreen } from "../testing/show-screen.tsx";
import { newDraft } from "./draft.ts";
import { PreviewFacts } from "./preview-facts.tsx";
import type { PreviewState } from "./preview-feed.ts";
import type { PricedTicket } from "./use-ticket.ts";

afterEach(cleanup);

const MARKET = sampleMarket();
const PREVIEW: OrderPreview = {
  price: "1.15833",
  closePrice: "1.15826",
  margin: "386.110000",
  fee: "0.347499",
  spread: "-0.700000",
  nightly: "-0.120000",
  available: "10000.000000",
  freeAfter: "9613.542501",
  levelAfter: "25.9",
  profitAtStopLoss: null,
  profitAtTakeProfit: null,
  reason: null,
  reasonText: "",
};

async function show(first: PreviewState, options: Parameters<typeof showScreen>[1] = {}) {
  const preview = createStore(first);
  const draft = newDraft(MARKET, {
    side: "buy",
    lots: "0.10",
    leverage: 30,
    deviation: null,
    notation: { decimalMark: "." },
  });
  // What it uses of a ticket.
  const ticket = { market: MARKET, draft, preview } as unknown as PricedTicket;
  let renders = 0;
  await showScreen(
    <Profiler
      id="facts"
      onRender={() => {
        renders += 1;
      }}
    >
      <PreviewFacts ticket={ticket} />
    </Profiler>,
    options,
  );
  const set = (next: Partial<PreviewState>) =>
    act(() => preview.set({ ...preview.get(), ...next }));
  return { set, renders: () => renders };
}

/** What stands beside a name. */
function figureOf(name: string): string | null | undefined {
  const label = [...document.querySelectorAll("dt")].find((each) =>
    each.textContent?.startsWith(name),
  );
  return label?.nextElementSibling?.textContent;
}

test("a newer preview is painted, not rendered", async () => {
  const { set, renders } = await show({ preview: PREVIEW, failure: null, isCurrent: true });
  expect(figureOf("Margin")).toBe("386.110000");
  expect(figureOf("Free margin after")).toBe("9,613.54");
  const before = renders();
  set({ preview: { ...PREVIEW, margin: "386.120000" } });
  expect(figureOf("Margin")).toBe("386.120000");
  expect(renders()).toBe(before);
});

test("what stays free follows from the account of now, without a render", async () => {
  const bookOf = (free: string) => ({ account: sampleAccount({ free }), orders: new Map() });
  const account = movingAccount(bookOf("9962.390000"));
  const { renders } = await show({ preview: PREVIEW, failure: null, isCurrent: true }, { account });
  expect(figureOf("Free margin after")).toBe("9,575.23");
  const before = renders();
  await act(async () => account.set(bookOf("9862.390000")));
  expect(figureOf("Free margin after")).toBe("9,475.23");
  expect(renders()).toBe(before);
});

test("the spread is that of the preview, for a buy and for a sell", async () => {
  const { set } = await show({ preview: PREVIEW, failure: null, isCurrent: true });
  const named = () =>
    [...document.querySelectorAll("dt")].find((each) => each.textContent?.includes("pips"));
  expect(named()?.textContent).toContain("0.7 pips");
  set({ preview: { ...PREVIEW, price: "1.15820", closePrice: "1.15832" } });
  expect(named()?.textContent).toContain("1.2 pips");
});

test("a stop brings its line, with the fee in the loss", async () => {
  const { set } = await show({ preview: PREVIEW, failure: null, isCurrent: true });
  expect(figureOf("Loss at stop")).toBeUndefined();
  set({ preview: { ...PREVIEW, profitAtStopLoss: "-25.000000" } });
  expect(figureOf("Loss at stop")).toBe("−25.347499");
});

test("before the first answer there is room for it; where there is nothing, nothing", async () => {
  const { set } = await show({ preview: null, failure: null, isCurrent: false });
  expect(figureOf("Margin")).toBe("");
  set({ preview: PREVIEW, isCurrent: true });
  expect(figureOf("Margin")).toBe("386.110000");
  set({ preview: null });
  expect(screen.queryByRole("term")).toBeNull();
});
