// News as a reader sees it: rows that lead to their articles, chips where there is more than one
// kind, and nothing but words of what an editor has written (T33).

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { type ArticlePart, articleOf, requestNews, requestNewsList } from "@truetick/contract";
import { afterEach, expect, test } from "vitest";
import { showScreen } from "../testing/show-screen.tsx";
import { ArticleScreen } from "./article.screen.tsx";
import { NewsScreen } from "./news.screen.tsx";

afterEach(cleanup);

const LIST = requestNewsList("", 1).path;
const INFO = requestNews("7").path;
const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>';

const head = (id: string, title: string) => ({
  id,
  category_id: "1",
  lang: "en",
  title,
  desc: "In short",
  logo: id === "1" ? "/icons/icon.svg" : "",
  created_at: "",
  created_at_unix: 1_794_745_317,
});

const article = (parts: readonly ArticlePart[], lang = "en") => ({
  ...head("7", "Hours"),
  lang,
  content: "",
  parts,
});

test("rows lead to their articles; one kind of news needs no chips", async () => {
  const wires = {
    [LIST]: {
      data: [head("1", "One"), head("2", HOSTILE)],
      total: 2,
      categories: [{ id: "1", name: "News" }],
    },
  };
  await showScreen(<NewsScreen />, { path: "/news", wires });
  const links = [...document.querySelectorAll("li a")];
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/news/detail?id=1",
    "/news/detail?id=2",
  ]);
  expect(screen.queryByRole("radiogroup")).toBeNull();
  expect(screen.getByText(HOSTILE)).toBeTruthy();
  expect(document.querySelectorAll("script, img[onerror]")).toHaveLength(0);
});

test("with more kinds there are chips, and choosing one asks for it", async () => {
  const categories = [
    { id: "1", name: "News" },
    { id: "2", name: "Markets" },
  ];
  const { wires } = await showScreen(<NewsScreen />, {
    path: "/news",
    wires: { [LIST]: { data: [head("1", "One")], total: 1, categories } },
  });
  wires[LIST] = { data: [head("3", "Gold")], total: 1, categories };
  await act(async () => fireEvent.click(screen.getByRole("radio", { name: "Markets" })));
  expect(screen.getByText("Gold")).toBeTruthy();
  expect(screen.queryByText("One")).toBeNull();
});

test("nothing published says so, and a failure can be tried again", async () => {
  const { wires } = await showScreen(<NewsScreen />, { path: "/news" });
  expect(screen.getByRole("alert")).toBeTruthy();
  wires[LIST] = { data: [], total: 0, categories: [] };
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Try again" })));
  expect(screen.getByText("No news yet")).toBeTruthy();
});

test("an article is drawn of its parts, with its language and direction", async () => {
  const parts = articleOf("## Hours\n\nOpen **again**, see [here](/trade).\n\n- one\n- two");
  const wires = { [INFO]: article(parts, "ar") };
  await showScreen(<ArticleScreen />, { path: "/news/detail?id=7", wires });
  expect(screen.getByRole("heading", { level: 3 }).textContent).toBe("Hours");
  expect(screen.getByText("again").tagName).toBe("STRONG");
  expect(screen.getByRole("link", { name: "here" }).getAttribute("href")).toBe("/trade");
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  expect(screen.getByText("Hours", { selector: "h2" }).getAttribute("dir")).toBe("rtl");
});

test("T33 hostile parts stay words, even from a server that was taken over", async () => {
  const span = (text: string, link: string | null) => ({ text, isStrong: false, link });
  const parts: ArticlePart[] = [
    { kind: "paragraph", spans: [span(HOSTILE, null), span("go", "javascript:alert(1)")] },
    { kind: "heading", spans: [span("out", "https://a@evil.test/")] },
  ];
  const wires = { [INFO]: article(parts) };
  await showScreen(<ArticleScreen />, { path: "/news/detail?id=7", wires });
  expect(screen.getByText(/alert\(2\)/)).toBeTruthy();
  expect(document.querySelectorAll("article a, script, img")).toHaveLength(0);
});

test.each(["/news/detail", "/news/detail?id=x", "/news/detail?id=7"])(
  "%s without an article says so and leads to the list",
  async (path) => {
    const wires = { [INFO]: { refused: "NEWS_UNKNOWN" } };
    await showScreen(<ArticleScreen />, { path, wires });
    expect(screen.getByText("Article not found")).toBeTruthy();
    expect(screen.getByRole("link", { name: "To all news" }).getAttribute("href")).toBe("/news");
  },
);
