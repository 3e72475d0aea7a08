// What a push message says, and where a tap on it leads: pure. Anything may arrive, also from a
// push service that was lied to, so that nothing is believed that is not a short text, and no link
// leaves the app (T25).

import { SCREEN_PATHS } from "@truetick/contract";

export type PushMessage = {
  readonly title: string;
  readonly text: string;
  /** A path of our own app. */
  readonly link: string;
  /** A later message with the same one replaces it. */
  readonly tag: string;
};

const TEXT_MAX = 300;
const HOME = "/";
/** The service's own name, when there is nothing better to say: browsers insist on a notice. */
const NAMELESS = "Truetick";

/** A screen of this app, same origin; anything else leads home. */
export function linkInside(link: unknown, origin: string): string {
  if (typeof link !== "string" || !URL.canParse(link, origin)) return HOME;
  const url = new URL(link, origin);
  const isInside = url.origin === origin && SCREEN_PATHS.includes(url.pathname);
  return isInside ? url.pathname + url.search : HOME;
}

function textOf(value: unknown, fallback: string): string {
  return typeof value === "string" && value !== "" ? value.slice(0, TEXT_MAX) : fallback;
}

export function readPush(payload: string, origin: string): PushMessage {
  const { title, text, link, tag } = fieldsOf(payload);
  return {
    title: textOf(title, NAMELESS),
    text: textOf(text, ""),
    link: linkInside(link, origin),
    tag: textOf(tag, ""),
  };
}

function fieldsOf(payload: string): Readonly<Record<string, unknown>> {
  try {
    const fields: unknown = JSON.parse(payload);
    return typeof fields === "object" && fields !== null ? { ...fields } : {};
  } catch {
    return {};
  }
}
