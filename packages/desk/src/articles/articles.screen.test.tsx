// Writing news at the desk: languages as tabs, a preview that is what readers will see, saving what
// was changed and nothing else, publishing only what is saved; hostile markup stays words (T33).

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import {
  requestArticle,
  requestArticles,
  requestNewsCategories,
  requestPublishArticle,
  requestSummary,
  requestWriteArticle,
} from "@truetick/contract/desk";
import { afterEach, expect, test } from "vitest";
import { type OpenDesk, openDesk, staffOf } from "../testing/open-desk.tsx";

const LIST = requestArticles({ kind: "news", state: null, cursor: "" }).path;
const SHOW = requestArticle("7").path;
const CATEGORIES = requestNewsCategories().path;
const ON = { id: "7", version: 3 };
const NOTHING = { language: "en", title: "", summary: "", body: "" } as const;
const WRITE = requestWriteArticle(ON, NOTHING).path;
const PUBLISH = requestPublishArticle(ON, 0).path;
const SUMMARY = requestSummary().path;
const HOSTILE = '<img src=x onerror="alert(1)">';

const row = {
  id: "7",
  kind: "news",
  category_id: "1",
  title: "Hours",
  languages: ["en", "hk"],
  state: "draft",
  published_at: 0,
  updated_at: 1_794_745_317,
  updated_by: "Ed",
};
const file = {
  ...row,
  picture: "",
  version: 3,
  texts: [
    { lang: "en", title: "Hours", summary: "In short", body: "## Open\n\n**Now**." },
    { lang: "hk", title: "時間", summary: "", body: "開市。" },
  ],
  built_in: [],
};

let opened: OpenDesk | null = null;
afterEach(() => {
  opened?.close();
  opened = null;
});

function open(staff = staffOf("1", "editor")): OpenDesk {
  opened = openDesk("/desk/news/7", staff, {
    [LIST]: { wire: { data: [row], next: "" } },
    [SHOW]: { wire: file },
    [CATEGORIES]: { wire: [{ id: "1", names: { en: "News" }, articles: 1 }] },
    [WRITE]: { wire: { version: 4 } },
    [PUBLISH]: { wire: { version: 5 } },
    [SUMMARY]: { wire: { queues: [] } },
  });
  return opened;
}

const preview = () => screen.findByRole("complementary", { name: "Preview" });
const bodyOf = async () => (await screen.findByLabelText("Text")) as HTMLTextAreaElement;

test("each language is a tab; the preview is drawn as readers see it", async () => {
  open();
  const seen = within(await preview());
  expect(seen.getByRole("heading", { level: 3 }).textContent).toBe("Open");
  expect(seen.getByText("Now").tagName).toBe("STRONG");
  expect(screen.getByText(/16 languages have no text of their own|16 languages have/)).toBeTruthy();
  fireEvent.click(screen.getByRole("tab", { name: "繁體中文" }));
  expect((await bodyOf()).value).toBe("開市。");
  expect((await bodyOf()).lang).toBe("zh-Hant-HK");
});

test("only what was changed is saved, on the version that was read", async () => {
  const { sent } = open();
  const publish = await screen.findByRole("button", { name: "Publish now" });
  expect(publish.hasAttribute("disabled")).toBe(false);
  fireEvent.change(await bodyOf(), { target: { value: "Closed on Friday." } });
  expect(publish.hasAttribute("disabled"), "save first").toBe(true);
  expect(within(await preview()).getByText("Closed on Friday.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    path: WRITE,
    fields: {
      id: "7",
      version: "3",
      lang: "en",
      title: "Hours",
      summary: "In short",
      body: "Closed on Friday.",
    },
  });
});

test("what is typed while it is saved stays, and is not saved yet", async () => {
  const { sent, hold } = open();
  const letGo = hold(WRITE);
  fireEvent.change(await bodyOf(), { target: { value: "Closed." } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  fireEvent.change(await bodyOf(), { target: { value: "Closed on Friday." } });
  letGo();
  await screen.findByText("Saved");
  expect((await bodyOf()).value).toBe("Closed on Friday.");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.fields).toMatchObject({ version: "4", body: "Closed on Friday." });
});

test("until it is read again, what was saved is what one goes on writing", async () => {
  const { hold } = open();
  fireEvent.change(await bodyOf(), { target: { value: "Closed on Friday." } });
  hold(SHOW);
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved");
  expect((await bodyOf()).value).toBe("Closed on Friday.");
  expect(screen.getByRole("button", { name: "Save" }).hasAttribute("disabled")).toBe(true);
});

test("what somebody else changed meanwhile is said, and the own words stay", async () => {
  const { answer } = open();
  answer(WRITE, { reason: "ARTICLE_CHANGED", text: "Somebody else was faster." });
  fireEvent.change(await bodyOf(), { target: { value: "Mine." } });
  fireEvent.keyDown(window, { key: "s", ctrlKey: true });
  expect((await screen.findByRole("alert")).textContent).toContain("Somebody else was faster.");
  expect((await bodyOf()).value).toBe("Mine.");
  fireEvent.click(screen.getByRole("button", { name: "Load what is there now" }));
  await waitFor(async () => expect((await bodyOf()).value).toBe("## Open\n\n**Now**."));
});

test("T33: hostile markup is words in the preview and in the list", async () => {
  open();
  fireEvent.change(await bodyOf(), {
    target: { value: `${HOSTILE} [x](javascript:alert(1)) ![y](https://evil.test/p.png)` },
  });
  const shown = await preview();
  expect(within(shown).getByText(/onerror/)).toBeTruthy();
  expect(shown.querySelectorAll("img, script, a")).toHaveLength(0);
});

test("a mark is put around what is selected", async () => {
  open();
  const area = await bodyOf();
  fireEvent.change(area, { target: { value: "We are open." } });
  area.setSelectionRange(7, 11);
  fireEvent.click(screen.getByRole("button", { name: "Bold" }));
  expect((await bodyOf()).value).toBe("We are **open**.");
  // What is not saved is kept for who comes back; the next test begins without it.
  fireEvent.change(area, { target: { value: "## Open\n\n**Now**." } });
});
