// The list of areas over HTTP: whole, in the reader's language and order, with what is restricted.

import { LANGUAGES } from "@truetick/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());

type AreaRow = { id: string; global_code: string; code: string; name: string };

const areas = async (lang: string): Promise<(AreaRow & { is_restricted: number })[]> =>
  (await floor.ask("/api/default/area_list", { headers: { lang } })).data;

describe("the areas", () => {
  it("are every country with its ISO number, ISO code and dialling code", async () => {
    const list = await areas("en");
    expect(list.length).toBeGreaterThan(240);
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
    expect(new Set(list.map(({ code }) => code)).size).toBe(list.length);
    for (const area of list) {
      expect(area).toEqual({
        id: expect.stringMatching(/^[1-9]\d{0,2}$/),
        global_code: expect.stringMatching(/^[1-9]\d{0,2}$/),
        code: expect.stringMatching(/^[A-Z]{2}$/),
        name: expect.stringMatching(/\S/),
        is_restricted: expect.any(Number),
      });
    }
    const find = (code: string) => list.find((area) => area.code === code);
    expect(find("HK")).toMatchObject({ id: "344", global_code: "852" });
    expect(find("US")).toMatchObject({ id: "840", global_code: "1", name: "United States" });
    expect(find("DE")).toMatchObject({ id: "276", global_code: "49" });
    expect(find("RU")).toMatchObject({ id: "643", global_code: "7" });
    expect(find("AF")).toMatchObject({ id: "4", global_code: "93" });
  });

  it("have names in each of the 18 languages, in that language's order", async () => {
    const english = new Map((await areas("en")).map(({ code, name }) => [code, name]));
    for (const { id, tag } of LANGUAGES) {
      const list = await areas(id);
      expect(list).toHaveLength(english.size);
      const names = list.map(({ name }) => name);
      expect(names).toEqual([...names].sort(new Intl.Collator(tag).compare));
      const own = list.filter(({ code, name }) => name !== english.get(code)).length;
      if (id !== "en") expect([id, own > 40]).toEqual([id, true]);
    }
  });

  it("T81: name those the service is not offered to, as the operator sets them", async () => {
    const restricted = async () =>
      (await areas("en")).filter((area) => area.is_restricted === 1).map(({ code }) => code);
    expect((await restricted()).sort()).toEqual(["CN", "CU", "IL", "KP", "VU"]);
    floor.policy.restrictedAreas = ["KP"];
    expect(await restricted()).toEqual(["KP"]);
  });

  it.each(["../../etc/passwd", "en\u00e9", "x".repeat(10_000), "constructor"])(
    "T08: a language that is none is hk",
    async (lang) => {
      const before = floor.gateway().logged.length;
      const [odd, hk] = [await areas(encodeURI(lang)), await areas("hk")];
      expect(odd).toEqual(hk);
      expect(floor.gateway().logged.slice(before).join("")).not.toContain("passwd");
    },
  );
});
