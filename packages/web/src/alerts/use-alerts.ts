// The one list of price alerts of an app, made when the first part that shows it is drawn.

import { type App, useApp } from "../app/app.ts";
import { useInbox } from "../notices/use-inbox.ts";
import { type AlertBook, createAlertBook } from "./alert-book.ts";

const made = new WeakMap<App, AlertBook>();

export function useAlerts(): AlertBook {
  const app = useApp();
  const inbox = useInbox();
  const known = made.get(app);
  if (known) return known;
  const { session, server, live } = app;
  const book = createAlertBook({ session, server, live, inbox });
  made.set(app, book);
  return book;
}
