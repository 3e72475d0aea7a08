// The one inbox of an app, made when the first part that shows it is drawn: a visitor never
// fetches its code.

import { type App, useApp } from "../app/app.ts";
import { createInbox, type Inbox } from "./inbox.ts";

const made = new WeakMap<App, Inbox>();

export function useInbox(): Inbox {
  const app = useApp();
  const known = made.get(app);
  if (known) return known;
  const inbox = createInbox(app);
  made.set(app, inbox);
  return inbox;
}
