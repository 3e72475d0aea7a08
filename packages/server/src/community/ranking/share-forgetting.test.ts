// Who joins the list at one gateway is in the ranking of the other.

import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Bus } from "../../platform/bus/bus.ts";
import { createMemoryBus } from "../../platform/bus/memory-bus.ts";
import { createLog } from "../../platform/log.ts";
import { createNews } from "../../platform/news/news.ts";
import { shareForgetting } from "./share-forgetting.ts";

const log = createLog("silent");
let bus: Bus;
beforeAll(() => {
  bus = createMemoryBus(log);
});
afterAll(() => bus.stop());

function openGateway() {
  const kept = { looks: 0 };
  const own = {
    forget: () => {
      kept.looks += 1;
    },
  };
  return { kept, ...shareForgetting(own, createNews({ bus, log })) };
}

it("is forgotten here and elsewhere, once, and not after a stop", async () => {
  const [one, two] = [openGateway(), openGateway()];
  one.shared.forget();
  expect(one.kept.looks).toBe(1);
  await vi.waitFor(() => expect(two.kept.looks).toBe(1));
  expect(one.kept.looks).toBe(1);
  two.stop();
  one.shared.forget();
  await vi.waitFor(() => expect(one.kept.looks).toBe(2));
  expect(two.kept.looks).toBe(1);
  one.stop();
});
