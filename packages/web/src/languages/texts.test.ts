// Texts in two parts: the first visit has what it needs, the rest follows once, a language that was
// chosen meanwhile wins, and all parts together are the whole catalogue.
// @vitest-environment node

import { type LanguageId, languageOf, type Messages } from "@truetick/contract";
import english from "@truetick/contract/messages/en.json";
import { expect, test } from "vitest";
import { FIRST_TEXTS, joinParts, partOf } from "./text-parts.ts";
import { createTexts } from "./texts.ts";

function open() {
  const asked: string[] = [];
  const replies: (() => void)[] = [];
  const loader = (extent: string) => (id: LanguageId) => {
    asked.push(`${extent} ${id}`);
    // Which texts they are does not matter here.
    return new Promise<Messages>((resolve) => replies.push(() => resolve({} as Messages)));
  };
  const texts = createTexts({ first: loader("first"), whole: loader("whole") });
  const reply = async (at: number) => {
    replies[at]?.();
    await new Promise((resume) => setTimeout(resume, 0));
  };
  const state = () => {
    const known = texts.get();
    return known && `${known.language.id} ${known.areWhole ? "whole" : "first"}`;
  };
  return { texts, asked, reply, state };
}

test("the rest is fetched once, however many need it", async () => {
  const { texts, asked, reply, state } = open();
  void texts.open(languageOf("hk"), "first");
  await reply(0);
  expect(state()).toBe("hk first");
  const both = Promise.all([texts.complete(), texts.complete()]);
  await reply(1);
  await both;
  await texts.complete();
  expect(asked).toEqual(["first hk", "whole hk"]);
  expect(state()).toBe("hk whole");
});

test("the language that was chosen last wins, whenever its texts come", async () => {
  const { texts, reply, state } = open();
  void texts.open(languageOf("hk"), "first");
  await reply(0);
  void texts.complete();
  void texts.open(languageOf("en"), "whole");
  await reply(2);
  await reply(1);
  expect(state()).toBe("en whole");
});

test("all parts together are the catalogue, and no text is in two", () => {
  const [first, later] = [partOf(english, "first"), partOf(english, "later")];
  const offer = partOf(english, "offer");
  expect(joinParts(joinParts(first, later), offer)).toEqual(english);
  const size = (tree: object) => JSON.stringify(tree).match(/":"/g)?.length ?? 0;
  expect(size(first) + size(later) + size(offer)).toBe(size(english));
  expect(size(first)).toBeLessThan(size(later));
});

test.each(FIRST_TEXTS)("%s exists", (path) => {
  const found = path
    .split(".")
    .reduce<unknown>(
      (node, name) =>
        typeof node === "object" && node !== null ? Reflect.get(node, name) : undefined,
      english,
    );
  expect(found).toBeDefined();
});
