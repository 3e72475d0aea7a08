// News over HTTP on a real database: published only, in the reader's language with its fallbacks,
// page by page, and whatever an editor writes comes out as words (T33).

import type { LanguageId } from "@truetick/contract";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type ContentHouse, openContentHouse } from "../testing/open-content.ts";

let house: ContentHouse;
beforeAll(async () => {
  house = await openContentHouse();
  await house.open();
});
afterEach(async () => {
  await house.test.database.deleteFrom("article").where("kind", "=", "news").execute();
});
afterAll(async () => {
  await house.clean();
  await house.close();
});

type Words = Partial<Record<LanguageId, { title: string; summary?: string; body?: string }>>;

const HOUR_MS = 3_600_000;

/** Published an hour before the house's now unless told otherwise; null: being written. */
async function write(
  words: Words,
  { agoMs = HOUR_MS as number | null, categoryId = 1, picture = "" } = {},
): Promise<string> {
  const published_at = agoMs === null ? null : new Date(house.clock.now() - agoMs);
  const { id } = await house.test.database
    .insertInto("article")
    .values({ kind: "news", category_id: categoryId, picture, published_at })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const [language, { title, summary = "", body = "Text." }] of Object.entries(words)) {
    await house.test.database
      .insertInto("article_text")
      // The keys of `Words` are languages.
      .values({ article_id: id, language: language as LanguageId, title, summary, body })
      .execute();
  }
  return String(id);
}

const list = async (query = "", lang = "en") =>
  (await house.get(`/api/news/list${query}`, undefined, lang)).data;
const info = (id: string, lang = "en") => house.get(`/api/news/info?id=${id}`, undefined, lang);

describe("the list", () => {
  it("is empty on a new installation, and names no category", async () => {
    expect(await list()).toEqual({ data: [], total: 0, categories: [] });
  });

  it("has the fields of the specification", async () => {
    const words = { en: { title: "Hours", summary: "In short" } };
    const id = await write(words, { picture: "/icons/icon.svg" });
    const { data, total, categories } = await list("?category_id=1&page=1");
    expect(data).toEqual([
      {
        id,
        category_id: "1",
        lang: "en",
        title: "Hours",
        desc: "In short",
        logo: "/icons/icon.svg",
        created_at: expect.stringMatching(/20\d\d/),
        created_at_unix: Math.floor((house.clock.now() - HOUR_MS) / 1_000),
      },
    ]);
    expect([total, categories]).toEqual([1, [{ id: "1", name: "News" }]]);
  });

  it("shows neither what is being written nor what waits for its moment", async () => {
    await write({ en: { title: "draft" } }, { agoMs: null });
    await write({ en: { title: "later" } }, { agoMs: -HOUR_MS });
    await write({}, {});
    expect(await list()).toEqual({ data: [], total: 0, categories: [] });
  });

  it("comes newest first, twenty to a page, each once", async () => {
    for (let n = 1; n <= 25; n += 1) {
      await write({ en: { title: `news ${n}` } }, { agoMs: n * HOUR_MS });
    }
    const first = await list("?page=1");
    const second = await list("?page=2");
    const titles = [...first.data, ...second.data].map(({ title }: { title: string }) => title);
    expect(titles).toEqual(Array.from({ length: 25 }, (_, n) => `news ${n + 1}`));
    expect([first.total, second.total]).toEqual([25, 25]);
    expect([first.data.length, second.data.length]).toEqual([20, 5]);
  });

  it("of one category is of that category; all are named while they have something", async () => {
    const { id } = await house.test.database
      .insertInto("news_category")
      .values({ place: 1 })
      .returning("id")
      .executeTakeFirstOrThrow();
    const names = { en: "Markets", hk: "市場" } as const;
    for (const [language, name] of Object.entries(names)) {
      await house.test.database
        .insertInto("news_category_name")
        .values({ category_id: id, language: language as LanguageId, name })
        .execute();
    }
    await write({ en: { title: "one" } });
    await write({ en: { title: "two" } }, { categoryId: id });
    const { data, categories } = await list(`?category_id=${id}`, "hk");
    expect(data.map(({ title }: { title: string }) => title)).toEqual(["two"]);
    expect(categories).toEqual([
      { id: "1", name: "新聞" },
      { id: String(id), name: "市場" },
    ]);
    expect((await list("?category_id=987654")).data).toEqual([]);
  });

  it.each([
    ["hk", "中文", "hk"],
    ["ar", "عربي", "ar"],
    ["de", "English", "en"],
    ["tw", "中文", "hk"],
  ])("read in %s says %j", async (lang, title, own) => {
    await write({ ar: { title: "عربي" }, en: { title: "English" }, hk: { title: "中文" } });
    const [head] = (await list("", lang)).data;
    expect([head.title, head.lang]).toEqual([title, own]);
  });

  it("falls back to any language when there is neither the reader's nor English", async () => {
    await write({ th: { title: "ข่าว" } });
    const [head] = (await list("", "fr")).data;
    expect([head.title, head.lang]).toEqual(["ข่าว", "th"]);
  });

  it.each(["?page=0", "?page=x", "?page=501", "?category_id=-1", "?category_id=1;drop"])(
    "refuses %s",
    async (query) => {
      expect((await house.get(`/api/news/list${query}`)).reason).toBe("FIELD_INVALID");
    },
  );
});

describe("an article", () => {
  it("has its content as safe HTML and as parts", async () => {
    const body = "## Hours\n\nOpen **again**.";
    const id = await write({ en: { title: "Hours", body } });
    const { code, data } = await info(id);
    expect(code).toBe(1);
    expect(data.content).toBe("<h2>Hours</h2>\n<p>Open <strong>again</strong>.</p>");
    expect(data.parts).toHaveLength(2);
    expect(data.title).toBe("Hours");
  });

  it.each(["draft", "later", "never"])("that is %s is unknown", async (which) => {
    const id = await {
      draft: () => write({ en: { title: "x" } }, { agoMs: null }),
      later: () => write({ en: { title: "x" } }, { agoMs: -HOUR_MS }),
      never: async () => "999999999999",
    }[which as "draft" | "later" | "never"]();
    const { reason, msg } = await info(id);
    expect(reason).toBe("NEWS_UNKNOWN");
    expect(msg).toContain("not");
  });

  it("T33: what an editor writes never becomes a tag, whatever it looks like", async () => {
    const hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>[x](javascript:alert(3))";
    const id = await write({ en: { title: hostile, summary: hostile, body: hostile } });
    const { data } = await info(id);
    expect(data.content).not.toMatch(/<(?!\/?(p|h2|ul|li|strong)>)/);
    expect(data.title).toBe(hostile);
    expect(data.parts).toEqual([
      { kind: "paragraph", spans: [{ text: hostile, isStrong: false, link: null }] },
    ]);
  });

  it.each(["https://evil.test/pixel.png", "//evil.test/x", "javascript:alert(1)", "/../secrets"])(
    "T33: the table refuses the picture %s",
    async (picture) => {
      await expect(write({ en: { title: "x" } }, { picture })).rejects.toThrow(
        "article_picture_check",
      );
    },
  );
});
