// The service worker: keeps the files of one build so that the app opens without a line, shows what
// is pushed, and opens what was tapped. Built into one file of its own by worker-plugin.ts, which
// puts the list of files in. It decides nothing; cache-plan.ts and push-message.ts do.
// Invariant: a new build waits until the reader wants it, so that no page changes under his hands.

import {
  type Build,
  cacheNameOf,
  cachesToDrop,
  carriedOver,
  keepable,
  planFor,
  SHELL,
} from "./cache-plan.ts";
import { linkInside, readPush } from "./push-message.ts";
import type { WorkerScope } from "./worker-scope.ts";
import { isTakeOver, type ToPage, usedIn } from "./worker-talk.ts";

declare const FILES_OF_BUILD: Build;
const BUILD = FILES_OF_BUILD;

// A worker's global is not a window; see worker-scope.ts.
const scope = self as unknown as WorkerScope;
const { origin } = scope.location;
const ICON = "/icons/icon-192.png";

async function keep(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheNameOf(BUILD));
  await Promise.all(
    paths.map(async (path) => {
      // Hashed names never change; the others are asked for past every cache.
      const isHashed = path.startsWith("/assets/");
      const response = await fetch(path, { cache: isHashed ? "default" : "reload" });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      await cache.put(path, response);
    }),
  );
}

/** A server that was renewed meanwhile has the page of another build: better none than that. */
async function checkShell(): Promise<void> {
  const cache = await caches.open(cacheNameOf(BUILD));
  const page = await (await cache.match(SHELL))?.text();
  if (page?.includes(BUILD.entry)) return;
  await caches.delete(cacheNameOf(BUILD));
  throw new Error("Invariant: the page and its files are of one build");
}

async function pathsKept(): Promise<string[]> {
  const names = await caches.keys();
  const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return lists.flat().map(({ url }) => new URL(url).pathname);
}

async function install(): Promise<void> {
  await keep([SHELL, ...BUILD.kept]);
  await checkShell();
  await keep(carriedOver(await pathsKept(), BUILD)).catch(() => null);
}

async function activate(): Promise<void> {
  for (const name of cachesToDrop(await caches.keys(), BUILD)) await caches.delete(name);
  await scope.clients.claim();
}

async function answerShell(request: Request): Promise<Response> {
  const cache = await caches.open(cacheNameOf(BUILD));
  return (await cache.match(SHELL)) ?? fetch(request);
}

async function answerFile(request: Request): Promise<Response> {
  const own = await caches.open(cacheNameOf(BUILD));
  const known = (await own.match(request)) ?? (await caches.match(request));
  if (known) return known;
  const response = await fetch(request);
  const path = new URL(request.url).pathname;
  const isOwn = BUILD.kept.includes(path) || BUILD.later.includes(path);
  if (isOwn && response.status === 200) await own.put(path, response.clone());
  return response;
}

async function show(payload: string): Promise<void> {
  const { title, text, link, tag } = readPush(payload, origin);
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  // Browsers insist on a notice for each push; whoever looks at the app has read it already.
  const isSeen = windows.some(({ visibilityState }) => visibilityState === "visible");
  const look = { icon: ICON, badge: ICON, silent: isSeen };
  await scope.registration.showNotification(title, { ...look, body: text, tag, data: { link } });
}

async function open(link: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const app = windows.find(({ url }) => linkInside(url, origin) === pathOf(url));
  if (!app) {
    await scope.clients.openWindow(link);
    return;
  }
  await app.focus();
  const message: ToPage = { type: "open", link };
  app.postMessage(message);
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("fetch", (event) => {
  const plan = planFor(event.request, BUILD, origin);
  if (plan === "shell") event.respondWith(answerShell(event.request));
  if (plan === "file") event.respondWith(answerFile(event.request));
});
scope.addEventListener("message", (event) => {
  if (isTakeOver(event.data)) event.waitUntil(scope.skipWaiting());
  const used = keepable(usedIn(event.data), BUILD, origin);
  // Without a line the next use keeps them.
  if (used.length > 0) event.waitUntil(keep(used).catch(() => null));
});
scope.addEventListener("push", (event) => event.waitUntil(show(event.data?.text() ?? "")));
scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { link } = (event.notification.data ?? {}) as { link?: unknown };
  event.waitUntil(open(linkInside(link, origin)));
});
