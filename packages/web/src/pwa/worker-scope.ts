// The little of a service worker's world that ours uses. The library of a page's types and that of
// a worker's exclude each other, and the rest of this package is a page.

export type WaitingEvent = Event & { waitUntil(done: Promise<unknown>): void };

export type FetchEvent = WaitingEvent & {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
};

export type PushEvent = WaitingEvent & { readonly data: { text(): string } | null };

export type NotificationEvent = WaitingEvent & { readonly notification: Notification };

export type WindowClient = {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
};

type Events = {
  readonly install: WaitingEvent;
  readonly activate: WaitingEvent;
  readonly fetch: FetchEvent;
  readonly message: WaitingEvent & { readonly data: unknown };
  readonly push: PushEvent;
  readonly notificationclick: NotificationEvent;
};

export type WorkerScope = {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Type extends keyof Events>(
    type: Type,
    listener: (event: Events[Type]) => void,
  ): void;
};
