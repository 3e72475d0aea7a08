// What a day is made of, all at once and at a steady pace: people deal, log in, look at prices,
// charts, their accounts and the news, hand pictures in, copy a leader, and their sockets come and
// go. Used by soak.test.ts. Every act that is not answered with a yes is told.

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { SOCKET_PATH } from "@truetick/contract";
import { WebSocket } from "ws";
import { publishNews } from "../../database.ts";
import { upload } from "../../funds.ts";
import { buy, closeOrder, list, newAlias, openDemo, startFollow } from "../../leaders.ts";
import { logInElsewhere, makeMember } from "../../people.ts";
import type { Platform } from "../../platform.ts";
import type { Dice } from "../dice.ts";
import { tradeOn } from "../kills/persistent-trader.ts";

export type Day = {
  readonly platform: Platform;
  readonly port: number;
  readonly dice: Dice;
  readonly isOver: () => boolean;
  readonly onDone: (what: string) => void;
  readonly onFault: (what: string) => void;
};

const TRADERS = 20;
const ORDER_PAUSE_MS = 200;
const SOCKETS = 40;
const SOCKET_STAYS_MAX_MS = 6_000;
const FOLLOWERS = 3;
const READS = [
  "/v1/api/forex/trade_list",
  "/v1/api/forex/kline?forex_id=1&period=1min",
  "/api/news/list",
  "/v1/api/forex/my_deal?status=1",
  "/v1/api/forex/my_deal?status=3",
  "/v1/api/main/account/forexDetail",
  "/v1/api/main/accountLog/forexChange",
  "/v1/api/main/notice/list",
  "/api/follow/list",
];

export type People = Awaited<ReturnType<typeof gatherPeople>>;

/** Everybody who lives the day, before it begins. */
export async function gatherPeople(platform: Platform) {
  const member = await makeMember(platform, "soak");
  const memberToken = await logInElsewhere(platform, member);
  const demos: Awaited<ReturnType<typeof openDemo>>[] = [];
  for (let count = 0; count < TRADERS; count += 1) demos.push(await openDemo(platform));
  return { member, memberToken, demos, copying: await prepareCopying(platform) };
}

/** Resolves when the day is over and everybody has finished. */
export async function liveOn(day: Day, people: People): Promise<void> {
  const { platform } = day;
  const { member, memberToken, demos, copying } = people;
  const tokens = demos.map(({ token }) => token);
  await Promise.all([
    ...demos.map((demo, at) => deal(day, { token: demo.token, name: `soak-${at}` })),
    ...Array.from({ length: SOCKETS }, () =>
      repeat(day, "socket", 0, () => visit(day, day.dice.pick(tokens))),
    ),
    repeat(day, "read", 20, () => read(day, day.dice.pick(READS), day.dice.pick(tokens))),
    repeat(day, "demo login", 1_000, () => read(day, `${DEMO_LOGIN}${newSecret()}`, "")),
    repeat(day, "login", 5_000, () => logInElsewhere(platform, member)),
    repeat(day, "news", 20_000, () => publishNews(platform, { words: newsWords() })),
    repeat(day, "upload", 60_000, () => upload(platform, memberToken, newSecret())),
    repeat(day, "copied deal", 2_000, async () => {
      await closeOrder(copying, await buy(copying, "0.10"));
    }),
  ]);
}

const DEMO_LOGIN = "/api/user/createAccountDemoForU?demo_id=";
const newSecret = () => randomBytes(16).toString("hex");

function newsWords() {
  const text = newSecret();
  return { en: { title: text, summary: text, body: `<p>${text.repeat(20)}</p>` } };
}

/** Until the day is over; a pause after each. */
async function repeat(
  { isOver, onDone, onFault }: Day,
  what: string,
  pauseMs: number,
  act: () => Promise<unknown>,
): Promise<void> {
  while (!isOver()) {
    await act().then(
      () => onDone(what),
      (error: unknown) => onFault(`${what}: ${String(error)}`),
    );
    for (let left = pauseMs; left > 0 && !isOver(); left -= 500) await sleep(Math.min(left, 500));
  }
}

function deal(day: Day, person: { readonly token: string; readonly name: string }): Promise<void> {
  const floor = {
    port: day.port,
    dice: day.dice,
    pauseMs: ORDER_PAUSE_MS,
    isOver: day.isOver,
    onYes: () => day.onDone("order"),
    onNo: (reason: string) => day.onFault(`order: ${reason}`),
  };
  return tradeOn(floor, { ...person, userId: "" });
}

async function prepareCopying(platform: Platform) {
  const leader = await openDemo(platform);
  const alias = newAlias("soak");
  await list(leader, alias);
  for (let count = 0; count < FOLLOWERS; count += 1) {
    const follower = await openDemo(platform);
    await startFollow(follower, { alias, amount: "5000", stopPercent: "50" });
  }
  return leader;
}

/** From an address of its own, as people come. */
async function read({ platform, dice }: Day, path: string, token: string): Promise<void> {
  const address = [10, dice.below(256), dice.below(256), dice.below(256)].join(".");
  const headers = { lang: "en", authorization: token, "x-forwarded-for": address };
  const answer = await fetch(platform.origin + path, { headers });
  const { code, msg } = (await answer.json()) as { code: number; msg: string };
  if (code !== 1) throw new Error(`${path}: ${code} ${msg}`);
}

/** Comes, logs in, listens for a while and goes; some just break off. */
function visit({ port, dice }: Day, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${SOCKET_PATH}?lang=en`);
    const say = (type: string, params: string) => socket.send(JSON.stringify({ type, params }));
    socket.on("error", reject);
    socket.on("close", () => resolve());
    socket.on("open", () => {
      say("login", token);
      for (const topic of ["DAY_MARKET", "FOREX_TRADE"]) say("sub", topic);
      const leave = () => (dice.isLucky(0.3) ? socket.terminate() : socket.close());
      setTimeout(leave, dice.below(SOCKET_STAYS_MAX_MS));
    });
  });
}
