// The server's own pages, the headers on everything, and the files of the apps.

import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ask,
  type OpenGateway,
  openGateway,
  PUBLIC_ORIGIN,
  partsWith,
} from "../testing/open-gateway.ts";
import { cacheControlOf } from "./assets.ts";

const PAGE = `<!doctype html><title>app</title>${"<p>hello</p>".repeat(100)}`;
const SCRIPT = "export const price = 1;\n".repeat(200);

let folder: string;
let gateway: OpenGateway;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "truetick-assets-"));
  const web = join(folder, "web");
  await mkdir(join(web, "assets"), { recursive: true });
  await mkdir(join(web, ".git"));
  await mkdir(join(folder, "desk/assets"), { recursive: true });
  await writeFile(join(web, "index.html"), PAGE);
  await writeFile(join(web, "assets/app-B1a2_c3D.js"), SCRIPT);
  await writeFile(join(web, "assets/app-B1a2_c3D.js.map"), "{}");
  await writeFile(join(web, "manifest.json"), "{}");
  await writeFile(join(web, "support.html"), "<title>support</title>");
  await writeFile(join(web, "support.js"), "");
  await writeFile(join(web, "assets/inter-B1a2_c3D.woff2"), "font");
  await writeFile(join(web, "logo.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  await writeFile(join(web, ".env"), "SECRET=1");
  await writeFile(join(web, ".git/config"), "secret");
  await writeFile(join(folder, "outside.txt"), "secret");
  await symlink(join(folder, "outside.txt"), join(web, "link.txt"));
  await writeFile(join(folder, "desk/index.html"), "<title>desk</title>");
  gateway = await openGateway({ webFolder: web, deskFolder: join(folder, "desk") });
});
afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true });
});

describe("T28: the page of the support chat", () => {
  it("is framed by our own pages alone, is of no origin, and may ask nobody", async () => {
    const { status, headers, body } = await ask(gateway, "/support");
    expect([status, body]).toEqual([200, "<title>support</title>"]);
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src blob:; " +
        "frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-scripts",
    );
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  });

  it("gets its files although it is of no origin; nothing else opens itself", async () => {
    const corp = async (path: string) =>
      (await ask(gateway, path)).headers["cross-origin-resource-policy"];
    expect(await corp("/support.js")).toBe("cross-origin");
    expect(await corp("/assets/app-B1a2_c3D.js")).toBe("same-origin");
    expect(await corp("/")).toBe("same-origin");
    const shared = async (path: string) =>
      (await ask(gateway, path)).headers["access-control-allow-origin"];
    expect(await shared("/assets/inter-B1a2_c3D.woff2")).toBe("*");
    expect(await shared("/support.js")).toBeUndefined();
    expect(await shared("/api/user/info")).toBeUndefined();
  });

  it("has one address", async () => {
    const headers = { accept: "text/html" };
    expect((await ask(gateway, "/support.html", { headers })).status).toBe(404);
    expect((await ask(gateway, "/support/x", { headers })).status).toBe(404);
  });
});

describe("headers on everything", () => {
  it.each([
    "/",
    "/assets/app-B1a2_c3D.js",
    "/nothing.js",
    "/healthz",
    "/metrics",
    "/openapi.json",
    "/v1/api/forex/trade_list",
    "/v1/api/nothing",
  ])("%s", async (path) => {
    const { headers } = await ask(gateway, path);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
    expect(headers["permissions-policy"]).toContain("camera=()");
    expect(headers["strict-transport-security"]).toBe("max-age=63072000; includeSubDomains");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["content-security-policy"]).toContain("base-uri 'none'");
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    expect(headers["x-powered-by"]).toBeUndefined();
    expect(headers.server).toBeUndefined();
  });

  it("let a page load its own files and nothing else", async () => {
    const { headers } = await ask(gateway, "/");
    expect(String(headers["content-security-policy"]).split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      `connect-src 'self' ${PUBLIC_ORIGIN.replace("https", "wss")}`,
      "manifest-src 'self'",
      "worker-src 'self'",
      "frame-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ]);
  });

  it("say what is in every answer, and in which letters", async () => {
    const typeOf = async (path: string) => (await ask(gateway, path)).headers["content-type"];
    expect(await typeOf("/v1/api/forex/trade_list")).toBe("application/json; charset=utf-8");
    expect(await typeOf("/v1/api/nothing")).toBe("application/json; charset=utf-8");
    expect(await typeOf("/openapi.json")).toBe("application/json; charset=utf-8");
    expect(await typeOf("/assets/app-B1a2_c3D.js")).toBe("text/javascript; charset=utf-8");
    expect(await typeOf("/metrics")).toMatch(/^text\/plain; .*charset=utf-8$/);
  });

  it("do not bind a laptop to HTTPS", async () => {
    const plain = await openGateway({}, { publicOrigin: "http://localhost:8080" });
    const { headers } = await ask(plain, "/healthz");
    expect(headers["strict-transport-security"]).toBeUndefined();
    await plain.stop();
  });
});

