// The desk's way to the server: refusals are values, and only a session that really is gone ends.
// @vitest-environment node

import { requestStaffMe } from "@truetick/contract/desk";
import { describe, expect, test } from "vitest";
import { createServer, type Server } from "./server.ts";

type Reply = { readonly status?: number; readonly body: unknown };

/** A server that answers by path, and the sessions it was said to have lost. */
function open(replies: Readonly<Record<string, Reply>>): {
  readonly server: Server;
  readonly ended: string[];
  readonly asked: Request[];
} {
  const ended: string[] = [];
  const asked: Request[] = [];
  const server = createServer({
    origin: "https://desk.test",
    token: () => "token-1",
    onSessionEnded: (token) => ended.push(token),
    send: async (input, init) => {
      const request = new Request(input as URL, init);
      asked.push(request);
      const reply = replies[new URL(request.url).pathname];
      if (!reply) throw new Error("no network");
      const { status = 200, body } = reply;
      return typeof body === "string"
        ? new Response(body, {
            status,
            headers: { "content-type": "text/csv", "x-total-rows": "2" },
          })
        : Response.json(body, { status });
    },
  });
  return { server, ended, asked };
}

const WHO = requestStaffMe().path;
const NOT_FOUND = { status: 404, body: { code: 1001, msg: "nothing", reason: "NOT_FOUND" } };
const LIST = { path: "/list", query: { q: "7" }, read: (wire: unknown) => wire } as const;

describe("reading", () => {
  test("carries the session and opens the envelope", async () => {
    const { server, asked } = open({ "/list": { body: { code: 1, msg: "", data: [1] } } });
    expect(await server.read(LIST)).toEqual({ isOk: true, value: [1] });
    expect(asked[0]?.headers.get("authorization")).toBe("token-1");
    expect(new URL(asked[0]?.url ?? "").searchParams.get("q")).toBe("7");
  });

  test("a refusal keeps its reason, numbers and words, and ends no session", async () => {
    const body = { code: 2570, msg: "Not so", reason: "OBJECT_CHANGED", data: { hash: "ab" } };
    const { server, ended } = open({ "/list": { body } });
    const answer = await server.read(LIST);
    expect(answer).toMatchObject({
      failure: { kind: "refused", reason: "OBJECT_CHANGED", numbers: { hash: "ab" } },
    });
    expect(ended).toEqual([]);
  });

  test("no network and no sense are unreachable, never thrown", async () => {
    const { server } = open({ "/list": { body: { hello: 1 } } });
    expect(await server.read(LIST)).toMatchObject({ failure: { kind: "unreachable" } });
    expect(await server.read({ ...LIST, path: "/gone" })).toMatchObject({
      failure: { kind: "unreachable", code: "NETWORK" },
    });
  });
});

describe("the end of a session (T84)", () => {
  test("999 is told with the token that was sent", async () => {
    const { server, ended } = open({ "/list": { body: { code: 999, msg: "over" } } });
    await server.read(LIST);
    expect(ended).toEqual(["token-1"]);
  });

  test("a desk that looks as if it were not there is told", async () => {
    const { server, ended } = open({ "/list": NOT_FOUND, [WHO]: NOT_FOUND });
    await server.read(LIST);
    expect(ended).toEqual(["token-1"]);
  });

  test("one thing that is missing ends nothing while the desk still knows us", async () => {
    const me = { body: { code: 1, msg: "", data: {} } };
    const { server, ended } = open({ "/list": NOT_FOUND, [WHO]: me });
    expect(await server.read(LIST)).toMatchObject({ failure: { reason: "NOT_FOUND" } });
    expect(ended).toEqual([]);
  });
});

test("a write has a key of its own, and the same one when it is repeated", async () => {
  const { server, asked } = open({ "/act": { body: { code: 1, msg: "", data: null } } });
  const request = { path: "/act", fields: { id: "1" }, read: () => null } as const;
  await server.write(request);
  await server.write(request);
  await server.write(request, "same");
  await server.write(request, "same");
  const keys = asked.map(({ headers }) => headers.get("idempotency-key"));
  expect(new Set(keys.slice(0, 2)).size).toBe(2);
  expect(keys.slice(2)).toEqual(["same", "same"]);
  expect(asked.every(({ method }) => method === "POST")).toBe(true);
});

test("a file comes whole, with its progress; a refusal in its place is a refusal", async () => {
  const refusal = { body: { code: 2600, msg: "Enough for today", reason: "EXPORT_QUOTA" } };
  const { server } = open({ "/rows": { body: "a\nb\n" }, "/none": refusal });
  const seen: (number | null)[] = [];
  const answer = await server.fetch("/rows", { onProgress: (_, rows) => seen.push(rows) });
  expect(answer.isOk && (await answer.value.blob.text())).toBe("a\nb\n");
  expect(seen).toEqual([2]);
  expect(await server.fetch("/none")).toMatchObject({ failure: { text: "Enough for today" } });
});
