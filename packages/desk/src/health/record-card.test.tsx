// The record's card at the desk: the verdict as it is, the first bad number of every log, and a
// check on request for who may (T85, T86).

import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { Role } from "@truetick/contract/desk";
import {
  requestDeskVerdict,
  requestVerdict,
  requestVerification,
  type VerdictWire,
} from "@truetick/contract/proof";
import { createNotation, NotationProvider } from "@truetick/ui";
import { IntlProvider } from "use-intl";
import { afterEach, expect, test, vi } from "vitest";
import messages from "../../messages/en.json";
import { DeskProvider } from "../app/desk.ts";
import { openDesk, staffOf } from "../testing/open-desk.tsx";
import { RecordCard } from "./record-card.tsx";

const WHOLE: VerdictWire = {
  finished_at: 1_767_650_400,
  started_at: 1_767_650_390,
  is_whole: 1,
  first_bad: null,
  all_bad: [],
  checked: { journal: 1_000, ledger: 234 },
  checkpoint: 77,
  running: 0,
};
const FAULT = {
  log: "tape",
  market: "EURUSD",
  seq: 801,
  what: "chain",
  detail: "piece 801–812: its hash is not that of its contents",
} as const;

function open(verdict: VerdictWire, role: Role) {
  const opened = openDesk("/desk/outbox", staffOf("1", role), {
    [requestVerdict().path]: { wire: verdict },
    [requestDeskVerdict().path]: { wire: verdict },
    [requestVerification().path]: { wire: verdict },
  });
  cleanup();
  render(
    <DeskProvider value={opened.desk}>
      <IntlProvider locale="en" messages={messages} timeZone="UTC">
        <NotationProvider value={createNotation("en")}>
          <RecordCard />
        </NotationProvider>
      </IntlProvider>
    </DeskProvider>,
  );
  return opened;
}

let close: () => void = () => undefined;
afterEach(() => close());

test("a whole record says so, with how much was looked at", async () => {
  const opened = open(WHOLE, "admin");
  close = opened.close;
  expect(await screen.findByText("Whole")).toBeTruthy();
  expect(screen.getByText("1,234")).toBeTruthy();
  expect(screen.getByText("77")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Verify now" }));
  await vi.waitFor(() =>
    expect(opened.sent.map(({ path }) => path)).toContain(requestVerification().path),
  );
});

test("T86: a bad one names log, market and number of every fault", async () => {
  const opened = open({ ...WHOLE, is_whole: 0, first_bad: FAULT, all_bad: [FAULT] }, "admin");
  close = opened.close;
  expect(await screen.findByText("Not whole")).toBeTruthy();
  expect(screen.getByText("tape EURUSD, number 801: breaks the chain.")).toBeTruthy();
  expect(screen.getByText(/its hash is not that of its contents/)).toBeTruthy();
});

test("T85: a check is for who may; before the first one nothing is claimed", async () => {
  const opened = open({ ...WHOLE, finished_at: 0, started_at: 0, checked: {} }, "support");
  close = opened.close;
  expect(await screen.findByText("Not verified yet")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Verify now" })).toBeNull();
});
