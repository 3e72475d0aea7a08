// What the proxy of deploy/nginx lets through, as its configuration says: versions and suites of
// TLS, plain HTTP, what is for the inside, and what a client may not make up (docs/asvs.md).

import { describe, expect, it } from "vitest";
import { readText } from "./deploy-files.ts";

const SITE = readText("deploy/nginx/truetick.conf");
const SERVERS = SITE.split(/^server \{$/m).slice(1);
const PLAIN = SERVERS.find((server) => /listen 80;/.test(server)) ?? "";
const ENCRYPTED = SERVERS.find((server) => /ssl_certificate /.test(server)) ?? "";

const settingOf = (server: string, name: string) =>
  new RegExp(`^\\s*${name} ([^;]+);`, "m").exec(server)?.[1];

describe("TLS", () => {
  it("is 1.2 or 1.3", () => {
    expect(settingOf(ENCRYPTED, "ssl_protocols")).toBe("TLSv1.2 TLSv1.3");
  });

  it("has suites with forward secrecy and authenticated encryption alone", () => {
    const suites = settingOf(ENCRYPTED, "ssl_ciphers")?.split(":") ?? [];
    expect(suites.length).toBeGreaterThan(3);
    const weak = suites.filter((suite) => !/^ECDHE-\w+-(?:AES\d+-GCM|CHACHA20)/.test(suite));
    expect(weak).toEqual([]);
  });

  it("is refused to who names another host, and takes no first flight that can be replayed", () => {
    expect(SITE).toMatch(/default_server;[\s\S]*?ssl_reject_handshake on;/);
    expect(settingOf(ENCRYPTED, "ssl_early_data")).toBe("off");
  });
});

describe("plain HTTP", () => {
  /** What nginx would answer: the first expression that fits, else the longest beginning. */
  function answerTo(path: string): string {
    const places = [...PLAIN.matchAll(/location (~ )?(\S+) \{([^}]*)\}/g)];
    const byExpression = places.find(([, sign, at = ""]) => sign && new RegExp(at).test(path));
    const byBeginning = places
      .filter(([, sign, at = ""]) => !sign && path.startsWith(at))
      .sort(([, , a = ""], [, , b = ""]) => b.length - a.length)[0];
    return (byExpression ?? byBeginning)?.[3]?.trim() ?? "";
  }

  it.each(["/", "/trade", "/login?from=/order", "/apidocs"])("leads people on: %s", (path) => {
    expect(answerTo(path)).toBe("return 301 https://trade.example.test$request_uri;");
  });

  const programs = ["/api", "/v1/api"].map((root) => `${root}/any/call?type=1`);
  it.each([...programs, "/v1/ws", "/files/3", "/openapi.json"])("refuses programs: %s", (path) => {
    expect(answerTo(path.split("?")[0] ?? "")).toBe("return 403;");
  });
});

describe("the inside", () => {
  it("keeps its figures: /metrics and /readyz are nothing to the world", () => {
    expect(ENCRYPTED).toMatch(/location ~ \^\/\(\?:metrics\|readyz\)\$ \{\s*return 404;\s*\}/);
  });

  it("is told the address that the proxy itself saw, whatever a client wrote", () => {
    const headers = readText("deploy/nginx/proxy-headers.conf");
    expect(headers).toContain("proxy_set_header X-Forwarded-For $remote_addr;");
    expect(headers).toContain('proxy_set_header Forwarded "";');
  });
});

describe("the files of the apps", () => {
  it("are asked of the next gateway too: a page may be of the other build (F24)", () => {
    const place = /location \/assets\/ \{([^}]*)\}/.exec(ENCRYPTED)?.[1] ?? "";
    expect(settingOf(place, "proxy_next_upstream")).toBe("error timeout http_404");
  });
});
