// deploy/nginx as it runs: nginx takes it without a warning, and in front of gateways it does what
// they rely on. What a client says of its own address is dropped (TRUST_PROXY=1), a request goes to
// one gateway once, the back office and the figures are not for everybody, limits are the
// gateway's, the live socket passes.

import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import {
  createServer,
  type IncomingMessage,
  request as plainRequest,
  type Server,
} from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { ensureProgram } from "../../scripts/debian-program.mjs";
import { freePort, killAll, startProgram } from "../program.ts";
import { checkProxy, HOST, type ProxyPlan, startProxy } from "./proxy.ts";

const nginx = ensureProgram({ packageName: "nginx", path: "usr/sbin/nginx" }, console.log);
const base = realpathSync(mkdtempSync(join(tmpdir(), "truetick-proxy-")));
chmodSync(base, 0o755);

type Seen = { readonly url: string; readonly headers: IncomingMessage["headers"] };
type Answer = { readonly status: number; readonly text: string };

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
  await killAll();
  rmSync(base, { recursive: true, force: true });
});

async function planFor(name: string, given: Partial<ProxyPlan>): Promise<ProxyPlan> {
  const ports = { plain: await freePort(), secure: await freePort() };
  const folder = join(base, name);
  return { nginx: nginx ?? "", folder, ports, gateways: [], isInside: true, ...given };
}

