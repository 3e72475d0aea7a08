// The start-up check: what the server says of the site holds, silence closes nothing, and only a
// portal renews the visitor's choice.

import { requestSelectCompany, requestSiteStatus } from "@truetick/contract";
import { expect, test } from "vitest";
import { createServer } from "../api/server.ts";
import { createSiteStatus } from "./site-status.ts";

/** Answers the start-up check with this; notes every path that was asked for. */
function serverSaying(status: object | null) {
  const asked: string[] = [];
  const server = createServer({
    origin: "https://truetick.test",
    language: () => "en",
    fetch: async (address) => {
      asked.push(new URL(String(address)).pathname);
      if (status === null) throw new TypeError("no network");
      return Response.json({ code: 1, msg: "", data: status });
    },
  });
  return { asked, site: createSiteStatus(server) };
}

test("T26 a closed site is told with where to go", async () => {
  const leaveTo = "https://status.example.com/";
  const { site } = serverSaying({ status: 3, type: 0, loss_url: leaveTo });
  expect(site.get(), "nothing is said before it is known").toBeNull();
  await site.load();
  expect(site.get()).toEqual({ status: 3, isPortal: false, leaveTo });
});

test("a server that does not answer is not a closed site", async () => {
  const { site } = serverSaying(null);
  await site.load();
  expect(site.get()?.status).toBe(0);
});

test("only a portal renews the choice of a company", async () => {
  const plain = serverSaying({ status: 0, type: 0, loss_url: "" });
  await plain.site.load();
  expect(plain.asked).toEqual([requestSiteStatus().path]);
  const portal = serverSaying({ status: 0, type: 1, loss_url: "" });
  await portal.site.load();
  expect(portal.asked).toContain(requestSelectCompany(null).path);
});

test("it is asked once, and again only where nobody has answered", async () => {
  const { asked, site } = serverSaying({ status: 0, type: 0, loss_url: "" });
  await Promise.all([site.load(), site.load()]);
  await site.load();
  expect(asked).toHaveLength(1);
  const silent = serverSaying(null);
  await silent.site.load();
  await silent.site.load();
  expect(silent.asked).toHaveLength(2);
});
