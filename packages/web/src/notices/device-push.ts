// Notices on this device, also while the app is closed: the browser's push service, the server's
// key, and the choice of this person on this device. Where there is no push service the page itself
// shows them while it is in the background. Made by use-device-push.ts. Invariant: a device that
// was logged out is told nothing; the server forgets it with the session, the browser here.

import {
  type PushDevice,
  requestPushKey,
  requestSubscribePush,
  requestUnsubscribePush,
} from "@truetick/contract/notices";
import { createStore, type ReadableStore } from "@truetick/ui/state";
import type { App } from "../app/app.ts";

export type DeviceNotices = {
  readonly isOn: boolean;
  /** By push, or by the page for as long as it is open. */
  readonly way: "push" | "page";
};

export type TurnedOn = "on" | "denied" | "failed";

export type DevicePush = ReadableStore<DeviceNotices> & {
  /** Asks the browser for its permission, then subscribes. */
  readonly turnOn: () => Promise<TurnedOn>;
  readonly turnOff: () => Promise<void>;
  /** After a login or a start: what this person chose here holds again, silently. */
  readonly renew: () => Promise<void>;
  /** The session has ended: nothing comes here any more; the choice stays for the next login. */
  readonly leave: () => Promise<void>;
};

/** What of the browser it uses. */
export type Browser = {
  readonly permission: () => NotificationPermission | null;
  readonly askPermission: () => Promise<NotificationPermission>;
  /** Null where there is no push service, or no worker that could hear it. */
  readonly pushManager: () => Promise<PushManager | null>;
};

export type PushParts = Pick<App, "server" | "session" | "storage" | "preferences">;

/** Names the person who chose it on this device. */
const CHOSEN_BY = "noticesFor";

function bytesOf(base64Url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64Url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function deviceOf(subscription: PushSubscription): PushDevice {
  const { keys } = subscription.toJSON();
  const { endpoint } = subscription;
  return { endpoint, p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" };
}

/** Null when the push service refuses, or cannot be reached. */
async function subscribe(manager: PushManager, key: string): Promise<PushSubscription | null> {
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
  try {
    return await manager.subscribe(options);
  } catch {
    // Perhaps one is left of another key: a server that was set up anew has a new one.
    const old = await manager.getSubscription().catch(() => null);
    if (!old) return null;
    await old.unsubscribe();
    return manager.subscribe(options).catch(() => null);
  }
}

export function createDevicePush(parts: PushParts, browser: Browser): DevicePush {
  const { server, session, storage, preferences } = parts;
  const isChosen = () => {
    const userId = session.get()?.user.id;
    return userId !== undefined && storage.read(CHOSEN_BY) === userId;
  };
  const isAllowed = () => browser.permission() === "granted";
  const state = createStore<DeviceNotices>({ isOn: isChosen() && isAllowed(), way: "push" });

  async function start(): Promise<TurnedOn> {
    const manager = await browser.pushManager();
    const key = manager && (await server.read(requestPushKey(), { isInitial: true }));
    if (key && !key.isOk) return "failed";
    const subscription = manager && key && (await subscribe(manager, key.value));
    if (!subscription) {
      state.set({ isOn: true, way: "page" });
      return "on";
    }
    const told = await server.write(requestSubscribePush(deviceOf(subscription)));
    if (!told.isOk) {
      await subscription.unsubscribe().catch(() => false);
      return "failed";
    }
    state.set({ isOn: true, way: "push" });
    return "on";
  }

  /** Lets go of the browser's subscription; answers where it led. */
  async function release(): Promise<string | null> {
    const manager = await browser.pushManager();
    const subscription = await manager?.getSubscription().catch(() => null);
    await subscription?.unsubscribe().catch(() => false);
    return subscription?.endpoint ?? null;
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    async turnOn() {
      const permission = isAllowed() ? "granted" : await browser.askPermission();
      const userId = session.get()?.user.id;
      if (permission !== "granted" || userId === undefined) return "denied";
      const turned = await start();
      if (turned !== "on") return turned;
      storage.write(CHOSEN_BY, userId);
      preferences.chooseNotices(true);
      return "on";
    },
    async turnOff() {
      storage.forget(CHOSEN_BY);
      state.set({ ...state.get(), isOn: false });
      const endpoint = await release();
      if (endpoint) await server.write(requestUnsubscribePush(endpoint), { isInitial: true });
    },
    async renew() {
      const isOn = isChosen() && isAllowed();
      state.set({ ...state.get(), isOn });
      if (isOn) await start();
    },
    async leave() {
      state.set({ ...state.get(), isOn: false });
      await release();
    },
  };
}
