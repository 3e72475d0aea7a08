// What the platform says about itself, over HTTP on a real database: companies, settings and
// the manifest, and what nobody can make it say (T26, T27, T82).

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ask } from "../gateway/testing/open-gateway.ts";
import { COMPANY, type ContentHouse, openContentHouse } from "./testing/open-content.ts";

const WIRE = {
  id: expect.stringMatching(/^\d+$/),
  name: "Example Trading",
  logo: "/icons/icon.svg",
  url: "https://trade.example.test",
  subject: "Example Trading Ltd",
  registered_address: "1 Example Street, Port Vila",
  location: "2 Example Street",
  email: "complaints@example.test",
};

let house: ContentHouse;
beforeAll(async () => {
  house = await openContentHouse();
});
afterAll(() => house.close());
afterEach(() => house.clean());

const open: ContentHouse["open"] = (overrides) => house.open(overrides);
const get: ContentHouse["get"] = (path, cookie) => house.get(path, cookie);

const set = (name: string, value: string) =>
  house.test.database
    .insertInto("platform_setting")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();

/** For the types that copy and follow it (T27). */
const HOSTILE_LINKS = [
  "javascript:alert(document.cookie)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "file:///etc/passwd",
  "blob:https://help.example.com/1",
  "http://help.example.com/",
  "https://evil.test/",
  "https://help.example.com.evil.test/",
  "https://help.example.com@evil.test/",
  "https://evil.test#help.example.com",
  "https:evil.test",
  "https://help.example.com\\@evil.test",
  "//help.example.com/",
  "/\\evil.test",
  " https://help.example.com/",
  "https://help.example.com/\n",
  "https://hеlp.example.com/",
];

