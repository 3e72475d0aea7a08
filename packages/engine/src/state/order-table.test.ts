// Orders found by their ids, against a Map: wherever a shard's ids begin, and in any order.

import { InvariantBroken } from "@truetick/money";
import fc from "fast-check";
import { expect, test } from "vitest";
import { orderId } from "../order.ts";
import { NONE } from "./columns.ts";
import { OrderTable } from "./order-table.ts";

const IDS_PER_SHARD = 2 ** 40;
const add = (table: OrderTable, id: number) =>
  table.add({ orderId: orderId(id), isSell: false, isPending: false });

test("finds what lives and nothing else, in a state that does not know its shard", () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 40_000 }), { maxLength: 60 });
  const act = fc.tuple(ids, fc.nat(3), fc.infiniteStream(fc.boolean()));
  fc.assert(
    fc.property(act, ([list, shard, ends]) => {
      const table = new OrderTable(1, 1);
      const live = new Map<number, number>();
      for (const place of list) {
        const id = shard * IDS_PER_SHARD + place;
        const slot = add(table, id);
        live.set(id, slot);
        if (!ends.next().value) continue;
        table.retire(slot);
        table.free(slot);
        live.delete(id);
      }
      for (const place of [...list, 1, 40_001]) {
        const id = shard * IDS_PER_SHARD + place;
        expect(table.slotOf(id)).toBe(live.get(id) ?? NONE);
      }
      expect(table.count).toBe(live.size);
    }),
  );
});

test("refuses the ids of two shards in one state, rather than making room for all between", () => {
  const table = new OrderTable(1, 1);
  add(table, 7);
  expect(() => add(table, IDS_PER_SHARD + 7)).toThrow(InvariantBroken);
  expect(table.slotOf(IDS_PER_SHARD + 7)).toBe(NONE);
});
