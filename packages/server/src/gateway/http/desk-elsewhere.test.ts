// T84: from outside of the networks that the desk is for, none of its paths is there, whoever asks
// by whatever method; from inside, all are.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CALLS, type Call } from "@truetick/contract/calls";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDeskNetworks } from "../../members/staff/desk-networks.ts";
import { refuse } from "../../platform/handler.ts";
import { ask, type OpenGateway, openGateway } from "../testing/open-gateway.ts";

const INSIDE = "2001:db8:1:2::7";
const OUTSIDE = "2001:db9:1:2::7";
const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"] as const;
const calls: readonly (readonly [string, Call])[] = Object.entries(CALLS);
const ofDesk = calls.filter(([, { path }]) => path.startsWith("/v1/api/desk/"));

let gateway: OpenGateway;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "truetick-desk-"));
  await writeFile(join(folder, "index.html"), "<!doctype html><title>desk</title>");
  const area = Object.fromEntries(calls.map(([name]) => [name, () => refuse("BUSY")]));
  const { allow } = createDeskNetworks(["2001:db8::/32"]);
  const parts = { calls: CALLS, areas: [area], allowsDesk: allow, deskFolder: folder };
  gateway = await openGateway(parts, { trustedProxies: 1 });
});
afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true });
});

async function hear(path: string, method: string, address: string) {
  const isPost = method === "POST";
  const { status, body, headers } = await ask(gateway, path, {
    method,
    headers: {
      lang: "en",
      "x-forwarded-for": address,
      ...(isPost && { "content-type": "application/x-www-form-urlencoded" }),
    },
    ...(isPost && { body: "nonsense" }),
  });
  return { status, body, allow: headers.allow };
}

it.each(METHODS)("%s of each of its paths is answered as an unknown path is", async (method) => {
  const unknown = await hear("/v1/api/desk/nothing", method, OUTSIDE);
  for (const [name, { path }] of ofDesk) {
    expect([name, await hear(path, method, OUTSIDE)]).toEqual([name, unknown]);
  }
});

it("its pages are there from inside, and from elsewhere they are not", async () => {
  for (const path of ["/desk", "/desk/users", "/desk/index.html"]) {
    const unknown = await hear(path.replace("desk", "none"), "GET", OUTSIDE);
    expect([path, await hear(path, "GET", OUTSIDE)]).toEqual([path, unknown]);
  }
  expect((await hear("/desk", "GET", INSIDE)).status).toBe(200);
});

it("from inside its ways in are there", async () => {
  const login = await hear("/v1/api/desk/login", "POST", INSIDE);
  expect(JSON.parse(login.body).reason).not.toBe("NOT_FOUND");
  expect(await hear("/v1/api/desk/login", "GET", INSIDE)).toMatchObject({
    status: 405,
    allow: "POST",
  });
});
