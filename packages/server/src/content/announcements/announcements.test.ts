// Announcements over HTTP: newest first in the reader's language, and before them where the service
// is not provided, which nobody can take away or empty of its countries.

import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Operator, openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";

const DESK = "/v1/api/desk/article";

let floor: TradingFloor;
let ed: Operator;

beforeAll(async () => {
  floor = await openTradingFloor();
  ed = await floor.openStaff(["editor"]);
});
afterAll(() => floor.close());

const read = async (lang = "en") =>
  (await floor.ask("/v1/api/announcement/list", { headers: { lang } })).data;

/** All that is said of where the service is not provided. */
const regionText = async (lang = "en") => {
  const { region } = await read(lang);
  const spans = region.parts.flatMap((part: { spans: { text: string }[] }) => part.spans);
  return [region.title, spans.map(({ text }: { text: string }) => text).join("")];
};

async function act(id: string, name: string, fields: Record<string, string> = {}) {
  const { version } = (await ed.get(`${DESK}/show`, { id })).data;
  return await ed.post(`${DESK}/${name}`, { id, version: String(version), ...fields });
}

async function announce(title: string, body = "Text.", lang = "en"): Promise<string> {
  const { id } = (await ed.post(`${DESK}/create`, { kind: "announcement" })).data;
  await act(id, "write", { lang, title, body });
  await act(id, "publish");
  return id;
}

async function regionId(): Promise<string> {
  const { data } = (await ed.get(`${DESK}/list`, { kind: "announcement" })).data;
  return data.find(({ kind }: { kind: string }) => kind === "region").id;
}

describe("where the service is not provided", () => {
  it("is said from the first minute, in every language, with its countries", async () => {
    const [title, text] = await regionText();
    expect(title).toBe("");
    for (const country of ["North Korea", "Israel", "China", "Vanuatu", "Cuba"]) {
      expect(text).toContain(country);
    }
    expect((await regionText("hk"))[1]).toContain("北韓");
    expect((await regionText("ar"))[1]).toContain("كوبا");
  });

  it("has words of the editor's in one language, and its own in the others", async () => {
    const id = await regionId();
    const body = "We do **not** serve {countries}.";
    expect((await act(id, "write", { lang: "en", title: "Regions", body })).code).toBe(1);
    expect(await regionText()).toEqual([
      "Regions",
      "We do not serve China, Cuba, Israel, North Korea, and Vanuatu.",
    ]);
    expect((await regionText("de"))[1]).toContain("Nordkorea");
    const { built_in: builtIn } = (await ed.get(`${DESK}/show`, { id })).data;
    expect(builtIn).toHaveLength(18);
    for (const { body: own } of builtIn) expect(own).toContain("{countries}");
    await act(id, "unwrite", { lang: "en" });
    expect((await regionText())[1]).toContain("North Korea");
  });

  it("cannot leave its countries out, be taken back or thrown away", async () => {
    const id = await regionId();
    const empty = { lang: "en", title: "", body: "We serve everybody." };
    expect((await act(id, "write", empty)).reason).toBe("REGION_WITHOUT_COUNTRIES");
    for (const name of ["unpublish", "remove", "publish"]) {
      expect((await act(id, name)).reason).toBe("ARTICLE_ALWAYS_SHOWN");
    }
    const { database } = floor.test;
    await expect(sql`delete from article where kind = 'region'`.execute(database)).rejects.toThrow(
      "always said",
    );
    await expect(
      sql`update article set published_at = null where kind = 'region'`.execute(database),
    ).rejects.toThrow();
    await expect(
      sql`update article set kind = 'announcement' where kind = 'region'`.execute(database),
    ).rejects.toThrow("always said");
  });

  it("follows the platform's list, and says nothing where there is none", async () => {
    const before = floor.policy.restrictedAreas;
    floor.policy.restrictedAreas = ["CU"];
    expect((await regionText())[1]).toContain("Cuba");
    expect((await regionText())[1]).not.toContain("China");
    floor.policy.restrictedAreas = [];
    expect((await read()).region).toBeNull();
    floor.policy.restrictedAreas = before;
  });
});

describe("announcements", () => {
  it("come newest first, whole, with their fallbacks, and are no news", async () => {
    await announce("First", "## A\n\nb");
    floor.clock.advance(1_000);
    await announce("第二", "文字", "hk");
    const { data, total } = await read();
    expect(total).toBe(2);
    expect(data.map(({ title, lang }: { title: string; lang: string }) => [title, lang])).toEqual([
      ["第二", "hk"],
      ["First", "en"],
    ]);
    expect(data[1].content).toBe("<h2>A</h2>\n<p>b</p>");
    expect((await floor.ask("/api/news/list")).data.total).toBe(0);
    const { id } = data[0];
    expect((await floor.ask(`/api/news/info?id=${id}`)).reason).toBe("NEWS_UNKNOWN");
  });

  it("T33: markup stays words", async () => {
    const hostile = "<img src=x onerror=alert(1)>[x](javascript:alert(1))";
    await announce(hostile, hostile);
    const [first] = (await read()).data;
    expect(first.content).not.toMatch(/<(?!\/?p>)/);
    expect(first.title).toBe(hostile);
  });
});