describe("files", () => {
  it("the app answers at its screens, fresh every time", async () => {
    for (const path of ["/", "/trade", "/trade/", "/order?type=1", "/mine/withdraw-way?type=1"]) {
      const { status, headers, body } = await ask(gateway, path);
      expect([status, body]).toEqual([200, PAGE]);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["cache-control"]).toBe("no-cache");
    }
    expect((await ask(gateway, "/desk")).body).toBe("<title>desk</title>");
    expect((await ask(gateway, "/desk/queues/deposits")).body).toBe("<title>desk</title>");
  });

  it("a page that has not changed is not sent again", async () => {
    const { etag = "" } = (await ask(gateway, "/")).headers;
    const again = await ask(gateway, "/", { headers: { "if-none-match": etag } });
    expect([again.status, again.body]).toEqual([304, ""]);
    const other = await ask(gateway, "/", { headers: { "if-none-match": 'W/"other"' } });
    expect(other.status).toBe(200);
  });

  it("files named after their content are kept for ever, the others for an hour", () => {
    expect(cacheControlOf("/assets/app-B1a2_c3D.js")).toContain("immutable");
    expect(cacheControlOf("/desk/assets/index-DxQ9-1aZ.css")).toContain("immutable");
    expect(cacheControlOf("/assets/app.js")).toBe("no-cache");
    expect(cacheControlOf("/boot.js")).toBe("no-cache");
    expect(cacheControlOf("/logos/eurusd-majors8.svg")).toContain("max-age=3600");
    expect(cacheControlOf("/sw.js")).toBe("no-cache");
    expect(cacheControlOf("/manifest.json")).toBe("no-cache");
  });

  it("are sent compressed as the browser can read them", async () => {
    const path = "/assets/app-B1a2_c3D.js";
    const askAs = (encoding: string) =>
      ask(gateway, path, { headers: { "accept-encoding": encoding } });
    const brotli = await askAs("gzip, deflate, br");
    expect(brotli.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(SCRIPT);
    const zipped = await askAs("gzip, br;q=0");
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(zipped.bytes).toString()).toBe(SCRIPT);
    const plain = await askAs("identity");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body).toBe(SCRIPT);
    for (const { headers } of [brotli, zipped, plain]) expect(headers.vary).toBe("Accept-Encoding");
    expect(brotli.bytes.length).toBeLessThan(SCRIPT.length / 10);
  });

  it("HEAD tells the length, POST is refused", async () => {
    const head = await ask(gateway, "/", { method: "HEAD" });
    expect([head.status, head.body]).toEqual([200, ""]);
    expect(head.headers["content-length"]).toBe(String(PAGE.length));
    expect((await ask(gateway, "/", { method: "POST" })).status).toBe(405);
    expect((await ask(gateway, "/healthz", { method: "POST" })).status).toBe(405);
  });

  it("a screen nobody knows is the app with status 404, for people only", async () => {
    const person = await ask(gateway, "/mine/nothing", { headers: { accept: "text/html,*/*" } });
    expect([person.status, person.body]).toEqual([404, PAGE]);
    const program = await ask(gateway, "/mine/nothing", { headers: { accept: "*/*" } });
    expect([program.status, JSON.parse(program.body).reason]).toEqual([404, "NOT_FOUND"]);
  });
});

/** What scanners ask every server for. */
const SCAN = [
  "/.env",
  "/.git/config",
  "/.git/HEAD",
  "/.svn/entries",
  "/.DS_Store",
  "/.npmrc",
  "/.ssh/id_rsa",
  "/%2egit/config",
  "/%2e%2e/outside.txt",
  "/../outside.txt",
  "/assets/../../outside.txt",
  "/assets/..%2f..%2foutside.txt",
  "/assets/%2e%2e/%2e%2e/outside.txt",
  "/..%5coutside.txt",
  "/desk/../.env",
  "/desk/.env",
  "/link.txt",
  "/assets/app-B1a2_c3D.js.map",
  "/assets",
  "/assets/",
  "/admin",
  "/administrator/",
  "/wp-login.php",
  "/wp-admin/",
  "/phpmyadmin/",
  "/phpinfo.php",
  "/server-status",
  "/actuator/env",
  "/debug",
  "/debug/pprof/",
  "/console",
  "/graphql",
  "/swagger.json",
  "/api-docs",
  "/api",
  "/v1",
  "/api/v1/users",
  "/api/../../outside.txt",
  "/backup.sql",
  "/dump.tar.gz",
  "/package.json",
  "/package-lock.json",
  "/node_modules/ws/package.json",
  "/src/main.ts",
  "/config.json",
  "/id_rsa",
  "/etc/passwd",
  "/proc/self/environ",
  "/index.html~",
  "/index.html.bak",
  "/web.config",
  "/trace.axd",
];

