// From where the desk may be used at all: everywhere, or the networks that the installation names
// (T84). Used by the gateway and by sessions and logins of the staff: from elsewhere the desk does
// not exist. Of IPv6 the first 64 bits are known, so no network is finer than that.

import { BlockList, isIP } from "node:net";

const HOUSEHOLD_BITS = 64;

export type DeskNetworks = { readonly allow: (address: string) => boolean };

/** In CIDR notation; none: everywhere. What cannot be read was refused by the configuration. */
export function createDeskNetworks(networks: readonly string[]): DeskNetworks {
  if (networks.length === 0) return { allow: () => true };
  const list = new BlockList();
  for (const network of networks) {
    const read = readNetwork(network);
    if (!read) throw new Error("Invariant: the configuration names networks");
    list.addSubnet(read.address, read.prefix, read.family);
  }
  return {
    allow: (name) => {
      // A household's name is the beginning of its addresses.
      const address = isIP(`${name}::`) === 6 ? `${name}::` : name;
      const version = isIP(address);
      return version !== 0 && list.check(address, version === 6 ? "ipv6" : "ipv4");
    },
  };
}

/** "10.0.0.0/8", "2001:db8::/32", one address of IPv4, or "::1"; null when it is none of them. */
export function readNetwork(
  text: string,
): { address: string; prefix: number; family: "ipv4" | "ipv6" } | null {
  if (text === "::1") return { address: "::", prefix: HOUSEHOLD_BITS, family: "ipv6" };
  const [address = "", length, rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest !== undefined) return null;
  const bits = version === 6 ? 128 : 32;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return null;
  const prefix = length === undefined ? bits : Number(length);
  if (prefix > (version === 6 ? HOUSEHOLD_BITS : 32)) return null;
  return { address, prefix, family: version === 6 ? "ipv6" : "ipv4" };
}
