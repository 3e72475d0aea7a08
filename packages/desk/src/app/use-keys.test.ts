// Keys act on the screen, but never while something is typed, a dialog is open, or the browser is
// meant.

import { afterEach, expect, test } from "vitest";
import { isFree } from "./use-keys.ts";

afterEach(() => document.body.replaceChildren());

function press(on: Element, init: KeyboardEventInit = {}): boolean {
  let isHeard = false;
  const hear = (event: KeyboardEvent) => {
    isHeard = isFree(event);
  };
  window.addEventListener("keydown", hear, { once: true });
  on.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true, ...init }));
  window.removeEventListener("keydown", hear);
  return isHeard;
}

function put(html: string): Element {
  document.body.innerHTML = html;
  return document.body.firstElementChild ?? document.body;
}

test("a key on the page is free", () => {
  expect(press(put("<a href='#'>row</a>"))).toBe(true);
  expect(press(put("<input type='radio'>"))).toBe(true);
});

test.each(["<input type='search'>", "<textarea></textarea>", "<select></select>"])(
  "typing into %s is typing",
  (html) => {
    expect(press(put(html))).toBe(false);
  },
);

test("a key with a modifier is the browser's", () => {
  const link = put("<a href='#'>row</a>");
  expect(press(link, { ctrlKey: true })).toBe(false);
  expect(press(link, { metaKey: true })).toBe(false);
});

test("nothing behind an open dialog acts", () => {
  put("<a href='#'>row</a>");
  document.body.insertAdjacentHTML("beforeend", "<dialog open></dialog>");
  expect(press(document.body)).toBe(false);
});
