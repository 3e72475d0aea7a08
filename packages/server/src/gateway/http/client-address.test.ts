// Whose address counts: the connection's, or what our own proxies said; never the caller's word.

import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { createMemoryBus } from "../../platform/bus/memory-bus.ts";
import { createLog } from "../../platform/log.ts";
import { isLoopback } from "../../platform/loopback.ts";
import { createNews } from "../../platform/news/news.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createAddressLimit } from "./address-limit.ts";
import { clientAddress } from "./client-address.ts";

function from(remoteAddress: string, forwarded?: string) {
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  // Only these two parts of a request are looked at.
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}

describe("client address", () => {
  it.each([
    ["10.0.0.9", undefined, 0, "10.0.0.9"],
    ["10.0.0.9", "1.2.3.4", 0, "10.0.0.9"],
    ["10.0.0.9", "1.2.3.4", 1, "1.2.3.4"],
    ["10.0.0.9", "6.6.6.6, 1.2.3.4", 1, "1.2.3.4"],
    ["10.0.0.9", "6.6.6.6, 1.2.3.4, 10.0.0.8", 2, "1.2.3.4"],
    ["10.0.0.9", "nonsense", 1, "10.0.0.9"],
    ["::ffff:1.2.3.4", undefined, 0, "1.2.3.4"],
    ["2001:db8:1:2:3:4:5:6", undefined, 0, "2001:db8:1:2"],
    ["2001:db8:1:2::7", undefined, 0, "2001:db8:1:2"],
    ["2001:DB8::7", undefined, 0, "2001:db8:0:0"],
  ])("%s forwarded as %s through %i proxies is %s", (remote, forwarded, proxies, expected) => {
    expect(clientAddress(from(remote, forwarded), proxies)).toBe(expected);
  });

  it("knows the machine itself in both spellings", () => {
    expect(isLoopback(clientAddress(from("::1"), 0))).toBe(true);
    expect(isLoopback(clientAddress(from("::ffff:127.0.0.1"), 0))).toBe(true);
    expect(isLoopback("128.0.0.1")).toBe(false);
  });
});

describe("address limit", () => {
  it("lets a burst through, then a steady rate, each address for itself", () => {
    const clock = createFakeClock();
    const limit = createAddressLimit(clock);
    const allowed = (address: string, times: number) =>
      Array.from({ length: times }, () => limit.allows(address)).filter(Boolean).length;
    expect(allowed("1.2.3.4", 1_000)).toBe(600);
    expect(allowed("1.2.3.5", 10)).toBe(10);
    clock.advance(1_000);
    expect(allowed("1.2.3.4", 1_000)).toBe(60);
    clock.advance(3_600_000);
    expect(allowed("1.2.3.4", 1_000)).toBe(600);
  });

  it("T11: gateways that know each other count together, but for a handful", async () => {
    const bus = createMemoryBus();
    const log = createLog("silent");
    const clock = createFakeClock();
    const limits = [1, 2, 3].map(() => createAddressLimit(clock, createNews({ bus, log })));
    let allowed = 0;
    for (let at = 0; at < 3_000; at += 1) {
      if (limits[at % 3]?.allows("1.2.3.4")) allowed += 1;
      if (at % 5 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(allowed).toBeGreaterThanOrEqual(600);
    // Each of the two others may have some that it has not told yet.
    expect(allowed).toBeLessThanOrEqual(640);
  });

  it("forgets who has been quiet for long enough to begin anew, and nobody else", () => {
    const clock = createFakeClock();
    const limit = createAddressLimit(clock);
    for (let at = 0; at < 600; at += 1) limit.allows("1.2.3.4");
    for (let at = 0; at < 500; at += 1) limit.allows(`5.6.7.${at}`);
    clock.advance(9_000);
    limit.allows("9.9.9.9");
    // The first has 540 of its 600 back; who is behind it waits with it.
    expect(limit.remembered()).toBe(502);
    clock.advance(1_000);
    limit.allows("9.9.9.9");
    expect(limit.remembered()).toBe(1);
  });

  it("T11: remembers a bounded number of addresses, however many ask", () => {
    const limit = createAddressLimit(createFakeClock());
    for (let at = 0; at < 100_500; at += 1) limit.allows(`10.0.${at}`);
    expect(limit.remembered()).toBe(100_000);
  });

  it("never limits the machine itself", () => {
    const limit = createAddressLimit(createFakeClock());
    for (let at = 0; at < 5_000; at += 1) expect(limit.allows("127.0.0.1")).toBe(true);
  });
});
