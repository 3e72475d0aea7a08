// The topic SUPPORT: a member hears of the own conversation, a visitor of the key's, the desk of
// all, and nobody of another's (T76); no frame carries a word of what was said (T28); who is not of
// the staff any more hears nothing.

import { randomBytes } from "node:crypto";
import { accountId } from "@truetick/engine";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSupportNews } from "../../content/support/support-news.ts";
import { hashVisitorKey } from "../../content/support/visitor-key.ts";
import { createAloneNews } from "../../testing/alone-news.ts";
import {
  createMovedQuotes,
  liveWith,
  type OpenGateway,
  openGateway,
} from "../testing/open-gateway.ts";
import { callSocket, type SocketCaller } from "../testing/socket-caller.ts";
import { SOCKET_LIMITS } from "./socket-limits.ts";

const news = createSupportNews(createAloneNews());
const staff = new Map([
  ["agent", ["support.read"]],
  ["dealer", ["orders.read"]],
]);
let gateway: OpenGateway;

beforeAll(async () => {
  gateway = await openGateway(
    {
      live: { ...liveWith(createMovedQuotes()), support: news },
      findCaller: async (token) => {
        const userId = Number(token);
        if (!(userId > 0)) return null;
        return { sessionId: userId, userId, accountId: accountId(userId), isDemo: false };
      },
      watchStaff: async (token) => {
        const granted = staff.get(token);
        if (!granted) return null;
        return { sessionId: 1, staffId: 1, name: token, can: (one) => granted.includes(one) };
      },
    },
    { socketLimits: { ...SOCKET_LIMITS, lookEveryMs: 50, staffAskedEveryMs: 100 } },
  );
});
afterAll(() => gateway.stop());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const heardBy = ({ heard }: SocketCaller) =>
  heard.filter((text) => text.includes("SUPPORT")).map((text) => JSON.parse(text).data);
const userKeys = (userId: number) => ({ user_id: BigInt(userId), visitor_hash: null });

async function follow(token: string | null, topic = "SUPPORT"): Promise<SocketCaller> {
  const caller = await callSocket(gateway);
  if (token !== null) {
    caller.say({ type: "login", params: token });
    await caller.until("login");
  }
  caller.say({ type: "sub", params: topic });
  await pause(30);
  return caller;
}

it("T76: each hears of the own conversation, the desk of all, and no word of it", async () => {
  const [ann, bob, agent] = [await follow("1"), await follow("2"), await follow("agent")];
  news.tellOwner(userKeys(1), "message");
  news.tellOwner(userKeys(1), "read");
  news.tellOwner(userKeys(3), "message");
  news.tellDesk(77, "message");
  news.tellDesk(78, "typing");
  await Promise.all([ann.until("SUPPORT"), agent.until("SUPPORT")]);
  await pause(200);
  expect(heardBy(ann)).toEqual([[{ thread: "", kinds: ["message", "read"] }]]);
  expect(heardBy(bob)).toEqual([]);
  expect(heardBy(agent)).toEqual([
    [
      { thread: "77", kinds: ["message"] },
      { thread: "78", kinds: ["typing"] },
    ],
  ]);
  for (const { socket } of [ann, bob, agent]) socket.terminate();
});

it("a visitor follows by the key, and by no other", async () => {
  const key = randomBytes(32).toString("base64url");
  const visitor = await follow(null, `SUPPORT.${key}`);
  const other = await follow(null, `SUPPORT.${randomBytes(32).toString("base64url")}`);
  news.tellOwner({ user_id: null, visitor_hash: hashVisitorKey(key) }, "message");
  await visitor.until("SUPPORT");
  await pause(150);
  expect(heardBy(visitor)).toEqual([[{ thread: "", kinds: ["message"] }]]);
  expect(heardBy(other)).toEqual([]);
  for (const { socket } of [visitor, other]) socket.terminate();
});

it.each(["SUPPORT.short", `SUPPORT.${"a".repeat(43)}`, "SUPPORT.", "SUPPORT_DESK"])(
  "knows no %s",
  async (topic) => {
    const caller = await follow("1", topic);
    await caller.until("error");
    expect(caller.heard.join("")).toContain("TOPIC_UNKNOWN");
    caller.socket.terminate();
  },
);

it("without a login there is nothing to hear, and staff need the permission (T85)", async () => {
  for (const token of [null, "dealer"]) {
    const caller = await follow(token);
    await caller.until("error");
    expect(caller.heard.join("")).toContain("SESSION_EXPIRED");
    caller.socket.terminate();
  }
});

it("T84: a token that is nobody's opens nothing", async () => {
  const caller = await callSocket(gateway);
  caller.say({ type: "login", params: "stranger" });
  await caller.until("error");
  expect(caller.heard.join("")).toContain("SESSION_EXPIRED");
  caller.socket.terminate();
});

it("whoever is not of the staff any more is let go", async () => {
  staff.set("leaves", ["support.read"]);
  const caller = await follow("leaves");
  const closed = new Promise((resolve) => caller.socket.on("close", (code) => resolve(code)));
  staff.delete("leaves");
  expect(await closed).toBe(1008);
});

it("who logs out on the socket stops hearing", async () => {
  const ann = await follow("1");
  ann.say({ type: "logout" });
  await ann.until("logout");
  news.tellOwner(userKeys(1), "message");
  await pause(200);
  expect(heardBy(ann)).toEqual([]);
  ann.socket.terminate();
});
