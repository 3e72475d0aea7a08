// A file arrives whole with its progress; a refusal and a broken line stay values.

import { expect, test } from "vitest";
import { type CsvProgress, fetchCsv } from "./fetch-csv.ts";

function ask(answer: () => Response | Promise<Response>) {
  const steps: CsvProgress[] = [];
  const ended: string[] = [];
  const sent: HeadersInit[] = [];
  const outcome = fetchCsv({
    path: "/v1/x.csv",
    language: "en",
    token: "t",
    signal: new AbortController().signal,
    onProgress: (step) => steps.push(step),
    onSessionEnded: ({ text }) => ended.push(text),
    fetch: async (_path, init) => {
      sent.push(init?.headers ?? {});
      return answer();
    },
  });
  return { outcome, steps, ended, sent };
}

function csv(chunks: readonly string[], headers: Record<string, string> = {}): Response {
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/csv; charset=utf-8", ...headers } });
}

test("rows are counted as they come, without the line of names", async () => {
  const { outcome, steps, sent } = ask(() =>
    csv(["id,amount\n1,", "2\n2,3\n"], { "x-total-rows": "2" }),
  );
  const answer = await outcome;
  expect(answer.isOk && (await answer.value.text())).toBe("id,amount\n1,2\n2,3\n");
  expect(steps).toEqual([
    { rows: 0, total: 2 },
    { rows: 2, total: 2 },
  ]);
  expect(sent).toEqual([{ lang: "en", authorization: "t" }]);
});

test("a refusal is told as such, and an ended session to whoever keeps it", async () => {
  const body = JSON.stringify({ code: 999, msg: "log in", reason: "SESSION_EXPIRED" });
  const { outcome, ended } = ask(() => new Response(body));
  const answer = await outcome;
  expect(answer.isOk ? null : answer.failure.kind).toBe("refused");
  expect(ended).toEqual(["log in"]);
});

test("a line that breaks is no exception", async () => {
  const { outcome } = ask(() => Promise.reject(new Error("gone")));
  expect(await outcome).toEqual({
    isOk: false,
    failure: { kind: "unreachable", code: "NETWORK" },
  });
});
