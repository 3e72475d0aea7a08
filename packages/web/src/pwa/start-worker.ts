// Makes the page an app that can be installed, once it has loaded: names its manifest, registers
// the service worker, tells it what the page has used so far, looks for newer builds, and opens
// what a tapped notice leads to. Called by main.tsx, never in development. Silent: without a worker
// the app works as it did before there was one. Invariant: a newer build is only offered; the page
// never reloads by itself.

import type { Store } from "@truetick/ui/state";
import type { App } from "../app/app.ts";
import { onLineBack } from "../live/watch-line.ts";
import { linkInside } from "./push-message.ts";
import { linkIn, type ToWorker } from "./worker-talk.ts";

const MANIFEST_PATH = "/manifest.json";
const WORKER_PATH = "/service-worker.js";
/** Looked for when the page is looked at again or the line is back, not more often than this. */
const LOOK_PAUSE_MS = 5_000;
const LOOK_EVERY_MS = 3_600_000;

type Parts = Pick<App, "live" | "router"> & {
  /** What takes the newer build; null while there is none. */
  readonly newBuild: Store<(() => void) | null>;
};

/**
 * Not in the page from the start: browsers that find it fetch it and its pictures, and some draw an
 * offer to install beside the address, frame by frame, all while the first prices are awaited.
 */
function nameManifest(): void {
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = MANIFEST_PATH;
  document.head.append(link);
}

function tell(worker: ServiceWorker | null, message: ToWorker): void {
  worker?.postMessage(message);
}

function tellUsed(worker: ServiceWorker | null): void {
  const addresses = performance.getEntriesByType("resource").map(({ name }) => name);
  tell(worker, { type: "used", addresses });
}

/** A worker that waits is a newer build; one without a predecessor is the first. */
function offerWaiting(registration: ServiceWorkerRegistration, { newBuild }: Parts): void {
  const { serviceWorker } = navigator;
  const look = () => {
    const { waiting } = registration;
    if (!waiting || !serviceWorker.controller) return;
    newBuild.set(() => {
      serviceWorker.addEventListener("controllerchange", () => window.location.reload());
      tell(waiting, { type: "take-over" });
    });
  };
  look();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", look);
  });
}

/** Another window took the newer build: this one works on with its own files until it reloads. */
function followController({ newBuild }: Parts): void {
  const { serviceWorker } = navigator;
  let isFirst = serviceWorker.controller === null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (isFirst) tellUsed(serviceWorker.controller);
    else newBuild.set(() => window.location.reload());
    isFirst = false;
  });
}

function keepLooking(registration: ServiceWorkerRegistration, { live }: Parts): void {
  let lookedAtMs = Date.now();
  const look = () => {
    if (document.hidden || Date.now() - lookedAtMs < LOOK_PAUSE_MS) return;
    lookedAtMs = Date.now();
    // Fails without a line, and then there is nothing to look for.
    void registration.update().catch(() => null);
  };
  document.addEventListener("visibilitychange", look);
  setInterval(look, LOOK_EVERY_MS);
  // A server that comes back may be a newer one.
  onLineBack(live, look);
}

export async function startWorker(parts: Parts): Promise<void> {
  nameManifest();
  const { serviceWorker } = navigator;
  // Only where the page came by a safe way.
  if (!serviceWorker) return;
  serviceWorker.addEventListener("message", ({ data }) => {
    const link = linkIn(data);
    if (link !== null) parts.router.navigate(linkInside(link, window.location.origin));
  });
  followController(parts);
  try {
    const registration = await serviceWorker.register(WORKER_PATH, { updateViaCache: "none" });
    offerWaiting(registration, parts);
    keepLooking(registration, parts);
    tellUsed((await serviceWorker.ready).active);
  } catch {
    // A browser that allows none, or a line that broke: the next visit tries again.
  }
}