const addCompany = async (name: string) => {
  const row = await house.test.database
    .insertInto("company")
    .values({
      is_default: false,
      name,
      logo: "",
      website: "",
      main_company: "",
      registered_address: "",
      office_address: "",
      email: "",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return String(row.id);
};

const cookieIn = ([first = ""]: string[]) => first.split(";")[0] ?? "";

describe("the site's status", () => {
  it("is open, for one company, with nowhere to leave to", async () => {
    await open();
    const { code, data } = await get("/api/company/getCompanyStatus");
    expect({ code, data }).toEqual({ code: 1, data: { status: 0, type: 0, loss_url: "" } });
  });

  it("closed by its operator, leaves to an allowed host", async () => {
    await open();
    await set("status", "2");
    await set("isPortal", "1");
    await set("leaveTo", "https://help.example.com/closed");
    expect((await get("/api/company/getCompanyStatus")).data).toEqual({
      status: 2,
      type: 1,
      loss_url: "https://help.example.com/closed",
    });
  });

  it.each([
    "https://evil.test/",
    "http://help.example.com/",
    "javascript:alert(1)",
    "https://help.example.com@evil.test/",
    "//evil.test",
    "https://help.example.com\\@evil.test",
  ])("T26: a table that says %j sends nobody there, and the log tells of it", async (link) => {
    await open();
    await set("status", "1");
    await set("leaveTo", link);
    await set("supportLink", link);
    await set("supportMode", "followLink");
    expect((await get("/api/company/getCompanyStatus")).data).toEqual({
      status: 1,
      type: 0,
      loss_url: "",
    });
    const { data } = await get("/api/basicSet/getBasicInfo");
    expect(data).toMatchObject({ service_link: "", service_link_type: 1 });
    expect(house.logged.join("")).toContain('"setting":"leaveTo"');
    expect(house.logged.join("")).not.toContain("evil.test");
  });

  it("T27: a service link that is no address of ours never leaves the server", async () => {
    await open();
    for (const mode of ["copyLink", "followLink"]) {
      await set("supportMode", mode);
      for (const link of HOSTILE_LINKS) {
        await set("supportLink", link);
        const { data } = await get("/api/basicSet/getBasicInfo");
        expect([mode, link, data.service_link]).toEqual([mode, link, ""]);
        expect(data.service_link_type).toBe(1);
      }
    }
  });

  it("tells the log of a bad row once, however many visitors come", async () => {
    await open();
    await set("supportMode", "nonsense");
    const told = () => house.logged.filter((line) => line.includes('"setting":"supportMode"'));
    const before = told().length;
    for (let n = 0; n < 5; n += 1) await get("/api/basicSet/getBasicInfo");
    expect(told().length - before).toBe(1);
  });

  it("while it is open, tells no address at all", async () => {
    await open({ pinned: { leaveTo: "https://help.example.com/" } });
    expect((await get("/api/company/getCompanyStatus")).data.loss_url).toBe("");
  });
});

describe("companies", () => {
  it("are at least the configured one, with every field of the specification", async () => {
    await open();
    expect((await get("/api/company/getCompany")).data).toEqual({ data: [WIRE], total: 1 });
    await open({ company: { ...COMPANY, name: "Renamed" } });
    expect((await get("/api/company/getCompany")).data).toMatchObject({
      data: [{ name: "Renamed" }],
      total: 1,
    });
  });

  it("come from the configuration, once each, and are what it says now", async () => {
    const zeta = { ...COMPANY, name: "Zeta" };
    await open({ companies: [zeta, { ...zeta, name: "Eta" }] });
    await addCompany("Theta");
    await open({ companies: [{ ...zeta, email: "new@example.test" }, COMPANY] });
    const { data, total } = (await get("/api/company/getCompany")).data;
    const names = data.map(({ name }: { name: string }) => name);
    expect([total, names]).toEqual([4, ["Example Trading", "Eta", "Theta", "Zeta"]]);
    expect(data[3].email).toBe("new@example.test");
  });

  it("are found by part of a name, whatever its case, and by nothing else", async () => {
    await open();
    for (const name of ["Alpha 100%", "Beta_One", "Gamma\\Two"]) await addCompany(name);
    const namesOf = async (name: string) => {
      const path = `/api/company/getCompany?name=${encodeURIComponent(name)}`;
      return (await get(path)).data.data.map((company: { name: string }) => company.name);
    };
    expect(await namesOf("alpha")).toEqual(["Alpha 100%"]);
    expect(await namesOf("%")).toEqual(["Alpha 100%"]);
    expect(await namesOf("_")).toEqual(["Beta_One"]);
    expect(await namesOf("\\")).toEqual(["Gamma\\Two"]);
    expect(await namesOf("' or 1=1 --")).toEqual([]);
    expect(await namesOf("  ")).toHaveLength(4);
    expect(await get(`/api/company/getCompany?name=${"x".repeat(65)}`)).toMatchObject({
      reason: "FIELD_INVALID",
    });
  });

  it("come in pages of twenty", async () => {
    await open();
    for (let n = 0; n < 24; n += 1) await addCompany(`Company ${String(n).padStart(2, "0")}`);
    const first = (await get("/api/company/getCompany")).data;
    const second = (await get("/api/company/getCompany?page=2")).data;
    expect([first.data.length, second.data.length, first.total]).toEqual([20, 5, 25]);
    expect(first.data[0].name).toBe("Example Trading");
  });

  it("are chosen by a cookie of three years that comes back first", async () => {
    await open();
    const id = await addCompany("Zeta");
    const chosen = await get(`/api/company/select?id=${id}`);
    expect(chosen.data).toMatchObject({ id, name: "Zeta" });
    expect(chosen.cookies).toEqual([
      expect.stringMatching(
        /^__Host-company=\d+\.[\w-]{43}; Path=\/; Max-Age=94608000; HttpOnly; .*; Secure$/,
      ),
    ]);
    const cookie = cookieIn(chosen.cookies);
    expect((await get("/api/company/getCompany", cookie)).data.data[0].name).toBe("Zeta");
    const renewed = await get("/api/company/select", cookie);
    expect(renewed.data.name).toBe("Zeta");
    expect(cookieIn(renewed.cookies)).toBe(cookie);
    expect((await get("/api/company/select")).data.name).toBe("Example Trading");
  });

  it("that do not exist cannot be chosen", async () => {
    await open();
    const refused = await get("/api/company/select?id=999999");
    expect(refused).toMatchObject({ reason: "COMPANY_UNKNOWN", cookies: [] });
    expect(refused.msg).toBe("This company does not exist.");
    expect(await get("/api/company/select?id=0")).toMatchObject({ reason: "FIELD_INVALID" });
    const most = await get("/api/company/select?id=999999999");
    expect(most).toMatchObject({ reason: "COMPANY_UNKNOWN" });
    for (const id of ["2147483648", "9007199254740991"]) {
      const beyond = await get(`/api/company/select?id=${id}`);
      expect(beyond).toMatchObject({ reason: "FIELD_INVALID" });
    }
  });

  it("T82: a cookie that we did not write means the default company", async () => {
    await open();
    const id = await addCompany("Zeta");
    const { cookies } = await get(`/api/company/select?id=${id}`);
    const good = cookieIn(cookies);
    const signature = good.split(".")[1] ?? "";
    const hostile = [
      `company=1.${signature}`,
      `company=${Number(id) + 1}.${signature}`,
      `company=${id}.${"A".repeat(43)}`,
      `company=${id}`,
      `company=${id}.`,
      `company=${id}.${signature}x`,
      `company=0${id}.${signature}`,
      `company=' or 1=1 --`,
      `company=<script>`,
      `company=__proto__.${signature}`,
      `x${good}`,
      `__host-${good.slice("__Host-".length)}`,
      "company",
      ";;;=;",
    ];
    for (const cookie of hostile) {
      const answered = await get("/api/company/select", cookie);
      expect([cookie, answered.data.name]).toEqual([cookie, "Example Trading"]);
    }
    expect((await get("/api/company/select", `a=b; ${good}; c=d`)).data.name).toBe("Zeta");
    const plain = good.slice("__Host-".length);
    expect((await get("/api/company/select", plain)).data.name).toBe("Zeta");
    await house.test.database.deleteFrom("company").where("name", "=", "Zeta").execute();
    expect((await get("/api/company/select", good)).data.name).toBe("Example Trading");
  });
});

describe("the platform's settings", () => {
  it("have the defaults of the specification", async () => {
    await open();
    expect((await get("/api/basicSet/getBasicInfo")).data).toEqual({
      service_link: "",
      service_link_type: 1,
      verify_reg_type: 1,
      trade_fee_type: 2,
      restricted_areas: ["CN", "CU", "IL", "KP", "VU"],
      is_show_mobile: 1,
    });
    expect((await get("/api/default/setting?key=is_show_mobile")).data).toEqual({
      is_show_mobile: 1,
    });
  });

  it("are the operator's to change, but not where the configuration has spoken", async () => {
    await open({ pinned: { verifyMode: "captcha" } });
    await set("verifyMode", "codeAndPhone");
    await set("supportMode", "copyLink");
    await set("supportLink", "https://help.example.com/chat");
    await set("restrictedAreas", "KP");
    await set("isMobileShown", "0");
    expect((await get("/api/basicSet/getBasicInfo")).data).toEqual({
      service_link: "https://help.example.com/chat",
      service_link_type: 2,
      verify_reg_type: 2,
      trade_fee_type: 2,
      restricted_areas: ["KP"],
      is_show_mobile: 0,
    });
  });

  it("that make no sense are the defaults", async () => {
    await open();
    const nonsense = { verifyMode: "none", status: "-1", restrictedAreas: "kp;", constructor: "x" };
    for (const [name, value] of Object.entries(nonsense)) await set(name, value);
    const { data } = await get("/api/basicSet/getBasicInfo");
    expect(data).toMatchObject({ verify_reg_type: 1 });
    expect(data.restricted_areas).toHaveLength(5);
  });

  it("show no mobile numbers where no SMS can be sent", async () => {
    await open({ canSendSms: false });
    expect((await get("/api/default/setting?key=is_show_mobile")).data.is_show_mobile).toBe(0);
  });

  it("that nobody knows are refused, and those that are no text", async () => {
    await open();
    for (const key of ["verify_reg_type", "__proto__", "x"]) {
      expect(await get(`/api/default/setting?key=${key}`)).toMatchObject({
        reason: "SETTING_UNKNOWN",
        msg: "This setting does not exist.",
      });
    }
    expect(await get("/api/default/setting")).toMatchObject({ reason: "FIELD_INVALID" });
  });
});

describe("the manifest", () => {
  it("has the company's name, and is told apart from its older self", async () => {
    await open();
    const heard = await ask(house.gateway(), "/manifest.json");
    expect(heard.headers["content-type"]).toBe("application/manifest+json; charset=utf-8");
    expect(JSON.parse(heard.body)).toMatchObject({
      name: "Example Trading",
      short_name: "Example Trading",
    });
    const { etag = "" } = heard.headers;
    const again = await ask(house.gateway(), "/manifest.json", {
      headers: { "if-none-match": etag },
    });
    expect(again.status).toBe(304);
  });
});
