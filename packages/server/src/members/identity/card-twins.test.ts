// T40: a number that looks like another's is another's, whatever script it is typed in; numbers of
// every script are taken.

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Operator, openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";
import { caseOf, handIn } from "../testing/certify-member.ts";

const DESK = "/v1/api/desk/identity";

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

describe("T40: one document in several spellings", () => {
  it.each([
    ["in Arabic digits", "AB٣٤٥٦٧٨"],
    ["in Devanagari digits", "AB३४५६७८"],
    ["in Cyrillic", "АВ345678"],
    ["in Greek", "Αβ345678"],
    ["in fullwidth letters", "ＡＢ３４５６７８"],
    ["in a mixture", "Аb٣४5678"],
    ["in Cherokee", "ᎪᏴ345678"],
  ])("is flagged when it is spelled %s, and stands as it was typed", async (_how, cardId) => {
    const [first, second] = [await floor.openReal(), await floor.openReal()];
    // Each row has a document of its own.
    const own = String(first.userId).padStart(6, "0");
    await handIn(floor, first, { cardId: `AB345678${own}` });
    await handIn(floor, second, { cardId: `${cardId}${own}` });
    const shown = (await ann.get(`${DESK}/show`, { id: await caseOf(ann, second) })).data;
    expect(shown.is_duplicate).toBe(true);
    expect(shown.card_id).toBe(`${cardId.normalize("NFKC").toUpperCase()}${own}`);
  });

  it.each(["IV-АБ 123456", "內字第123456號", "١٢٣٤٥٦٧٨٩٠", "ЖЩ1234567", "กข1234567"])(
    "real ones of other scripts are their own: %s",
    async (cardId) => {
      const [first, second] = [await floor.openReal(), await floor.openReal()];
      expect((await handIn(floor, first, { cardId })).code).toBe(1);
      await handIn(floor, second, { cardId: cardId.replace(/[1١]/, "9") });
      const { data } = await ann.get(`${DESK}/show`, { id: await caseOf(ann, second) });
      expect(data).toMatchObject({ is_duplicate: false });
    },
  );
});
