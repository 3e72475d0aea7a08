// A deposit's every step is heard on its owner's live socket at once, and by nobody else (T76): the
// app looks again and needs no reload.

import { afterAll, beforeAll, expect, it } from "vitest";
import { callSocket, type SocketCaller } from "../../gateway/testing/socket-caller.ts";
import {
  type Operator,
  openTradingFloor,
  type Trader,
  type TradingFloor,
} from "../../testing/trading-floor.ts";
import { approveDeposit, newReference, submitCoin } from "../testing/open-depositor.ts";

let floor: TradingFloor;
let finance: Operator;
beforeAll(async () => {
  floor = await openTradingFloor();
  finance = await floor.openStaff(["finance"]);
});
afterAll(() => floor.close());

const FLUSHED_MS = 300;
const pause = () => new Promise((resolve) => setTimeout(resolve, FLUSHED_MS));
const frames = ({ heard }: SocketCaller) => heard.filter((text) => text.includes("CASHIER")).length;

async function follow(trader: Trader): Promise<SocketCaller> {
  const caller = await callSocket(floor.gateway());
  caller.say({ type: "login", params: trader.token });
  await caller.until("login");
  caller.say({ type: "sub", params: "CASHIER" });
  await pause();
  return caller;
}

it("T76: submitting, asking, crediting, rejecting and paying by card are heard", async () => {
  const [owner, other] = [await floor.openReal(), await floor.openReal()];
  const [own, stranger] = [await follow(owner), await follow(other)];
  const heardAfter = async (act: () => Promise<unknown>) => {
    const before = frames(own);
    await act();
    await pause();
    expect(frames(own)).toBeGreaterThan(before);
  };
  const ids: string[] = [];
  const submit = async () => {
    ids.push((await submitCoin(owner, "100")).data.id);
  };
  await heardAfter(submit);
  await heardAfter(submit);
  const [first = "", second = ""] = ids;
  const question = { id: first, question: "From where?" };
  await heardAfter(() => finance.post("/v1/api/desk/deposit/ask", question));
  await heardAfter(() => approveDeposit(finance, first, newReference()));
  const remark = { id: second, remark: "Nothing came" };
  await heardAfter(() => finance.post("/v1/api/desk/deposit/reject", remark));
  const { data } = await owner.post("/api/quickCharge/card_submit", { number: "20" });
  await pause();
  const card = { id: data.id, card: "4242424242424242" };
  await heardAfter(() => owner.post("/v1/api/sandbox/card_pay", card));
  expect(frames(stranger)).toBe(0);
  for (const { socket } of [own, stranger]) socket.terminate();
});
