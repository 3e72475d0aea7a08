// Uploaded pictures by their calls: who may see which, and what is taken for one (T34, T37).

import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ask } from "../../gateway/testing/open-gateway.ts";
import { drawPicture } from "../../platform/uploads/testing/pictures.ts";
import {
  type Operator,
  openTradingFloor,
  type Trader,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import { caseOf, handIn, postPicture, uploadPicture } from "../testing/certify-member.ts";

const CENTER = "/api/user_real/center";

let floor: TradingFloor;
let ann: Operator;

beforeAll(async () => {
  floor = await openTradingFloor();
  ann = await floor.openStaff(["compliance"]);
});
afterAll(() => floor.close());
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

async function openDocumented(): Promise<Trader> {
  const trader = await floor.openReal();
  const pictures = [await uploadPicture(floor, trader), await uploadPicture(floor, trader)];
  expect((await handIn(floor, trader, { pictures })).code).toBe(1);
  return trader;
}

describe("T37: a picture", () => {
  it("is its owner's, marked for who has opened its case, nothing to others", async () => {
    const trader = await openDocumented();
    const { front_pic } = (await trader.get(CENTER)).data;
    const look = async (token?: string) =>
      await ask(floor.gateway(), front_pic, { headers: token ? { authorization: token } : {} });
    const own = await look(trader.token);
    expect(own.headers).toMatchObject({
      "content-type": "image/jpeg",
      "content-disposition": 'attachment; filename="picture.jpg"',
      "cache-control": "no-store",
    });
    expect((await sharp(own.bytes).metadata()).format).toBe("jpeg");

    const strangers = [
      undefined,
      "nonsense",
      (await floor.openReal()).token,
      (await floor.openDemo()).token,
      (await floor.openStaff(["support"])).token,
      (await floor.openStaff(["finance"])).token,
      (await floor.openStaff(["dealer"])).token,
      ann.token,
    ];
    const nothing = await ask(floor.gateway(), "/files/AAAAAAAAAAAAAAAAAAAAAA");
    for (const token of strangers) {
      const seen = await look(token);
      expect(seen.status).toBe(404);
      expect(seen.body).toBe(nothing.body);
    }
    const id = await caseOf(ann, trader);
    await ann.get("/v1/api/desk/identity/show", { id });
    const marked = await look(ann.token);
    expect(marked.status).toBe(200);
    expect((await sharp(marked.bytes).metadata()).format).toBe("jpeg");
    expect(marked.bytes.equals(own.bytes)).toBe(false);
    for (const token of strangers.slice(0, -1)) expect((await look(token)).status).toBe(404);
    floor.clock.advance(3_600_001);
    expect((await look(ann.token)).status).toBe(404);
  });

  it("T37: of nobody yet is its owner's alone", async () => {
    const trader = await floor.openReal();
    const url = await uploadPicture(floor, trader);
    const admin = await floor.openStaff(["admin"]);
    const headers = { authorization: admin.token };
    expect((await ask(floor.gateway(), url, { headers })).status).toBe(404);
    const own = { headers: { authorization: trader.token } };
    expect((await ask(floor.gateway(), url, own)).status).toBe(200);
    expect((await ask(floor.gateway(), url, { ...own, method: "HEAD" })).status).toBe(200);
  });

  it("T37: of a deposit is for who reads deposits, with a line in the log", async () => {
    const trader = await floor.openReal();
    const url = await uploadPicture(floor, trader);
    await sql`update upload set purpose = 'proof', subject_id = 424242, claimed_at = now()
      where id = ${url.replace("/files/", "")}`.execute(floor.test.database);
    const look = async (token: string) =>
      (await ask(floor.gateway(), url, { headers: { authorization: token } })).status;
    expect(await look((await floor.openStaff(["finance"])).token)).toBe(200);
    expect(await look((await floor.openStaff(["support"])).token)).toBe(404);
    expect(await look((await floor.openStaff(["dealer"])).token)).toBe(404);
    const { rows } = await sql<{ subject_id: string }>`select subject_id from audit_log
      where action = 'deposit.view_proof'`.execute(floor.test.database);
    expect(rows.map(({ subject_id }) => subject_id)).toEqual(["424242"]);
  });

  it("T34: is taken by its bytes, whatever its name says", async () => {
    const trader = await floor.openReal();
    const bytes = await drawPicture("webp");
    for (const fileName of ["a.jpg.php", "../../x.jpg", "a.svg", "a%00.jpg", "", "a".repeat(300)]) {
      const reply = await postPicture(floor, trader, { bytes, fileName });
      expect([fileName, reply.code]).toEqual([fileName, 1]);
      expect(reply.data.url).toMatch(/^\/files\/[A-Za-z0-9_-]{22}$/);
    }
    const html = Buffer.from("<script>alert(1)</script>");
    const refused = await postPicture(floor, trader, { bytes: html, fileName: "a.jpg" });
    expect(refused).toMatchObject({ status: 200, reason: "IMAGE_REFUSED" });
    const demo = await floor.openDemo();
    expect((await postPicture(floor, demo, { bytes })).reason).toBe("ONLY_REAL");
  });
});
