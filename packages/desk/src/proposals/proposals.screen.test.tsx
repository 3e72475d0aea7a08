// What the desk offers of a proposal is what the server lets this person do: what is announced can
// be stopped by one person, whoever proposed it (H09).

import { fireEvent, screen, within } from "@testing-library/react";
import {
  type Proposal,
  proposalToWire,
  requestObjectHash,
  requestProposal,
  requestProposals,
  requestWithdrawProposal,
} from "@truetick/contract/desk";
import { afterEach, expect, test } from "vitest";
import { type OpenDesk, openDesk, staffOf } from "../testing/open-desk.tsx";

const HASH = "ab".repeat(32);
const ANNOUNCED: Proposal = {
  id: "9",
  kind: "deposit_network",
  status: "approved",
  reason: "A new wallet",
  proposedBy: { id: "2", name: "Operator 2" },
  proposedAt: 1_000,
  decidedBy: { id: "3", name: "Operator 3" },
  decidedAt: 2_000,
  decision: "",
  effectiveAt: 4_000_000_000,
  appliedAt: 0,
  isOwn: false,
  canDecide: false,
  canWithdraw: true,
};
const LIST = requestProposals({ status: "open", cursor: "" }).path;
const SHOW = requestProposal("9").path;
const OBJECT_HASH = requestObjectHash({ kind: "proposal", id: "9" }).path;
const WITHDRAW = requestWithdrawProposal("9").path;

let open: OpenDesk;
afterEach(() => open.close());

const caseOf = (proposal: Proposal) => ({
  ...proposalToWire(proposal),
  payload: '{"address":"T-other"}',
  current: '{"address":"T-one"}',
  hash: HASH,
});

function lookAt(proposal: Proposal): void {
  open = openDesk("/desk/proposals/9", staffOf("1", "finance"), {
    [LIST]: { wire: { data: [proposalToWire(proposal)], next: "" } },
    [SHOW]: { wire: caseOf(proposal) },
    [OBJECT_HASH]: { wire: { hash: HASH } },
  });
}

test("H09: what somebody else has announced can be stopped by one person", async () => {
  lookAt(ANNOUNCED);
  fireEvent.click(await screen.findByRole("button", { name: "Withdraw…" }));
  const dialog = within(await screen.findByRole("dialog"));
  const stopped: Proposal = { ...ANNOUNCED, status: "withdrawn", canWithdraw: false };
  open.answer(WITHDRAW, { wire: caseOf(stopped) });
  open.answer(SHOW, { wire: caseOf(stopped) });
  fireEvent.click(dialog.getByRole("button", { name: "Withdraw" }));
  await screen.findByText("Withdrawn", { ignore: "option" });
  expect(open.sent).toEqual([{ path: WITHDRAW, fields: { id: "9" } }]);
  expect(screen.queryByRole("button", { name: "Withdraw…" })).toBeNull();
});

test("what the server would refuse is not offered, not even to whoever proposed it", async () => {
  lookAt({ ...ANNOUNCED, isOwn: true, canWithdraw: false });
  await screen.findByText("same by both ways of computing it");
  expect(screen.queryByRole("button", { name: "Withdraw…" })).toBeNull();
});
