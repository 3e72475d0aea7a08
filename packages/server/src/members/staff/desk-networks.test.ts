// From where the desk exists: networks of both families, single addresses, and nothing else (T84).

import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { clientAddress } from "../../gateway/http/client-address.ts";
import { createDeskNetworks, readNetwork } from "./desk-networks.ts";

describe("networks of the desk", () => {
  it("are everywhere when none is named", () => {
    expect(createDeskNetworks([]).allow("203.0.113.9")).toBe(true);
  });

  it.each([
    ["10.1.2.3", true],
    ["11.0.0.1", false],
    ["203.0.113.9", true],
    ["203.0.113.10", false],
    ["2001:db8:1::5", true],
    ["2001:db9::5", false],
    ["::ffff:10.1.2.3", true],
    ["", false],
    ["unknown", false],
  ])("are these alone when some are: %s %s", (address, isAllowed) => {
    const networks = createDeskNetworks(["10.0.0.0/8", "203.0.113.9", "2001:db8::/32"]);
    expect(networks.allow(address)).toBe(isAllowed);
  });

  it("know the machine itself", () => {
    const address = clientAddress({ headers: {}, socket: { remoteAddress: "::1" } as Socket }, 0);
    expect(createDeskNetworks(["::1"]).allow(address)).toBe(true);
    expect(createDeskNetworks(["::1"]).allow("2001:db8:1:2")).toBe(false);
  });

  it.each([
    ["2001:db8:1:2::7", true],
    ["2001:db8::1", true],
    ["2001:db9:1:2::7", false],
    ["fd00:1:2:3:4:5:6:7", true],
    ["fd00:1:2:4::7", false],
    ["::ffff:10.1.2.3", true],
    ["::1", false],
  ])("know %s by the name that the gateway gives it: %s", (remoteAddress, isAllowed) => {
    const networks = createDeskNetworks(["10.0.0.0/8", "2001:db8::/32", "fd00:1:2:3::/64"]);
    const address = clientAddress({ headers: {}, socket: { remoteAddress } as Socket }, 0);
    expect(networks.allow(address)).toBe(isAllowed);
  });

  it.each(["2001:db8::5", "2001:db8::/96", "2001:db8::/65"])(
    "are not finer than a household: %s is none",
    (text) => expect(readNetwork(text)).toBeNull(),
  );

  it.each(["", "10.0.0.0/33", "10.0.0/8", "2001:db8::/129", "10.0.0.0/8/8", "10.0.0.0/x", "host"])(
    "are no network: %j",
    (text) => expect(readNetwork(text)).toBeNull(),
  );
});