/** A gateway that remembers who asked, and hangs up when it is told to. */
async function openEcho(seen: Seen[]): Promise<number> {
  const port = await freePort();
  const server: Server = createServer((asked, answer) => {
    seen.push({ url: asked.url ?? "", headers: asked.headers });
    asked.resume();
    asked.on("end", () =>
      asked.url === "/v1/hang-up" ? asked.socket.destroy() : answer.end("ok"),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  stops.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  );
  return port;
}

function ask(
  port: number,
  path: string,
  { headers = {}, bytes = 0 }: { headers?: Record<string, string>; bytes?: number } = {},
): Promise<Answer> {
  const method = bytes > 0 ? "POST" : "GET";
  const place = { port, host: "127.0.0.1", servername: HOST, rejectUnauthorized: false };
  const said = { host: HOST, ...headers, ...(bytes > 0 && { "content-length": String(bytes) }) };
  return new Promise((resolve, reject) => {
    const asked = request({ ...place, path, method, headers: said, agent: false }, (answer) => {
      let text = "";
      answer.on("data", (chunk) => {
        text += chunk;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asked.on("error", reject);
    asked.end(Buffer.alloc(bytes, "a"));
  });
}

describe.skipIf(nginx === null)("deploy/nginx", () => {
  it("is taken by nginx without a warning", async () => {
    const { isFine, said } = checkProxy(await planFor("checked", { gateways: [9] }));
    expect([isFine, said]).toEqual([true, expect.stringContaining("is successful")]);
    expect(said).not.toContain("[warn]");
  });

  describe("in front of two gateways", () => {
    const seen: Seen[] = [];
    let plan: ProxyPlan;
    beforeAll(async () => {
      const gateways = [await openEcho(seen), await openEcho(seen)];
      plan = await planFor("inside", { gateways });
      stops.push((await startProxy(plan)).stop);
    });

    it("tells them the address it saw, whatever a client claims (T11)", async () => {
      const headers = { "x-forwarded-for": "203.0.113.7", forwarded: "for=203.0.113.7" };
      expect(await ask(plan.ports.secure, "/who", { headers })).toMatchObject({ status: 200 });
      const [asked] = seen.filter(({ url }) => url === "/who");
      expect(asked?.headers).toMatchObject({ host: HOST, "x-forwarded-for": "127.0.0.1" });
      expect(asked?.headers).not.toHaveProperty("forwarded");
      expect(asked?.headers["x-forwarded-proto"]).toBe("https");
    });

    it("sends no request a second time: a GET may be an order (T01)", async () => {
      expect(await ask(plan.ports.secure, "/v1/hang-up")).toMatchObject({ status: 502 });
      expect(seen.filter(({ url }) => url === "/v1/hang-up")).toHaveLength(1);
    });

    it("keeps figures from everybody, and the back office from elsewhere", async () => {
      for (const path of ["/metrics", "/readyz"]) {
        expect([path, (await ask(plan.ports.secure, path)).status]).toEqual([path, 404]);
      }
      const elsewhere = await planFor("outside", { gateways: plan.gateways, isInside: false });
      stops.push((await startProxy(elsewhere)).stop);
      for (const path of [
        "/desk",
        "/desk/orders",
        "/v1/api/desk/me",
        "/v1/api/desk/picture/upload",
      ]) {
        const answers = [
          await ask(plan.ports.secure, path),
          await ask(elsewhere.ports.secure, path),
        ];
        expect([path, ...answers.map(({ status }) => status)]).toEqual([path, 200, 404]);
      }
      expect((await ask(elsewhere.ports.secure, "/deskwork")).status).toBe(200);
    });

    it("takes pictures of 10 MB where pictures go, and little elsewhere (T36)", async () => {
      const send = async (path: string, bytes: number) =>
        (await ask(plan.ports.secure, path, { bytes })).status;
      expect(await send("/api/common/image_upload", 10_008_192)).toBe(200);
      expect(await send("/api/common/image_upload", 12_000_000)).toBe(413);
      expect(await send("/api/user/loginForU", 900_000)).toBe(200);
      expect(await send("/api/user/loginForU", 1_200_000)).toBe(413);
    });

    it("knows one host, leads people to https, and hears no program without it", async () => {
      const refused = await new Promise<string>((resolve) => {
        const place = { port: plan.ports.secure, host: "127.0.0.1", rejectUnauthorized: false };
        connectTls({ ...place, servername: "other.example.test" }, () => resolve("let in"))
          .on("error", (error) => resolve(String(error)))
          .on("close", () => resolve("closed"));
      });
      expect(refused).not.toBe("let in");
      const plainly = (path: string) =>
        new Promise<IncomingMessage>((resolve) => {
          const place = { port: plan.ports.plain, host: "127.0.0.1", path, agent: false } as const;
          plainRequest({ ...place, headers: { host: HOST } }, resolve).end();
        });
      const moved = await plainly("/rank?a=1");
      moved.resume();
      const program = await plainly("/api/user/loginForU");
      program.resume();
      expect(program.statusCode).toBe(403);
      expect([moved.statusCode, moved.headers.location]).toEqual([301, `https://${HOST}/rank?a=1`]);
    });
  });

  it("serves the real thing: pages over HTTP/2, our own refusals, the live socket", async () => {
    const port = await freePort();
    const settings = { PORT: String(port), TRUST_PROXY: "1", PUBLIC_ORIGIN: `https://${HOST}` };
    await startProgram({ dataDir: join(base, "data"), settings });
    const plan = await planFor("real", { gateways: [port] });
    stops.push((await startProxy(plan)).stop);
    const { secure } = plan.ports;
    const page = await new Promise<Record<string, unknown>>((resolve, reject) => {
      const options = { servername: HOST, rejectUnauthorized: false };
      const session = connectHttp2(`https://127.0.0.1:${secure}`, options);
      session.on("error", reject);
      const asked = session.request({ ":path": "/", ":authority": HOST });
      asked.on("response", (headers) => {
        asked.close();
        session.close();
        resolve(headers);
      });
    });
    expect(page).toMatchObject({
      ":status": 200,
      "strict-transport-security": expect.stringContaining("max-age="),
      "content-security-policy": expect.any(String),
    });
    const refused = await ask(secure, "/api/user/loginForU", { bytes: 40_000 });
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([413, { data: null }]);
    const pong = await new Promise<string>((resolve, reject) => {
      const options = {
        servername: HOST,
        rejectUnauthorized: false,
        headers: { host: HOST },
        origin: `https://${HOST}`,
      };
      const socket = new WebSocket(`wss://127.0.0.1:${secure}/v1/ws`, options);
      socket.on("error", reject);
      socket.on("open", () => socket.send("ping"));
      socket.on("message", (heard) => {
        if (String(heard) !== "pong") return;
        socket.close();
        resolve(String(heard));
      });
    });
    expect(pong).toBe("pong");
  });
});
