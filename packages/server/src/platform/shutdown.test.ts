// The way down: in reverse, each part once, in time.

import { describe, expect, it } from "vitest";
import { createLog } from "./log.ts";
import { createShutdown } from "./shutdown.ts";

const log = createLog("silent");

describe("shutdown", () => {
  it("stops what was started last first, and goes on past a part that fails", async () => {
    const stopped: string[] = [];
    const shutdown = createShutdown(log);
    shutdown.add("database", async () => void stopped.push("database"));
    shutdown.add("trading", () => Promise.reject(new Error("stuck")));
    shutdown.add("gateway", async () => void stopped.push("gateway"));
    await shutdown.run();
    expect(stopped).toEqual(["gateway", "database"]);
  });

  it("moves a part that is added again to the front", async () => {
    const stopped: string[] = [];
    const shutdown = createShutdown(log);
    for (const part of ["gateway", "database", "gateway"]) {
      shutdown.add(part, async () => void stopped.push(part));
    }
    await shutdown.run();
    expect(stopped).toEqual(["gateway", "database"]);
  });

  it("stops everything once, however often it is asked", async () => {
    const stops: string[] = [];
    const shutdown = createShutdown(log);
    shutdown.add("part", async () => void stops.push("part"));
    await Promise.all([shutdown.run(), shutdown.run()]);
    await shutdown.run();
    expect(stops).toEqual(["part"]);
  });

  it("does not wait for a part that never ends", async () => {
    const startedAt = performance.now();
    const shutdown = createShutdown(log, 50);
    shutdown.add("stuck", () => new Promise(() => undefined));
    await shutdown.run();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
