// The limits as a trader sees them: what a stop-out takes first is said in words, stands as the
// server has it, and is changed by one press.

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { type Limits, limitsToWire, requestLimits } from "@truetick/contract";
import english from "@truetick/contract/messages/en.json";
import { afterEach, expect, test } from "vitest";
import { showScreen } from "../testing/show-screen.tsx";
import { LimitsScreen } from "./limits.screen.tsx";

afterEach(cleanup);

const PATH = requestLimits().path;
const { title, choices, texts } = english.limits.stopOut;

const NONE: Limits = {
  dailyLoss: null,
  leverageMax: null,
  stopOutOrder: "most-margin",
  coolOffUntil: null,
  excludedUntil: null,
};

const wire = (changed: Partial<Limits> = {}) => limitsToWire({ ...NONE, ...changed });

const choiceOf = (order: Limits["stopOutOrder"]) =>
  screen.getByRole<HTMLInputElement>("radio", { name: choices[order] });

test("both orders of a stop-out are explained, and the one that holds is on", async () => {
  await showScreen(<LimitsScreen />, { wires: { [PATH]: wire() } });
  expect(screen.getByRole("group", { name: title })).toBeTruthy();
  for (const order of ["most-margin", "most-losing"] as const) {
    expect(screen.getByText(texts[order])).toBeTruthy();
    expect(choiceOf(order).getAttribute("aria-describedby")).toBe(
      screen.getByText(texts[order]).id,
    );
  }
  expect(choiceOf("most-margin").checked).toBe(true);
  expect(choiceOf("most-losing").checked).toBe(false);
});

test("a press asks for the other one alone, and shows what the server answers", async () => {
  const { written, wires, toasts } = await showScreen(<LimitsScreen />, {
    wires: { [PATH]: wire() },
  });
  wires[PATH] = wire({ stopOutOrder: "most-losing" });
  await act(async () => fireEvent.click(choiceOf("most-losing")));
  expect(written.map(({ path, fields }) => ({ path, fields }))).toEqual([
    { path: PATH, fields: { stop_out_order: "most-losing" } },
  ]);
  expect(choiceOf("most-losing").checked).toBe(true);
  expect(toasts()).toEqual([english.words.saved]);
});

test.each([
  ["1.000", "1000"],
  ["100,50", "100.50"],
])("a daily loss of %s is what it is in the reader's notation", async (typed, dailyLoss) => {
  const { written } = await showScreen(<LimitsScreen />, {
    wires: { [PATH]: wire() },
    languageTag: "de",
  });
  const field = screen.getByLabelText(english.limits.amount);
  await act(async () => fireEvent.change(field, { target: { value: typed } }));
  const { form } = field as HTMLInputElement;
  if (!form) throw new Error("no form");
  await act(async () => fireEvent.submit(form));
  expect(written.map(({ fields }) => fields)).toEqual([{ daily_loss: dailyLoss }]);
});

test("what was refused is told, and the choice stays as it was", async () => {
  const { wires, toasts } = await showScreen(<LimitsScreen />, { wires: { [PATH]: wire() } });
  wires[PATH] = { refused: "UNAVAILABLE" };
  await act(async () => fireEvent.click(choiceOf("most-losing")));
  expect(choiceOf("most-margin").checked).toBe(true);
  expect(toasts()).toEqual(["says UNAVAILABLE"]);
});
