// The address of whoever sent a request, for limits and nothing else: it is never logged.
// Proxies append what they saw to X-Forwarded-For; only as many words from its end count as
// there are proxies of ours in front, the rest is the caller's own invention.

import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

export function clientAddress(
  request: Pick<IncomingMessage, "headers" | "socket">,
  trustedProxies: number,
): string {
  const direct = request.socket.remoteAddress ?? "";
  const forwarded = request.headers["x-forwarded-for"];
  if (trustedProxies === 0 || forwarded === undefined) return canonical(direct);
  const hops = String(forwarded).split(",");
  const claimed = hops[Math.max(0, hops.length - trustedProxies)]?.trim() ?? "";
  return canonical(isIP(claimed) === 0 ? direct : claimed);
}

/** Of connections that are open, mostly: each asks many times. */
const known = new Map<string, string>();
const KNOWN_MAX = 10_000;

function canonical(address: string): string {
  const before = known.get(address);
  if (before !== undefined) return before;
  const name = householdOf(address);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(address, name);
  return name;
}

/** One name per household: IPv4 as it is, IPv6 by its first 64 bits, which one caller owns. */
function householdOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIP(address) !== 6) return address;
  const [head = "", tail = ""] = address.split("::");
  const first = head.split(":").filter(Boolean);
  const last = tail.split(":").filter(Boolean);
  if (address.includes("::")) {
    while (first.length + last.length < 8) first.push("0");
  }
  return [...first, ...last].slice(0, 4).join(":").toLowerCase();
}
