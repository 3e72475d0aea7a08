// WCAG 2.1.4: single keys act only when nobody types and nothing else wants them.

import { afterEach, expect, test } from "vitest";
import { shortcutKey } from "./shortcut-key.ts";

afterEach(() => document.body.replaceChildren());

/** Presses a key on an element, or on the page itself, and answers what it means. */
function press(init: KeyboardEventInit, markup = ""): string | null {
  document.body.innerHTML = markup;
  const target = document.querySelector("[data-target]") ?? document.body;
  let meant: string | null = null;
  const listen = (event: KeyboardEvent) => {
    meant = shortcutKey(event);
  };
  window.addEventListener("keydown", listen);
  target.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...init }));
  window.removeEventListener("keydown", listen);
  return meant;
}

test.each([
  [{ key: "b" }, "b"],
  [{ key: "B" }, "b"],
  [{ key: "1" }, "1"],
  [{ key: "?", shiftKey: true }, "?"],
  [{ key: "/", shiftKey: true }, "/"],
  [{ key: "ArrowDown" }, "ArrowDown"],
])("%o on the page is %s", (init, expected) => {
  expect(press(init)).toBe(expected);
});

test.each([
  { key: "b", ctrlKey: true },
  { key: "b", metaKey: true },
  { key: "b", altKey: true },
  { key: "B", shiftKey: true },
  { key: "b", repeat: true },
  { key: "b", isComposing: true },
])("%o is not for us", (init) => {
  expect(press(init)).toBeNull();
});

test.each([
  "<input data-target>",
  "<input type=search data-target>",
  "<input type=number data-target>",
  "<textarea data-target></textarea>",
  "<select data-target></select>",
])("nothing while somebody types in %s", (markup) => {
  expect(press({ key: "b" }, markup)).toBeNull();
});

test("a radio or a button takes no text, but keeps its arrows", () => {
  expect(press({ key: "b" }, "<input type=radio data-target>")).toBe("b");
  expect(press({ key: "ArrowDown" }, "<input type=radio data-target>")).toBeNull();
  expect(press({ key: "ArrowDown" }, "<button data-target></button>")).toBeNull();
});

test("nothing behind an open dialog", () => {
  expect(press({ key: "b" }, "<dialog open></dialog>")).toBeNull();
});
