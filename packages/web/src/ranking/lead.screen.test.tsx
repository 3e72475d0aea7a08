// Being listed: what is seen is said before, an alias is checked, leaving is asked, and who is
// listed sees totals only.

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { requestOwnListing } from "@truetick/contract/ranking";
import { afterEach, expect, test } from "vitest";
import { sampleListing } from "../testing/sample-listing.ts";
import { showScreen } from "../testing/show-screen.tsx";
import { LeadScreen } from "./lead.screen.tsx";

afterEach(cleanup);

const PATH = requestOwnListing().path;

const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole("button", { name })));

test("what will be seen stands before the form, and losses are agreed to", async () => {
  const { written, toasts, wires } = await showScreen(<LeadScreen />, {
    path: "/rank/lead",
    wires: { [PATH]: sampleListing() },
  });
  wires[PATH] = sampleListing({ alias: "river-7", isListed: true });
  expect(screen.getByText("Your balance, deposits and withdrawals")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Public name"), { target: { value: "-x" } });
  await press("List me");
  expect(screen.getByText("Please confirm this first.")).toBeTruthy();
  expect(written).toEqual([]);
  fireEvent.change(screen.getByLabelText("Public name"), { target: { value: "river-7" } });
  fireEvent.click(screen.getByRole("checkbox"));
  await press("List me");
  expect(written.map(({ fields }) => fields)).toEqual([{ user: "river-7", is_listed: "1" }]);
  expect(toasts()).toContain("You are listed as river-7");
});

test("a name that is taken is said beside the field", async () => {
  const { wires } = await showScreen(<LeadScreen />, {
    path: "/rank/lead",
    wires: { [PATH]: sampleListing() },
  });
  wires[PATH] = { refused: "ALIAS_TAKEN" };
  fireEvent.change(screen.getByLabelText("Public name"), { target: { value: "taken" } });
  fireEvent.click(screen.getByRole("checkbox"));
  await press("List me");
  expect(screen.getByText("says ALIAS_TAKEN")).toBeTruthy();
});

test("who is listed sees totals, and leaves after a question", async () => {
  const listed = { alias: "river-7", isListed: true, followers: 12, followAmount: "8400.000000" };
  const wires = { [PATH]: sampleListing(listed) };
  const { written } = await showScreen(<LeadScreen />, { path: "/rank/lead", wires });
  expect(screen.getByText("8,400.00")).toBeTruthy();
  expect(screen.getByText(/no names and no single amounts/)).toBeTruthy();
  await press("Leave the ranking");
  expect(screen.getByText(/Copies that run go on/)).toBeTruthy();
  const [, confirm] = screen.getAllByRole("button", { name: "Leave the ranking" });
  await act(async () => fireEvent.click(confirm as HTMLElement));
  expect(written.map(({ fields }) => fields)).toEqual([{ user: "river-7", is_listed: "0" }]);
});

test("who lost everything stays listed, and a play account among real ones cannot be", async () => {
  const wires = { [PATH]: sampleListing({ alias: "full", isListed: true, canLeave: false }) };
  await showScreen(<LeadScreen />, { path: "/rank/lead", wires });
  expect(
    screen.getByRole<HTMLButtonElement>("button", { name: "Leave the ranking" }).disabled,
  ).toBe(true);
  cleanup();
  const demo = { [PATH]: sampleListing({ canList: false, whyNot: "only-real" }) };
  await showScreen(<LeadScreen />, { path: "/rank/lead", wires: demo, isDemo: true });
  expect(screen.queryByLabelText("Public name")).toBeNull();
  expect(screen.getByText("Please register or log in to a real account")).toBeTruthy();
});
