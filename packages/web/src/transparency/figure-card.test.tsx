// A figure without rows says what that means: of clients there was nobody, of all else nothing. One
// that could not be counted says neither.

import { cleanup, screen } from "@testing-library/react";
import type { FigureReading } from "@truetick/contract/proof";
import { afterEach, expect, test } from "vitest";
import { showScreen } from "../testing/show-screen.tsx";
import { FigureCard } from "./figure-card.tsx";

afterEach(cleanup);

const without = (id: FigureReading["id"]): FigureReading => ({
  id,
  from: 1_760_000_000,
  to: 1_762_000_000,
  columns: [],
  cells: [],
  rowCount: 0,
  rowsQuery: "select 1",
  numbersQuery: "select 2",
});

test.each([
  ["losing_year", "Nobody to count in these days."],
  ["losing_quarter", "Nobody to count in these days."],
  ["slippage", "Nothing of this happened in these days."],
] as const)("%s: %s", async (id, words) => {
  await showScreen(<FigureCard figure={without(id)} />);
  expect(screen.getByText(words)).toBeTruthy();
});

test("what could not be counted is not said to be nothing, and has no file", async () => {
  await showScreen(<FigureCard figure={{ ...without("losing_year"), rowCount: null }} />);
  expect(screen.queryByText(/in these days/)).toBeNull();
  expect(
    screen.getByText("This could not be counted just now. Nothing is claimed about it."),
  ).toBeTruthy();
  expect(screen.queryAllByRole("link")).toEqual([]);
});
