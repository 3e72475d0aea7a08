// What the witness looks at of the past: an own receipt with the first look of a window, whatever
// chance says, and by chance from then on.

import type { ReadRequest, Session } from "@truetick/contract";
import { createStore } from "@truetick/ui/state";
import { expect, test } from "vitest";
import type { Reader } from "../api/server.ts";
import { sampleSession } from "../testing/sample-session.ts";
import { SamplePlatform } from "../testing/sample-witness.ts";
import { createSampler } from "./check-sample.ts";
import { NOTHING_SEEN, remember } from "./witness-memory.ts";

const ENTRY = { id: "journal.0-7", kind: "event", name: "FundsCredited", at: 60, order: null };

/** A platform whose receipts are no receipts; remembers what was asked. */
function serverWith(receipt: { readonly proved: boolean }) {
  const asked: string[] = [];
  const read = async <T>(request: ReadRequest<T>) => {
    const name = request.path.split("/").at(-1) ?? "";
    asked.push(name);
    const list = { data: [ENTRY], total: 1 };
    const file = { file: "no receipt", proved: receipt.proved, due: 1 };
    return { isOk: true as const, value: request.read(name === "receipts" ? list : file) };
  };
  const server: Reader = { read };
  return { server, asked };
}

function samplerOf(server: Reader, session: Session | null) {
  const platform = new SamplePlatform();
  platform.publish({ tape: ["piece 1"] });
  const [checkpoint] = platform.checkpoints;
  if (!checkpoint) throw new Error("Invariant: one was published");
  const app = {
    server,
    session: createStore(session),
    markets: createStore({ phase: "loading" }),
  };
  const sampling = { chance: () => 0.99, now: () => 0, canCheckSignatures: async () => true };
  // Only what a receipt needs: chance leaves the market's stretch alone.
  const look = createSampler(app as unknown as Parameters<typeof createSampler>[0], sampling);
  return () => look(remember(NOTHING_SEEN, checkpoint));
}

test("the first look goes with an own receipt, and says that it does not hold", async () => {
  const { server, asked } = serverWith({ proved: true });
  const look = samplerOf(server, sampleSession());
  expect(await look()).toMatchObject([{ kind: "receipt", firstBad: 7 }]);
  expect(await look()).toEqual([]);
  expect(asked).toEqual(["receipts", "receipt"]);
});

test("one that is not proved yet was not looked at", async () => {
  const { server, asked } = serverWith({ proved: false });
  const look = samplerOf(server, sampleSession());
  await look();
  await look();
  expect(asked).toEqual(["receipts", "receipt", "receipts", "receipt"]);
});

test("visitors have none", async () => {
  const { server, asked } = serverWith({ proved: true });
  expect(await samplerOf(server, null)()).toEqual([]);
  expect(asked).toEqual([]);
});
