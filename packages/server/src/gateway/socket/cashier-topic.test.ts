// The topic CASHIER: each hears of the own affairs and of nobody else's (T76), once per flush,
// however much has happened; without a login there is nothing to hear.

import { accountId } from "@truetick/engine";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCashierChanges } from "../../platform/member-changes.ts";
import { createAloneNews } from "../../testing/alone-news.ts";
import {
  createMovedQuotes,
  liveWith,
  type OpenGateway,
  openGateway,
} from "../testing/open-gateway.ts";
import { callSocket, type SocketCaller } from "../testing/socket-caller.ts";

const changes = createCashierChanges(createAloneNews());
let gateway: OpenGateway;

beforeAll(async () => {
  gateway = await openGateway({
    live: { ...liveWith(createMovedQuotes()), changes },
    findCaller: async (token) => {
      const userId = Number(token);
      if (!(userId > 0)) return null;
      return { sessionId: userId, userId, accountId: accountId(userId), isDemo: false };
    },
  });
});
afterAll(() => gateway.stop());

async function follow(userId: number): Promise<SocketCaller> {
  const caller = await callSocket(gateway);
  caller.say({ type: "login", params: String(userId) });
  caller.say({ type: "sub", params: "CASHIER" });
  await caller.until("login");
  await pause(20);
  return caller;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const heardBy = (caller: SocketCaller) => caller.heard.filter((text) => text.includes("CASHIER"));

it("T76: two users hear each of their own", async () => {
  const [ann, bob] = [await follow(1), await follow(2)];
  changes.tell(1, "deposit");
  changes.tell(2, "withdrawal");
  changes.tell(3, "identity");
  await Promise.all([ann.until("CASHIER"), bob.until("CASHIER")]);
  await pause(250);
  expect(heardBy(ann)).toEqual(['{"type":"CASHIER","kinds":["deposit"]}']);
  expect(heardBy(bob)).toEqual(['{"type":"CASHIER","kinds":["withdrawal"]}']);
  for (const { socket } of [ann, bob]) socket.terminate();
});

it("what happens in one flush is one frame, each kind once", async () => {
  const caller = await follow(1);
  for (let count = 0; count < 100; count += 1) changes.tell(1, "deposit");
  changes.tell(1, "method");
  await caller.until("CASHIER");
  await pause(250);
  expect(heardBy(caller)).toEqual(['{"type":"CASHIER","kinds":["deposit","method"]}']);
  caller.socket.terminate();
});

it("nobody hears without a login, after leaving, or of the user before", async () => {
  const stranger = await callSocket(gateway);
  stranger.say({ type: "sub", params: "CASHIER" });
  expect(await stranger.until("error")).toMatchObject({ reason: "SESSION_EXPIRED" });
  stranger.say({ type: "sub", params: "CASHIER.1" });
  await stranger.until("error", ({ reason }) => reason === "TOPIC_UNKNOWN");
  const leaver = await follow(1);
  leaver.say({ type: "unsub", params: "CASHIER" });
  const changer = await follow(1);
  changer.say({ type: "login", params: "2" });
  const outgoer = await follow(1);
  outgoer.say({ type: "logout" });
  await outgoer.until("logout");
  await pause(50);
  changes.tell(1, "deposit");
  changes.tell(2, "deposit");
  await pause(250);
  for (const caller of [stranger, leaver, changer, outgoer]) {
    expect(caller.frames("CASHIER")).toEqual([]);
    caller.socket.terminate();
  }
});

it("nobody is followed for whom nobody listens any more", async () => {
  const caller = await follow(9);
  caller.socket.terminate();
  await pause(100);
  const heard: string[] = [];
  const stop = changes.follow(9, (kind) => heard.push(kind));
  changes.tell(9, "identity");
  stop();
  stop();
  changes.tell(9, "identity");
  expect(heard).toEqual(["identity"]);
});
