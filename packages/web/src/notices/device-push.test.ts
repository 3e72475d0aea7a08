// Notices on a device: asked for once, told to the server, let go with the session, and the page's
// own where there is no push service.

import type { ReadRequest, WriteRequest } from "@truetick/contract";
import { beforeEach, expect, test } from "vitest";
import type { Answer } from "../api/server.ts";
import { createSession } from "../session/session.ts";
import { createPreferences } from "../settings/preferences.ts";
import { memoryStorage } from "../testing/memory-storage.ts";
import { sampleSession } from "../testing/sample-session.ts";
import { createDevicePush, type DevicePush } from "./device-push.ts";

const ENDPOINT = "https://push.example/device-1";
const KEY = "BKey_-AA";
const KEY_BYTES = Uint8Array.from([4, 167, 178, 255, 224, 0]);

let permission: NotificationPermission;
let answered: NotificationPermission;
let asked: number;
let written: string[];
let subscription: PushSubscription | null;
let hasPush: boolean;
let isServiceDown: boolean;
let isRefused: boolean;

function subscriptionOf(): PushSubscription {
  const made = {
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: "p", auth: "a" } }),
    unsubscribe: async () => {
      subscription = null;
      return true;
    },
  };
  // Only what the app touches of it.
  return made as unknown as PushSubscription;
}

const manager = {
  getSubscription: async () => subscription,
  subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
    if (isServiceDown) throw new DOMException("no service", "AbortError");
    expect(applicationServerKey).toEqual(KEY_BYTES);
    subscription = subscriptionOf();
    return subscription;
  },
} as unknown as PushManager;

const refused = { kind: "refused", code: "2", reason: null, numbers: {}, text: "no" } as const;
const server = {
  read: async <T>(request: ReadRequest<T>): Promise<Answer<T>> => ({
    isOk: true,
    value: request.read({ key: KEY }),
  }),
  write: async <T>(request: WriteRequest<T>): Promise<Answer<T>> => {
    written.push(`${request.path.split("/").at(-1)} ${request.fields.endpoint}`);
    if (isRefused) return { isOk: false, failure: refused };
    return { isOk: true, value: request.read({}) };
  },
};

function open(storage = memoryStorage()): { push: DevicePush; storage: typeof storage } {
  const session = createSession(storage);
  session.begin(sampleSession({ isDemo: false }));
  const scheme = { matches: false, addEventListener: () => undefined };
  const preferences = createPreferences(storage, scheme as unknown as MediaQueryList);
  const browser = {
    permission: () => permission,
    askPermission: async () => {
      asked += 1;
      permission = answered;
      return answered;
    },
    pushManager: async () => (hasPush ? manager : null),
  };
  return { push: createDevicePush({ server, session, storage, preferences }, browser), storage };
}

beforeEach(() => {
  permission = "default";
  answered = "granted";
  asked = 0;
  written = [];
  subscription = null;
  hasPush = true;
  isServiceDown = false;
  isRefused = false;
});

test("turned on, it asks once, subscribes with the server's key and tells the server", async () => {
  const { push } = open();
  expect(push.get().isOn).toBe(false);
  expect(await push.turnOn()).toBe("on");
  expect(push.get()).toEqual({ isOn: true, way: "push" });
  expect(written).toEqual([`subscribe ${ENDPOINT}`]);
  expect(asked).toBe(1);
});

test("a browser that says no keeps it off, and nothing is told", async () => {
  answered = "denied";
  const { push } = open();
  expect(await push.turnOn()).toBe("denied");
  expect(push.get().isOn).toBe(false);
  expect(written).toEqual([]);
});

test("turned off, the browser and the server forget this device", async () => {
  const { push } = open();
  await push.turnOn();
  await push.turnOff();
  expect(push.get().isOn).toBe(false);
  expect(subscription).toBeNull();
  expect(written.at(-1)).toBe(`unsubscribe ${ENDPOINT}`);
  await push.renew();
  expect(push.get().isOn, "it stays off").toBe(false);
});

test("a device that was logged out hears nothing; the next login renews it", async () => {
  const { push, storage } = open();
  await push.turnOn();
  await push.leave();
  expect([push.get().isOn, subscription]).toEqual([false, null]);
  const again = open(storage).push;
  await again.renew();
  expect(again.get().isOn).toBe(true);
  expect(asked, "without a question").toBe(1);
  storage.write("noticesFor", "somebody else");
  const other = open(storage).push;
  await other.renew();
  expect(other.get().isOn, "another person has not chosen it").toBe(false);
});

test.each([
  ["no push service", () => (hasPush = false)],
  ["a push service that cannot be reached", () => (isServiceDown = true)],
])("%s: the page itself shows them", async (_what, without) => {
  without();
  const { push } = open();
  expect(await push.turnOn()).toBe("on");
  expect(push.get()).toEqual({ isOn: true, way: "page" });
  expect(written).toEqual([]);
});

test("a device that the server refuses is not left subscribed", async () => {
  isRefused = true;
  const { push } = open();
  expect(await push.turnOn()).toBe("failed");
  expect([push.get().isOn, subscription]).toEqual([false, null]);
});
