// T28: what a page that went bad says to the screen is heard only when it is exactly one of the few
// things it may say; the same for what the screen says to the page.

import { describe, expect, test } from "vitest";
import { openFrameDoor } from "./frame-door.ts";
import { FRAME_TEXTS, readToFrame, readToParent } from "./frame-talk.ts";

const KEY = "0123456789abcdef0123456789abcdef";
const URL_OF_PICTURE = `/files/${"a".repeat(22)}`;

describe("T28 what the page may say", () => {
  test.each([
    [{ kind: "ready" }],
    [{ kind: "typing" }],
    [{ kind: "older" }],
    [{ kind: "read", id: "12" }],
    [{ kind: "picture", url: URL_OF_PICTURE }],
    [{ kind: "send", key: KEY, text: "hello", picture: null }],
  ])("%j", (said) => expect(readToParent(said)).toEqual(said));

  test.each([
    [null],
    ["ready"],
    [["ready"]],
    [{ kind: "token" }],
    [{ kind: "ready", more: 1 }],
    [{ kind: "read", id: "-1" }],
    [{ kind: "read", id: 12 }],
    [{ kind: "read", id: "1; drop" }],
    [{ kind: "picture", url: "/mine/history" }],
    [{ kind: "picture", url: "https://evil.test/x" }],
    [{ kind: "picture", url: `${URL_OF_PICTURE}/../x` }],
    [{ kind: "send", key: KEY, text: "", picture: null }],
    [{ kind: "send", key: "short", text: "x", picture: null }],
    [{ kind: "send", key: KEY, text: "x".repeat(2_001), picture: null }],
    [{ kind: "send", key: KEY, text: "x", picture: "data:," }],
    [{ kind: "send", key: KEY, text: ["x"], picture: null }],
    [{ kind: "send", key: KEY, text: "x", picture: null, token: 1 }],
    [{ __proto__: { kind: "ready" } }],
  ])("and nothing else: %j", (said) => expect(readToParent(said)).toBeNull());
});

describe("T28 what the screen may say", () => {
  const texts = Object.fromEntries(FRAME_TEXTS.map((name) => [name, name]));
  const look = { kind: "look", texts, lang: "en", dir: "ltr", theme: "dark" };
  const message = { id: "1", author: "user", name: "", text: "hi", imageUrl: null, at: 1 };
  const thread = {
    kind: "thread",
    messages: [message],
    hasOlder: false,
    theirReadId: "0",
    canSendImages: true,
  };

  test.each([[look], [thread], [{ kind: "typing" }], [{ kind: "sent", key: KEY, id: "3" }]])(
    "%j",
    (said) => expect(readToFrame(said)).toEqual(said),
  );

  test.each([
    [{ ...look, theme: "evil" }],
    [{ ...look, texts: {} }],
    [{ ...thread, messages: [{ ...message, author: "admin" }] }],
    [{ ...thread, messages: [{ ...message, imageUrl: "javascript:alert(1)" }] }],
    [{ ...thread, theirReadId: null }],
    [{ kind: "picture", url: URL_OF_PICTURE, bytes: "bytes" }],
  ])("and nothing else: %j", (said) => expect(readToFrame(said)).toBeNull());
});

describe("T28 the screen's door", () => {
  /** A page in a frame, and a window that hears what is said to it. */
  const openDoor = (now: () => number) => {
    const page = {};
    let hear: ((event: unknown) => void) | null = null;
    const host = {
      addEventListener: (_type: string, listener: typeof hear) => {
        hear = listener;
      },
      removeEventListener: () => {
        hear = null;
      },
    };
    const heard: unknown[] = [];
    const door = openFrameDoor({
      // As much of a frame and of a window as the door needs.
      frame: { contentWindow: page } as unknown as HTMLIFrameElement,
      host: host as unknown as Window,
      onSaid: (said) => heard.push(said),
      now,
    });
    const say = (data: unknown, { source = page as unknown, origin = "null" } = {}) =>
      hear?.({ data, source, origin });
    return { door, say, heard };
  };

  test("hears its own frame and nobody else", () => {
    const { say, heard, door } = openDoor(() => 0);
    say({ kind: "ready" });
    say({ kind: "ready" }, { source: window });
    say({ kind: "ready" }, { source: null });
    say({ kind: "ready" }, { origin: "https://evil.test" });
    expect(heard).toHaveLength(1);
    door.close();
    say({ kind: "ready" });
    expect(heard).toHaveLength(1);
  });

  test("is deaf to a flood, and hears again when it is over", () => {
    let nowMs = 0;
    const { say, heard } = openDoor(() => nowMs);
    for (let n = 0; n < 5_000; n += 1) say({ kind: "typing" });
    expect(heard).toHaveLength(100);
    nowMs = 10_001;
    say({ kind: "typing" });
    expect(heard).toHaveLength(101);
  });
});
