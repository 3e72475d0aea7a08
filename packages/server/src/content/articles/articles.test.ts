// News as editors make it, from the desk to the reader: texts per language with their fallbacks,
// one version at a time, now, later and taken back; every act in the audit log; no markup comes
// through (T33), and no role but the editor's writes (T85).

import { HOSTILE_TEXTS } from "@truetick/contract/testing/hostile-texts";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "../../gateway/testing/open-gateway.ts";
import { drawPicture } from "../../platform/uploads/testing/pictures.ts";
import { type Operator, openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";

const DESK = "/v1/api/desk/article";
const BOUNDARY = "the-boundary-of-a-test";

let floor: TradingFloor;
let ed: Operator;

beforeAll(async () => {
  floor = await openTradingFloor();
  ed = await floor.openStaff(["editor"]);
});
afterAll(async () => {
  expect(await floor.broken()).toEqual({});
  await floor.close();
});

type Words = { readonly title: string; readonly summary?: string; readonly body?: string };

/** An article at its newest version; each act goes on from there. */
async function begin(kind = "news", operator = ed) {
  const { data } = await operator.post(`${DESK}/create`, { kind });
  return articleAt(String(data.id), operator);
}

function articleAt(id: string, operator = ed) {
  const file = async () => (await operator.get(`${DESK}/show`, { id })).data;
  const act = async (name: string, fields: Record<string, string> = {}) => {
    const { version } = await file();
    return await operator.post(`${DESK}/${name}`, { id, version: String(version), ...fields });
  };
  const write = (lang: string, { title, summary = "", body = "Text." }: Words) =>
    act("write", { lang, title, summary, body });
  return { id, file, act, write };
}

const read = (id: string, lang = "en") =>
  floor.ask(`/api/news/info?id=${id}`, { headers: { lang } });
const list = async (lang = "en") =>
  (await floor.ask("/api/news/list", { headers: { lang } })).data.data;

async function uploadTo(operator: Operator, bytes: Buffer) {
  const head =
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n` +
    "Content-Type: image/jpeg\r\n\r\n";
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  const heard = await ask(floor.gateway(), "/v1/api/desk/picture/upload", {
    method: "POST",
    headers: {
      authorization: operator.token,
      lang: "en",
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
      "content-length": String(body.length),
    },
    body,
  });
  return JSON.parse(heard.body);
}

describe("an article", () => {
  it("written in three languages is read in each, and in English by the others", async () => {
    const article = await begin();
    await article.write("en", { title: "Hours", summary: "In short", body: "## Open\n\n**Now**." });
    await article.write("hk", { title: "時間", body: "開市。" });
    await article.write("ar", { title: "الأوقات", body: "مفتوح." });
    expect((await read(article.id)).reason, "a draft").toBe("NEWS_UNKNOWN");
    expect((await article.act("publish")).code).toBe(1);
    const titles = await Promise.all(
      ["en", "hk", "ar", "de", "tw"].map(async (lang) => {
        const { data } = await read(article.id, lang);
        return [lang, data.title, data.lang];
      }),
    );
    expect(titles).toEqual([
      ["en", "Hours", "en"],
      ["hk", "時間", "hk"],
      ["ar", "الأوقات", "ar"],
      ["de", "Hours", "en"],
      ["tw", "時間", "hk"],
    ]);
    expect((await read(article.id)).data.content).toBe(
      "<h2>Open</h2>\n<p><strong>Now</strong>.</p>",
    );
  });

  it("is changed while it is read, and taken back", async () => {
    const article = await begin();
    await article.write("en", { title: "One" });
    await article.act("publish");
    await article.write("en", { title: "Two" });
    expect((await read(article.id)).data.title).toBe("Two");
    expect((await article.act("remove")).reason).toBe("ARTICLE_PUBLISHED");
    expect((await article.act("unwrite", { lang: "en" })).reason).toBe("ARTICLE_EMPTY");
    expect((await article.file()).texts, "undone").toHaveLength(1);
    expect((await article.act("unpublish")).code).toBe(1);
    expect((await read(article.id)).reason).toBe("NEWS_UNKNOWN");
    expect((await article.act("remove")).code).toBe(1);
    expect((await ed.get(`${DESK}/show`, { id: article.id })).reason).toBe("ARTICLE_UNKNOWN");
  });

  it("waits for its moment, and is never made to look older than it is", async () => {
    const article = await begin();
    await article.write("en", { title: "Later" });
    const nowSec = Math.floor(floor.clock.now() / 1_000);
    await article.act("publish", { at: String(nowSec + 3_600) });
    expect((await article.file()).state).toBe("scheduled");
    expect((await read(article.id)).reason).toBe("NEWS_UNKNOWN");
    floor.clock.advance(3_600_001);
    expect((await read(article.id)).data.created_at_unix).toBe(nowSec + 3_600);
    await article.act("publish", { at: "1000" });
    const { data } = await read(article.id);
    expect(data.created_at_unix).toBe(Math.floor(floor.clock.now() / 1_000));
  });

  it("of nothing is not published, and words without a title are not taken", async () => {
    const article = await begin();
    expect((await article.act("publish")).reason).toBe("ARTICLE_EMPTY");
    expect((await article.write("en", { title: " " })).reason).toBe("COMPLETE_FORM");
    expect((await article.write("en", { title: "x", body: "\n" })).reason).toBe("COMPLETE_FORM");
    expect((await article.write("xx", { title: "x" })).reason).toBe("FIELD_INVALID");
    const long = "ก".repeat(20_000);
    expect((await article.write("th", { title: "ยาว", body: long })).code).toBe(1);
    expect((await article.file()).texts[0].body).toHaveLength(20_000);
    expect((await article.write("th", { title: "x", body: `${long}ก` })).reason).toBe(
      "FIELD_INVALID",
    );
  });

  it("that somebody else has changed meanwhile is not written over", async () => {
    const other = await floor.openStaff(["editor"]);
    const article = await begin();
    const { version } = await article.file();
    const on = { id: article.id, version: String(version), lang: "en", body: "x" };
    expect((await other.post(`${DESK}/write`, { ...on, title: "theirs" })).code).toBe(1);
    const late = await ed.post(`${DESK}/write`, { ...on, title: "mine" });
    expect(late.reason).toBe("ARTICLE_CHANGED");
    const { texts, updated_by } = await article.file();
    expect([texts[0].title, updated_by]).toEqual(["theirs", expect.any(String)]);
  });

  it("T01: of fifty acts on one version one is done", async () => {
    const article = await begin();
    const { version } = await article.file();
    const heard = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        ed.post(`${DESK}/write`, {
          id: article.id,
          version: String(version),
          lang: "en",
          title: `n${n}`,
          body: "x",
        }),
      ),
    );
    expect(heard.filter(({ code }) => code === 1)).toHaveLength(1);
  });

  it("leaves a line in the audit log for every act, with the hash of its words", async () => {
    const article = await begin();
    await article.write("en", { title: "Logged" });
    await article.act("publish");
    await article.act("unpublish");
    await article.act("remove");
    const { rows } = await sql<{ action: string; body: string }>`
      select action, body from audit_log
      where subject_kind = 'article' and subject_id = ${article.id} order by seq`.execute(
      floor.test.database,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "article.create",
      "article.write",
      "article.publish",
      "article.unpublish",
      "article.remove",
    ]);
    expect(JSON.parse(rows[1]?.body ?? "").detail).toMatchObject({
      language: "en",
      title: "Logged",
      text_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it("T33: the hostile corpus comes out as words, in list, article and HTML", async () => {
    expect(HOSTILE_TEXTS.length).toBeGreaterThan(60);
    const article = await begin();
    const body = HOSTILE_TEXTS.join("\n\n");
    const title = HOSTILE_TEXTS[0] ?? "";
    expect((await article.write("en", { title, summary: title, body })).code).toBe(1);
    await article.act("publish");
    const { data } = await read(article.id);
    expect(data.content).not.toMatch(/<(?!\/?(p|h2|ul|li|strong)>)/);
    expect(data.title).toBe(title);
    for (const part of data.parts) expect(JSON.stringify(part)).not.toContain('"kind":"picture"');
    const links = JSON.stringify(data.parts).match(/"link":"[^"]*"/g);
    expect(links).toBeNull();
    expect((await list())[0].desc).toBe(title);
  });
});

describe("a category", () => {
  it("is made, named in other languages, and filled", async () => {
    const save = (fields: Record<string, string>) =>
      ed.post("/v1/api/desk/news_category/save", fields);
    const { id } = (await save({ lang: "en", name: "Markets" })).data;
    await save({ id, lang: "hk", name: "市場" });
    const article = await begin();
    await article.write("en", { title: "Gold" });
    expect((await article.act("dress", { category_id: id })).code).toBe(1);
    await article.act("publish");
    const heard = await floor.ask(`/api/news/list?category_id=${id}`, { headers: { lang: "hk" } });
    expect(heard.data.data).toHaveLength(1);
    expect(heard.data.categories).toContainEqual({ id, name: "市場" });
    expect((await article.act("dress", { category_id: "987" })).reason).toBe(
      "NEWS_CATEGORY_UNKNOWN",
    );
    const { data } = await ed.get("/v1/api/desk/news_category/list");
    expect(data).toContainEqual({ id, names: { en: "Markets", hk: "市場" }, articles: 1 });
    const names = Array.from({ length: 12 }, (_, n) => save({ lang: "en", name: `C${n}` }));
    expect((await Promise.all(names)).map(({ reason }) => reason)).toContain("TOO_MANY_CATEGORIES");
  });
});

describe("T34: a picture of an article", () => {
  it("is encoded by us, seen by everybody, kept by browsers and never a page", async () => {
    const bytes = await drawPicture("png", { seed: 3 });
    const { data } = await uploadTo(ed, bytes);
    expect(data.url).toMatch(/^\/pictures\/[0-9a-f]{32}$/);
    const seen = await ask(floor.gateway(), data.url);
    expect(seen.headers).toMatchObject({
      "content-type": "image/jpeg",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
    });
    expect((await sharp(seen.bytes).metadata()).format).toBe("jpeg");
    const article = await begin();
    await article.write("en", { title: "Seen" });
    expect((await article.act("dress", { picture: data.url })).code).toBe(1);
    await article.act("publish");
    expect((await read(article.id)).data.logo).toBe(data.url);
    expect((await article.act("dress", { picture: "" })).code).toBe(1);
    expect((await read(article.id)).data.logo).toBe("");
  });

  it.each([
    "https://evil.test/x.png",
    "/files/AAAAAAAAAAAAAAAAAAAAAA",
    "javascript:alert(1)",
    "/pictures/../secrets",
  ])("is none of ours: %s", async (picture) => {
    const article = await begin();
    expect((await article.act("dress", { picture })).reason).toBe("FIELD_INVALID");
  });

  it("that nobody uploaded is unknown, and what is no picture is refused", async () => {
    const article = await begin();
    const picture = `/pictures/${"0".repeat(32)}`;
    expect((await article.act("dress", { picture })).reason).toBe("UPLOAD_UNKNOWN");
    expect((await ask(floor.gateway(), picture)).status).toBe(404);
    const html = Buffer.from("<script>alert(1)</script>");
    expect((await uploadTo(ed, html)).reason).toBe("IMAGE_REFUSED");
  });
});

describe("T85: who writes", () => {
  it.each(["support", "finance", "compliance", "dealer"] as const)(
    "%s neither reads drafts nor writes",
    async (role) => {
      const operator = await floor.openStaff([role]);
      expect((await operator.get(`${DESK}/list`, { kind: "news" })).reason).toBe("NOT_PERMITTED");
      expect((await operator.post(`${DESK}/create`, { kind: "news" })).reason).toBe(
        "NOT_PERMITTED",
      );
      expect((await uploadTo(operator, await drawPicture())).reason).toBe("NOT_PERMITTED");
    },
  );

  it("an editor sees nobody's money or papers", async () => {
    for (const path of ["deposit/list", "withdrawal/list", "identity/list", "user/list"]) {
      expect((await ed.get(`/v1/api/desk/${path}`)).reason).toBe("NOT_PERMITTED");
    }
  });
});
