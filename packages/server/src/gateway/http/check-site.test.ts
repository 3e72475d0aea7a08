// T03: which senders may change something. The matrix is written out, so that a change to the
// rule shows which of these it lets in.

import { describe, expect, it } from "vitest";
import { createOwnOrigin, isFromElsewhere } from "./check-site.ts";

const OWN = "https://trade.example.test";
const isOwn = createOwnOrigin({ publicOrigin: OWN, mode: "live" });

const SITES = [undefined, "same-origin", "same-site", "cross-site", "none"];
const MODES = [undefined, "cors", "same-origin", "no-cors", "navigate", "websocket"];
const DESTS = [undefined, "empty", "document", "image", "script", "iframe"];
const ORIGINS = [undefined, OWN, "https://evil.example", "null", `${OWN}, https://evil.example`];

function headersOf(pairs: Record<string, string | undefined>): Record<string, string> {
  const present = Object.entries(pairs).filter((pair): pair is [string, string] =>
    Boolean(pair[1]),
  );
  return Object.fromEntries(present);
}

describe("T03: requests that change something", () => {
  it("are let in only when every header that is there says: our own page's script", () => {
    const letIn: string[] = [];
    for (const site of SITES) {
      for (const mode of MODES) {
        for (const dest of DESTS) {
          for (const origin of ORIGINS) {
            const headers = headersOf({
              "sec-fetch-site": site,
              "sec-fetch-mode": mode,
              "sec-fetch-dest": dest,
              origin,
            });
            if (!isFromElsewhere(headers, isOwn)) letIn.push([site, mode, dest, origin].join("|"));
          }
        }
      }
    }
    const expected: string[] = [];
    for (const site of [undefined, "same-origin"]) {
      for (const mode of [undefined, "cors", "same-origin"]) {
        for (const dest of [undefined, "empty"]) {
          for (const origin of [undefined, OWN])
            expected.push([site, mode, dest, origin].join("|"));
        }
      }
    }
    expect(letIn).toEqual(expected);
  });

  it.each([
    ["sec-purpose", "prefetch"],
    ["sec-purpose", "prefetch;prerender"],
    ["purpose", "prefetch"],
    ["x-moz", "prefetch"],
    ["x-purpose", "preview"],
  ])("are refused as a guess of the browser: %s: %s", (name, value) => {
    expect(isFromElsewhere({ [name]: value, "sec-fetch-site": "same-origin" }, isOwn)).toBe(true);
  });
});

describe("own origin", () => {
  const sandbox = createOwnOrigin({ publicOrigin: "http://localhost:8080", mode: "sandbox" });
  it.each([
    ["http://localhost:8080", "localhost:8080", true],
    ["http://127.0.0.1:8080", "127.0.0.1:8080", true],
    ["http://192.168.1.5:8080", "192.168.1.5:8080", true],
    ["http://[::1]:8080", "[::1]:8080", true],
    ["http://192.168.1.5:8080", "192.168.1.6:8080", false],
    // A name somebody points at our address must not become ours.
    ["http://evil.example:8080", "evil.example:8080", false],
    ["http://localhost.evil.example:8080", "localhost.evil.example:8080", false],
    ["http://evil.example", undefined, false],
    ["null", "127.0.0.1:8080", false],
  ])("in the sandbox: %s asking %s: %s", (origin, host, expected) => {
    expect(sandbox(origin, host)).toBe(expected);
  });

  it("is the public one alone when live", () => {
    expect(isOwn(OWN, "trade.example.test")).toBe(true);
    expect(isOwn("http://192.168.1.5:8080", "192.168.1.5:8080")).toBe(false);
  });
});
