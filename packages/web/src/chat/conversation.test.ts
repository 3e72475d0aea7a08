// The conversation as the app holds it: messages each once in their order, older pages above the
// newest, a visitor's by the key, and what a visitor said taken along by a login.

import type { WriteRequest } from "@truetick/contract";
import { SUPPORT_KEY } from "@truetick/contract/support";
import { expect, test } from "vitest";
import type { Server } from "../api/server.ts";
import { memoryStorage } from "../testing/memory-storage.ts";
import { createConversation, joinMessages } from "./conversation.ts";
import { keptVisitorKey, visitorKey } from "./visitor-key.ts";

const wireOf = (ids: readonly number[], hasOlder = 0) => ({
  data: ids.map((id) => ({
    id: String(id),
    author: "user",
    name: "",
    text: `m${id}`,
    image: "",
    at: id,
  })),
  has_older: hasOlder,
  unread: 0,
  their_read: "0",
  is_closed: 0,
  office: { is_open: 1, opens_at: 0 },
  can_send_images: 0,
});

/** A server of thirty messages that answers pages of three. */
function serverOf(newest: number) {
  const written: WriteRequest<unknown>[] = [];
  const pageBefore = (before: string | undefined) => {
    const from = before === undefined ? newest : Number(before) - 1;
    const ids = [from, from - 1, from - 2].filter((id) => id > 0);
    return wireOf(ids, from > 3 ? 1 : 0);
  };
  const server: Server = {
    read: async (request) => ({
      isOk: true,
      value: request.read(pageBefore(request.query.before)),
    }),
    write: async (request) => {
      written.push(request);
      const isThread = request.path.endsWith("/thread");
      const wire = isThread ? pageBefore(request.fields.before) : { id: "9" };
      return { isOk: true, value: request.read(wire) };
    },
  };
  return { server, written };
}

const idsIn = (conversation: ReturnType<typeof createConversation>) => {
  const state = conversation.get();
  return state.phase === "ready" ? state.thread.messages.map(({ id }) => Number(id)) : null;
};

test("older pages stand above the newest, each message once", async () => {
  const { server } = serverOf(8);
  const conversation = createConversation({ server, storage: memoryStorage(), isMember: true });
  await conversation.look();
  expect(idsIn(conversation)).toEqual([6, 7, 8]);
  await conversation.readOlder();
  await conversation.look();
  expect(idsIn(conversation)).toEqual([3, 4, 5, 6, 7, 8]);
  const state = conversation.get();
  expect(state.phase === "ready" && state.thread.hasOlder).toBe(true);
  await conversation.readOlder();
  expect(idsIn(conversation)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("messages are joined by their numbers, not by when they came", () => {
  const message = (id: string) =>
    ({ id, author: "user", name: "", text: id, imageUrl: null, at: 1 }) as const;
  const joined = joinMessages([message("9"), message("10")], [message("8"), message("10")]);
  expect(joined.map(({ id }) => id)).toEqual(["8", "9", "10"]);
});

test("a visitor speaks by a key that this browser drew and keeps", async () => {
  const storage = memoryStorage();
  const { server, written } = serverOf(1);
  const conversation = createConversation({ server, storage, isMember: false });
  await conversation.send({ key: "attempt", text: "hi", image: null });
  const key = written[0]?.fields.key ?? "";
  expect(key).toMatch(SUPPORT_KEY);
  expect(visitorKey(storage)).toBe(key);
});

test("whoever logs in takes along what was said, once, and forgets the key", async () => {
  const storage = memoryStorage();
  const key = visitorKey(storage);
  const { server, written } = serverOf(1);
  const conversation = createConversation({ server, storage, isMember: true });
  await conversation.look();
  await conversation.look();
  const joins = written.filter(({ path }) => path.endsWith("/join"));
  expect(joins.map(({ fields }) => fields)).toEqual([{ key }]);
  expect(keptVisitorKey(storage)).toBeNull();
});
