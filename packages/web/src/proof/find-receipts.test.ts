// Which receipts are looked at for what stands on the screen.

import type { ReadRequest } from "@truetick/contract";
import type { ReceiptEntry } from "@truetick/contract/proof";
import { expect, test } from "vitest";
import type { Reader } from "../api/server.ts";
import { carriesMovement, findReceipts, type Subject } from "./find-receipts.ts";
import { wordOf } from "./receipt-words.ts";

function entryAt(at: number): ReceiptEntry {
  return { id: `journal-${at}-1`, kind: "event", name: "FundsCredited", at, order: null };
}

/** Newest first, two to a page; remembers what was asked. */
function serverWith(times: readonly number[]) {
  const asked: string[] = [];
  const server: Reader = {
    read: async <T>(request: ReadRequest<T>) => {
      asked.push(`${request.path.split("/").at(-1)} ${JSON.stringify(request.query)}`);
      const { page } = request.query;
      const from = (Number(page ?? 1) - 1) * 2;
      const data = times.slice(from, from + 2).map(entryAt);
      return { isOk: true, value: request.read({ data, total: times.length }) };
    },
  };
  return { server, asked };
}

const LINE = { of: "line", id: "9", causeId: "4", at: 50 } as const;

test("a line that an order caused is found among that order's receipts", async () => {
  const { server, asked } = serverWith([50]);
  await findReceipts(server, { ...LINE, cause: "fee" });
  expect(asked).toEqual(['receipts {"order_id":"4"}']);
});

test("any other line by its time, no further back than needed", async () => {
  const { server, asked } = serverWith([90, 80, 51, 50, 20, 10]);
  const found = await findReceipts(server, { ...LINE, cause: "deposit" });
  expect(found.isOk && found.value.map(({ at }) => at)).toEqual([51, 50]);
  expect(asked).toHaveLength(3);
});

test.each<Subject>([
  { of: "deposit", id: "3" },
  { of: "withdrawal", id: "3" },
])("steps of a $of", async (subject) => {
  const { server, asked } = serverWith([]);
  await findReceipts(server, subject);
  expect(asked).toEqual([`step_receipts {"of":"${subject.of}","id":"3"}`]);
});

test("a file carries a movement or it does not", () => {
  const file = JSON.stringify({ body: { entries: [{ entry: { movementId: 9 } }] } });
  expect(carriesMovement(file, "9")).toBe(true);
  expect(carriesMovement(file, "8")).toBe(false);
  expect(carriesMovement("no file", "9")).toBe(false);
});

test("receipts are called as a trader calls them", () => {
  expect(wordOf({ kind: "event", name: "StoppedOut" })).toBe("stopOut");
  expect(wordOf({ kind: "event", name: "StopsSet" })).toBe("changed");
  expect(wordOf({ kind: "refusal", name: "MARGIN_EXCEEDS_FREE" })).toBe("refused");
  expect(wordOf({ kind: "step", name: "withdrawal.approve" })).toBe("step");
});
