// The one DevicePush of an app, with the browser it lives in.

import { type App, useApp } from "../app/app.ts";
import { type Browser, createDevicePush, type DevicePush } from "./device-push.ts";

/** A worker that was just registered takes a moment; one that was not never comes. */
const WORKER_WAIT_MS = 5_000;

async function pushOfBrowser(): Promise<PushManager | null> {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !("PushManager" in window)) return null;
  const late = new Promise<null>((give) => setTimeout(() => give(null), WORKER_WAIT_MS));
  const registration = await Promise.race([serviceWorker.ready, late]);
  return registration?.pushManager ?? null;
}

const BROWSER: Browser = {
  permission: () => ("Notification" in window ? Notification.permission : null),
  askPermission: async () =>
    "Notification" in window ? Notification.requestPermission() : "denied",
  pushManager: pushOfBrowser,
};

const made = new WeakMap<App, DevicePush>();

export function useDevicePush(): DevicePush {
  const app = useApp();
  const known = made.get(app);
  if (known) return known;
  const push = createDevicePush(app, BROWSER);
  made.set(app, push);
  return push;
}
