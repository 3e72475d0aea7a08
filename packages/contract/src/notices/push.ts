// Notices on a device (Web Push): what a browser gives us to reach it, and what arrives there.
// Browser-safe: no schema library here; `push.calls.ts` declares the calls.

import type { NoticeKind } from "./notice.ts";

/** How many browsers of one person are reached; the oldest gives way. */
export const PUSH_DEVICES_MAX = 10;

/** As a browser's `PushSubscription.toJSON()` has it: both keys in base64url. */
export type PushDevice = {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
};

/** What the service worker reads out of a push event: JSON. */
export type PushPayload = {
  readonly title: string;
  readonly text: string;
  /** A path of our own app. */
  readonly link: string;
  /** Notices with the same tag replace each other on the device. */
  readonly tag: NoticeKind | `${NoticeKind}-${string}`;
};