describe("T90: a scan finds nothing", () => {
  it.each(SCAN)("%s", async (path) => {
    for (const accept of ["*/*", "text/html"]) {
      const { status, body } = await ask(gateway, path, { headers: { accept } });
      expect([400, 404]).toContain(status);
      expect(body).not.toMatch(/secret/i);
    }
  });
});

describe("vital signs", () => {
  it("/healthz: alive", async () => {
    const { status, body } = await ask(gateway, "/healthz");
    expect([status, JSON.parse(body)]).toEqual([200, { alive: true }]);
  });

  it("/readyz: what the server knows of itself", async () => {
    const { status, body } = await ask(gateway, "/readyz");
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({
      ready: true,
      mode: "sandbox",
      feed: "sim",
      isSimulated: true,
      markets: 2,
      newestQuoteAgeMs: 12,
      isFeedFresh: true,
      engine: "trading",
      queuedRows: 0,
      heldQuotes: 0,
      journalSeq: 41,
      isDatabaseReachable: true,
      areMigrationsCurrent: true,
      version: "0.0.0-test",
      uptimeSec: expect.any(Number),
    });
  });

  it.each(["isFeedFresh", "isDatabaseReachable", "areMigrationsCurrent"] as const)(
    "/readyz: not without %s",
    async (sign) => {
      const signs = await partsWith().vitalSigns();
      const sick = await openGateway({ vitalSigns: async () => ({ ...signs, [sign]: false }) });
      const { status, body } = await ask(sick, "/readyz");
      expect([status, JSON.parse(body).ready]).toEqual([503, false]);
      await sick.stop();
    },
  );

  it.each(["recovering", "halted", "stopped"] as const)(
    "/readyz: not while the engine is %s",
    async (engine) => {
      const signs = await partsWith().vitalSigns();
      const sick = await openGateway({ vitalSigns: async () => ({ ...signs, engine }) });
      const { status, body } = await ask(sick, "/readyz");
      expect([status, JSON.parse(body)]).toMatchObject([503, { ready: false, engine }]);
      await sick.stop();
    },
  );

  it("/metrics: whether orders are taken, and what waits", async () => {
    const { body } = await ask(gateway, "/metrics");
    expect(body).toContain("truetick_engine_trading 1\n");
    expect(body).toContain("truetick_journal_queued_rows 3\n");
    expect(body).toContain("truetick_journal_seq 41\n");
    expect(body).toContain('truetick_outbox_waiting{channel="email"} 4\n');
    expect(body).toContain('truetick_outbox_ended_total{channel="push",state="refused"} 5\n');
    expect(body).toContain("truetick_inbox_lag_rows 6\n");
    expect(body).toContain("truetick_price_alerts_waiting 8\n");
  });

  it("/readyz: a probe that breaks is not ready, and a thousand looks are one probe", async () => {
    let probes = 0;
    const sick = await openGateway({
      vitalSigns: async () => {
        probes += 1;
        throw new Error("secret detail");
      },
    });
    const looks = await Promise.all(Array.from({ length: 50 }, () => ask(sick, "/readyz")));
    expect(looks.every(({ status }) => status === 503)).toBe(true);
    expect(looks[0]?.body).not.toContain("secret");
    expect(probes).toBe(1);
    await sick.stop();
  });

  it("/metrics: requests, quotes, sockets, connections, the process", async () => {
    await ask(gateway, "/v1/api/forex/trade_list");
    const { status, body } = await ask(gateway, "/metrics");
    expect(status).toBe(200);
    for (const line of [
      'truetick_http_request_seconds_count{call="listMarkets",result="ok"}',
      'truetick_http_request_seconds_count{call="none",result="NOT_FOUND"}',
      "truetick_quotes_accepted_total 7",
      'truetick_quotes_refused_total{source="sim",reason="CROSSED"} 2',
      'truetick_source_ticks_total{source="sim"} 9',
      'truetick_source_silent{source="sim"} 0',
      "truetick_sockets_open 0",
      'truetick_database_connections{state="idle"} 2',
      "nodejs_eventloop_lag_seconds",
      "process_resident_memory_bytes",
    ]) {
      expect(body).toContain(line);
    }
  });

  it("/openapi.json: the calls, sent again only when they changed", async () => {
    const { status, headers, body } = await ask(gateway, "/openapi.json");
    expect(status).toBe(200);
    expect(Object.keys(JSON.parse(body).paths)).toContain("/v1/api/forex/trade_list");
    const { etag = "" } = headers;
    const again = await ask(gateway, "/openapi.json", { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
  });
});
