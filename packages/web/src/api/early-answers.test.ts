// What was asked for before the app was there: each is answered once, and never in place of what
// another reader or language would get.
// @vitest-environment node

import { requestMarkets } from "@truetick/contract";
import { expect, test, vi } from "vitest";
import { withEarlyAnswers } from "./early-answers.ts";

const LIST = requestMarkets().path;
const urlOf = (address: string) => new URL(address, "https://truetick.example");
const asVisitor = { headers: { lang: "en", authorization: "" } };

function early(answer: Promise<Response> = Promise.resolve(new Response("early"))) {
  const send = vi.fn<typeof fetch>(async () => new Response("asked"));
  const answers = new Map([[LIST, answer]]);
  return { send, ask: withEarlyAnswers({ language: "en", answers }, send) };
}

test("an early answer is given once, whatever time the request names", async () => {
  const { send, ask } = early();
  expect(await (await ask(urlOf(`${LIST}?t=5`), asVisitor)).text()).toBe("early");
  expect(await (await ask(urlOf(`${LIST}?t=6`), asVisitor)).text()).toBe("asked");
  expect(send).toHaveBeenCalledTimes(1);
});

test.each([
  ["in another language", { headers: { lang: "de", authorization: "" } }],
  ["by somebody with a session", { headers: { lang: "en", authorization: "token" } }],
  ["to write", { ...asVisitor, method: "POST" }],
])("asked %s, the server answers", async (_name, init) => {
  const { ask } = early();
  expect(await (await ask(urlOf(LIST), init)).text()).toBe("asked");
});

test.each([
  ["failed", () => Promise.reject(new TypeError("no line"))],
  ["was refused", async () => new Response("busy", { status: 503 })],
])("one that %s is asked for again", async (_name, answer) => {
  const { ask } = early(answer());
  expect(await (await ask(urlOf(LIST), asVisitor)).text()).toBe("asked");
});

test("whoever loses patience does not wait for it", async () => {
  const { ask } = early(Promise.race<Response>([]));
  const leaving = new AbortController();
  const asked = ask(urlOf(LIST), { ...asVisitor, signal: leaving.signal });
  leaving.abort();
  await expect(asked).rejects.toThrow("abort");
});
