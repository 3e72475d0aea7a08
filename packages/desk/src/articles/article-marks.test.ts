// The marks that the buttons write are read back as what they stand for.

import { articleOf } from "@truetick/contract";
import { expect, test } from "vitest";
import { withMark, withPicture } from "./article-marks.ts";

const at = (text: string, start: number, end = start) => ({ text, start, end });

test("what is selected is wrapped, and stays selected", () => {
  const strong = withMark(at("We are open now.", 7, 11), "strong", "words");
  expect(strong.text).toBe("We are **open** now.");
  expect(strong.text.slice(strong.start, strong.end)).toBe("open");
  const link = withMark(at("See here.", 4, 8), "link", "words");
  expect(link.text).toBe("See [here](https://).");
  expect(link.text.slice(link.start, link.end)).toBe("https://");
});

test("where nothing is selected, words stand to be typed over", () => {
  const strong = withMark(at("", 0), "strong", "bold words");
  expect(strong).toEqual({ text: "**bold words**", start: 2, end: 12 });
});

test("headings, lists and pictures are parts of their own, wherever they are put", () => {
  const heading = withMark(at("One.Two.", 4), "heading", "Hours");
  expect(articleOf(heading.text).map(({ kind }) => kind)).toEqual([
    "paragraph",
    "heading",
    "paragraph",
  ]);
  const list = withMark(at("a\nb", 0, 3), "list", "x");
  expect(articleOf(list.text)).toMatchObject([{ kind: "list", rows: [{}, {}] }]);
  const picture = withPicture(at("One.\n", 5), `/pictures/${"0".repeat(32)}`, "a chart");
  expect(articleOf(picture.text).map(({ kind }) => kind)).toEqual(["paragraph", "picture"]);
});
