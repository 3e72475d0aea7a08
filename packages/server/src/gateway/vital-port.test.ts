// The port of an engine, a feed or the jobs over real HTTP: starting, ready, not ready, figures,
// and nothing else.

import { afterEach, describe, expect, it, vi } from "vitest";
import { startVitalPort, type VitalPort } from "./vital-port.ts";

const SETTINGS = {
  port: 0,
  mode: "sandbox",
  publicOrigin: "http://localhost",
  version: "1.2.3",
} as const;

let opened: VitalPort | null = null;
afterEach(async () => {
  vi.useRealTimers();
  await opened?.stop();
  opened = null;
});

async function openPort() {
  opened = await startVitalPort(SETTINGS);
  const { port, attach } = opened;
  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
  return { attach, ask };
}

describe("the port of a process that serves nobody", () => {
  it("lives from the start and is ready when its parts say so", async () => {
    const { attach, ask } = await openPort();
    expect((await ask("/healthz")).status).toBe(200);
    expect((await ask("/readyz")).status).toBe(503);
    attach({ signs: async () => ({ isReady: true, shards: [1] }), figures: [] });
    const ready = await ask("/readyz");
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ ready: true, shards: [1], version: "1.2.3" });
  });

  it("is not ready when a part says so or cannot tell", async () => {
    const { attach, ask } = await openPort();
    const signs = vi.fn(async () => ({ isReady: false }));
    attach({ signs, figures: [] });
    expect((await ask("/readyz")).status).toBe(503);
    const broken = await openPort();
    broken.attach({ signs: () => Promise.reject(new Error("gone")), figures: [] });
    expect((await broken.ask("/readyz")).status).toBe(503);
  });

  it("shows its figures, and answers no other path and no other method", async () => {
    const { attach, ask } = await openPort();
    const figure = { name: "truetick_shards_owned", help: "Shards", value: () => 2 };
    // Two roles in one process may both know it.
    const figures = [{ ...figure, value: () => 1 }, figure];
    attach({ signs: async () => ({ isReady: true }), figures });
    expect(await (await ask("/metrics")).text()).toContain("truetick_shards_owned 2");
    for (const path of ["/", "/desk", "/v1/api/forex/list", "/readyz?x=1"]) {
      expect((await ask(path)).status).toBe(404);
    }
    expect((await ask("/readyz", { method: "POST" })).status).toBe(404);
  });
});
