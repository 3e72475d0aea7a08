// Declaring reserves as finance does it: what is typed is what is proposed, a statement's
// fingerprint is computed here, and whoever may not is not offered it (H16, T85).

import { createHash } from "node:crypto";
import { fireEvent, screen, within } from "@testing-library/react";
import type { LiabilitiesWire } from "@truetick/contract/proof";
import { afterEach, expect, test } from "vitest";
import { type OpenDesk, openDesk, staffOf } from "../testing/open-desk.tsx";

const BASE = "/v1/api";
const ROOT = "cd".repeat(32);
const WIRE: LiabilitiesWire = {
  data: [
    {
      as_of: 1_767_650_400,
      journal_seq: 12,
      other_journals: [],
      root: ROOT,
      sum: "1000.000000",
      leaves: 1_024,
      audit_seq: 3,
      published_at: 1_767_650_460,
      reserves: "",
      cover: "",
    },
  ],
  total: 1,
  places: [],
  reserves: "",
  cover: "",
  is_simulated: 1,
};

let open: OpenDesk;
afterEach(() => open.close());

async function openReserves() {
  open = openDesk("/desk/reserves", staffOf("1", "finance"), {
    [`${BASE}/proof/liabilities`]: { wire: WIRE },
    [`${BASE}/desk/proposal/submit`]: { wire: { id: "9", payload: "{}", current: "null" } },
  });
  await screen.findByRole("table", { name: "Published totals" });
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("H16: what is typed is proposed, with the fingerprint of the chosen statement", async () => {
  await openReserves();
  expect(screen.getByText("Sandbox: play money")).toBeTruthy();
  expect(screen.getByText(ROOT)).toBeTruthy();
  const file = new File(["balance 1,500.50"], "statement.pdf");
  fireEvent.change(screen.getByLabelText("Choose a file"), { target: { files: [file] } });
  const hash = createHash("sha256").update("balance 1,500.50").digest("hex");
  await screen.findByText(hash);
  fireEvent.click(screen.getByRole("button", { name: "Declare" }));
  const dialog = within(await screen.findByRole("dialog"));
  type("Where it is held", "First Harbour Bank");
  type("Amount", "1500.5");
  type("As of, UTC", "2026-01-05T09:00");
  type("Why", "month end");
  fireEvent.click(dialog.getByRole("button", { name: "Propose" }));
  await screen.findByText("Proposed; somebody else decides");
  const { fields } = open.sent.find(({ path }) => path.endsWith("/proposal/submit")) ?? {};
  expect(fields).toMatchObject({ kind: "reserves", reason: "month end" });
  expect(JSON.parse(fields?.payload ?? "{}")).toEqual({
    place: "First Harbour Bank",
    currency: "USD",
    amount: "1500.5",
    usd: "1500.5",
    as_of: Date.UTC(2026, 0, 5, 9) / 1_000,
    document: hash,
  });
});
