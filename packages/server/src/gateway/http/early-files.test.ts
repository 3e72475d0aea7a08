// Files of the apps asked for before there is anything to serve. A browser that gets a style in
// another type complains of the type, and of one that the address promises of nothing.

import { afterEach, expect, it } from "vitest";
import { ask, type OpenGateway, openBareGateway } from "../testing/open-gateway.ts";

let gateway: OpenGateway | null = null;
afterEach(async () => {
  await gateway?.stop();
  gateway = null;
});

async function askEarly(path: string, method = "GET") {
  gateway = await openBareGateway();
  const { status, headers, body } = await ask(gateway, path, { method });
  return { status, type: headers["content-type"], again: headers["retry-after"], headers, body };
}

it.each([
  ["/assets/proof-CqQD3wWn.css", "text/css; charset=utf-8"],
  ["/assets/proof-CqQD3wWn.js", "text/javascript; charset=utf-8"],
])("says later of %s in the type of the file", async (path, type) => {
  const early = await askEarly(path);
  expect(early).toMatchObject({ status: 503, type, again: "1", body: "" });
  expect(early.headers["cache-control"], "a file that never changes is not it").toBe("no-store");
});

it("says later of everything else in words", async () => {
  const { status, type, body } = await askEarly("/trade");
  expect([status, type]).toEqual([503, "application/json; charset=utf-8"]);
  expect(JSON.parse(body)).toMatchObject({ code: 1503, reason: "UNAVAILABLE" });
});

it("and of what asks a file to change", async () => {
  const { status, type } = await askEarly("/assets/proof-CqQD3wWn.css", "POST");
  expect([status, type]).toEqual([503, "application/json; charset=utf-8"]);
});
