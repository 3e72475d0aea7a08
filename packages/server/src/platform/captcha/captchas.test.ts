// T24: a captcha is a picture that tells nothing else, for one answer, one purpose, one part of the
// network and two minutes.

import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { type Captchas, createCaptchas } from "./captchas.ts";
import { drawCaptcha } from "./draw-captcha.ts";

const clock = createFakeClock();
const use = { purpose: "login", address: "203.0.113.7" } as const;
let test: TestDatabase;
let captchas: Captchas;
let letters = "";

beforeAll(async () => {
  test = await createTestDatabase();
  captchas = createCaptchas({
    database: test.database,
    clock,
    key: randomBytes(32),
    drawLetters: async () => {
      const drawn = await drawCaptcha();
      letters = drawn.letters;
      return drawn;
    },
  });
});
afterAll(() => test.close());

describe("T24: a captcha", () => {
  it("is a PNG of a fair size that holds its letters in its pixels alone", async () => {
    const { id, image } = await captchas.draw(use);
    expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
    const [head, body = ""] = image.split(",");
    expect(head).toBe("data:image/png;base64");
    const png = Buffer.from(body, "base64");
    expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 200, height: 72 });
    expect(png.includes(letters)).toBe(false);
    expect(png.includes("<svg")).toBe(false);
    const { rows } = await readRows();
    expect(JSON.stringify(rows)).not.toContain(letters);
  });

  it("takes its answer once, in any case, with spaces", async () => {
    const { id } = await captchas.draw(use);
    const answer = ` ${letters.toUpperCase().split("").join(" ")}`;
    expect(await captchas.isRight({ id, answer }, use)).toBe(true);
    expect(await captchas.isRight({ id, answer }, use)).toBe(false);
  });

  it("is used up by a wrong answer", async () => {
    const { id } = await captchas.draw(use);
    expect(await captchas.isRight({ id, answer: "wrong" }, use)).toBe(false);
    expect(await captchas.isRight({ id, answer: letters }, use)).toBe(false);
  });

  it("of a hundred right answers at once takes one", async () => {
    const { id } = await captchas.draw(use);
    const right = letters;
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => captchas.isRight({ id, answer: right }, use)),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  it.each([
    ["another purpose", { ...use, purpose: "register" }],
    ["another network", { ...use, address: "198.51.100.7" }],
  ] as const)("is nothing for %s", async (_what, other) => {
    const { id } = await captchas.draw(use);
    expect(await captchas.isRight({ id, answer: letters }, other)).toBe(false);
  });

  it("is good in the neighbourhood it was drawn for", async () => {
    const { id } = await captchas.draw(use);
    expect(await captchas.isRight({ id, answer: letters }, { ...use, address: "203.0.9.9" })).toBe(
      true,
    );
  });

  it("is old after two minutes", async () => {
    const { id } = await captchas.draw(use);
    clock.advance(120_001);
    expect(await captchas.isRight({ id, answer: letters }, use)).toBe(false);
  });

  it("is never drawn twice", async () => {
    const pictures = new Set<string>();
    for (let count = 0; count < 150; count += 1) {
      pictures.add((await drawCaptcha()).png.toString("base64"));
    }
    expect(pictures.size).toBe(150);
  });
});

async function readRows() {
  return { rows: await test.database.selectFrom("captcha").selectAll().execute() };
}
