// A text is changed where it stands: a node that is replaced costs the page a layout around it.

import { expect, test } from "vitest";
import { writeText } from "./write-text.ts";

test("the text node stays the same one", () => {
  const element = document.createElement("span");
  writeText(element, "");
  expect(element.firstChild, "nothing to say needs no node").toBeNull();
  writeText(element, "1.10");
  const node = element.firstChild;
  writeText(element, "1.11");
  expect(element.textContent).toBe("1.11");
  expect(element.firstChild, "changed, not replaced").toBe(node);
});
