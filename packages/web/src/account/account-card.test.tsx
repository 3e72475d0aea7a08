// The account below the ticket follows the prices without a render, and news with one.

import { act, cleanup, screen } from "@testing-library/react";
import type { Account } from "@truetick/contract";
import { Profiler } from "react";
import { afterEach, expect, test } from "vitest";
import { movingAccount } from "../testing/moving-account.ts";
import { sampleAccount } from "../testing/sample-account.ts";
import { showScreen } from "../testing/show-screen.tsx";
import { AccountCard } from "./account-card.tsx";

afterEach(cleanup);

const bookOf = (changes: Partial<Account>) => ({
  account: sampleAccount(changes),
  orders: new Map(),
});

const shownText = () => document.querySelector("section")?.textContent ?? "";

test("worth, floating, free and the level move with the prices, without a render", async () => {
  const account = movingAccount(bookOf({}));
  let renders = 0;
  await showScreen(
    <Profiler id="card" onRender={() => (renders += 1)}>
      <AccountCard />
    </Profiler>,
    { account },
  );
  for (const text of ["10,001.00", "+1.000000", "9,962.39", "25,902.6%"]) {
    expect(shownText()).toContain(text);
  }
  const before = renders;
  const moved = {
    equity: "9940.250000",
    profit: "-59.750000",
    free: "9901.640000",
    level: "0.7512",
  };
  await act(async () => account.set(bookOf(moved)));
  for (const text of ["9,940.25", "−59.750000", "9,901.64", "75.1%"]) {
    expect(shownText()).toContain(text);
  }
  const meter = screen.getByRole("meter");
  expect(meter.getAttribute("value")).toBe("75.1");
  expect(meter.getAttribute("aria-valuetext")).toBe("75.1%");
  expect(renders).toBe(before);
  await act(async () => account.set(bookOf({ ...moved, isMarginCalled: true })));
  expect(renders).toBe(before + 1);
  expect(shownText(), "not what it was at the last news").toContain("9,940.25");
});

test("net value is made of the rows below it, also while orders wait", async () => {
  const waiting = { balance: "9901.39", reserved: "60.000000" };
  const account = movingAccount(bookOf({}));
  await showScreen(<AccountCard />, { account });
  expect(shownText()).not.toContain("Reserved");
  await act(async () => account.set(bookOf(waiting)));
  const figureOf = (name: string) =>
    Number(screen.getByText(name).nextElementSibling?.textContent?.replaceAll(",", ""));
  const rows = ["Balance", "Floating P/L", "Margin used", "Reserved"];
  const sum = rows.reduce((total, name) => total + figureOf(name), 0);
  expect(sum).toBeCloseTo(10_001, 6);
});

test("without margin in use there is no level and no needle", async () => {
  const account = movingAccount(bookOf({ level: null }));
  await showScreen(<AccountCard />, { account });
  expect(screen.getByRole("meter").getAttribute("aria-valuetext")).toBe("–");
  expect(document.querySelector("[data-free]")).not.toBeNull();
});
