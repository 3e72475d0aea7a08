// Searching asks once the typing rests, and follows an address that changes under it.

import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { IntlProvider } from "use-intl";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import messages from "../../messages/en.json";
import { CalmSearch } from "./calm-search.tsx";

const onText = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  onText.mockReset();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function draw(text: string) {
  return (
    <IntlProvider locale="en" messages={messages} timeZone="UTC">
      <CalmSearch text={text} label="Search" onText={onText} />
    </IntlProvider>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>("Search");
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const rest = () => act(() => vi.advanceTimersByTime(1_000));

test("asks once for a word, not for each of its letters", () => {
  render(draw(""));
  for (const text of ["6", "62", "620"]) type(text);
  expect(onText).not.toHaveBeenCalled();
  rest();
  expect(onText.mock.calls).toEqual([["620"]]);
});

test("what was typed stays while the address catches up, and goes when it says otherwise", () => {
  const { rerender } = render(draw(""));
  type("620");
  rest();
  rerender(draw("620"));
  expect(field().value).toBe("620");
  rerender(draw(""));
  expect(field().value).toBe("");
  rest();
  expect(onText).toHaveBeenCalledTimes(1);
});
