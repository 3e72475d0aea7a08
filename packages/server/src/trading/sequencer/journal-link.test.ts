// A line to the journal that breaks at the worst of moments.

import { expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { JournalLink } from "./journal-link.ts";
import { systemPace } from "./pace.ts";

const store = {
  storeSnapshot: async () => undefined,
  findAnswer: async () => null,
  countKeys: async () => 0,
  readKeys: async () => undefined,
};

it("F08: a connection that is lost while it is made only fails to be made", async () => {
  const told: Error[] = [];
  const link = new JournalLink({
    shard: 0,
    pace: systemPace,
    log: createLog("silent"),
    store: {
      ...store,
      connect: async (onLost) => {
        // As the driver does it: the loss is told before the question under way is rejected.
        onLost(new Error("the line is cut"));
        throw new Error("the line is cut");
      },
    },
  });
  link.watch((reason) => told.push(reason));
  await expect(link.connect()).rejects.toThrow("the line is cut");
  expect(told).toEqual([]);
});
