// What a ticket says beside its fields once it was tried, in the specification's words (spec §5).

import { cleanup } from "@testing-library/react";
import { PAR } from "@truetick/money";
import { createStore } from "@truetick/ui/state";
import { afterEach, expect, test } from "vitest";
import { sampleMarket } from "../testing/sample-market.ts";
import { showScreen } from "../testing/show-screen.tsx";
import { type Draft, newDraft } from "./draft.ts";
import { readDraft } from "./read-draft.ts";
import type { PricedTicket } from "./use-ticket.ts";
import { type TicketErrors, useTicketErrors } from "./use-ticket-errors.ts";

afterEach(cleanup);

const market = sampleMarket();
const FRESH = newDraft(market, {
  side: "buy",
  lots: null,
  leverage: null,
  deviation: null,
  notation: { decimalMark: "." },
});

async function errorsOf(changes: Partial<Draft>, isChecked: boolean): Promise<TicketErrors> {
  const reading = readDraft(
    { ...FRESH, ...changes },
    {
      market,
      quote: { bid: "1.15826", ask: "1.15833" },
      conversion: PAR,
      notation: { decimalMark: "." },
      nowMs: 0,
    },
  );
  const preview = createStore({ preview: null, failure: null, isCurrent: true });
  // What it uses of a ticket.
  const ticket = { reading, refusal: null, isChecked, preview, market } as unknown as PricedTicket;
  let said: TicketErrors = { fields: {}, whole: null };
  function Reader() {
    said = useTicketErrors(ticket);
    return null;
  }
  await showScreen(<Reader />);
  return said;
}

test("a pending order without a price: “Please enter price”, once it was tried", async () => {
  expect((await errorsOf({ isPending: true }, false)).fields).toEqual({});
  const { fields } = await errorsOf({ isPending: true }, true);
  expect(fields.target).toBe("Please enter price");
});

test("leverage and lots are required, each beside its field", async () => {
  const { fields } = await errorsOf({ lots: "", leverage: null }, true);
  expect(Object.keys(fields).sort()).toEqual(["leverage", "lots"]);
});
