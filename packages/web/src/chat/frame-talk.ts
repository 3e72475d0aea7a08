// What the screen of the chat and the page that it frames say to each other, and how each makes
// sure that it is that and nothing else. The page has no token, no storage and no line to a server
// (T28): everything it shows comes through here, everything it wants is asked for here. Used by
// both sides. Invariant: what is not exactly one of these is not heard.

export const FRAME_TEXTS = [
  "emptyTitle",
  "emptyText",
  "placeholder",
  "send",
  "attach",
  "remove",
  "typing",
  "older",
  "sending",
  "failed",
  "retry",
  "sent",
  "seen",
  "closed",
  "you",
  "picture",
  "pictureFailed",
  "frame",
  "newBelow",
] as const;
export type FrameTexts = Readonly<Record<(typeof FRAME_TEXTS)[number], string>>;

export type FrameMessage = {
  readonly id: string;
  readonly author: "user" | "staff" | "system";
  readonly name: string;
  readonly text: string;
  readonly imageUrl: string | null;
  readonly at: number;
};

export type FrameLook = {
  readonly kind: "look";
  readonly texts: FrameTexts;
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  readonly theme: "light" | "dark";
};

export type FrameThread = {
  readonly kind: "thread";
  /** Oldest first. */
  readonly messages: readonly FrameMessage[];
  readonly hasOlder: boolean;
  /** Up to here the staff have read. */
  readonly theirReadId: string;
  readonly canSendImages: boolean;
};

/** To the framed page. */
export type ToFrame =
  | FrameLook
  | FrameThread
  /** The other side is writing, at this moment. */
  | { readonly kind: "typing" }
  | { readonly kind: "sent"; readonly key: string; readonly id: string }
  | { readonly kind: "refused"; readonly key: string; readonly text: string }
  /** Null bytes: it could not be had. */
  | { readonly kind: "picture"; readonly url: string; readonly bytes: ArrayBuffer | null };

/** From the framed page. */
export type ToParent =
  | { readonly kind: "ready" | "typing" | "older" }
  | {
      readonly kind: "send";
      /** Names the attempt: sent again, it is said once. */
      readonly key: string;
      readonly text: string;
      readonly picture: File | null;
    }
  | { readonly kind: "read"; readonly id: string }
  | { readonly kind: "picture"; readonly url: string };

const KEY = /^[0-9a-f]{32}$/;
const ID = /^\d{1,15}$/;
const PICTURE_URL = /^\/files\/[A-Za-z0-9_-]{22}$/;
const TEXT_LENGTH_MAX = 2_000;
const LABEL_LENGTH_MAX = 300;
const MESSAGES_MAX = 1_000;

type Said = Readonly<Record<string, unknown>>;

function isSaid(data: unknown): data is Said {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}
const isText = (value: unknown, lengthMax: number): value is string =>
  typeof value === "string" && value.length <= lengthMax;
const fits = (value: unknown, shape: RegExp): value is string =>
  typeof value === "string" && shape.test(value);
/** Nothing rides along: exactly these names. */
const hasOnly = (said: Said, names: readonly string[]) =>
  Object.keys(said).length === names.length && names.every((name) => Object.hasOwn(said, name));

/** What the framed page said; null when it is nothing that it may say. */
export function readToParent(data: unknown): ToParent | null {
  if (!isSaid(data)) return null;
  switch (data.kind) {
    case "ready":
    case "typing":
    case "older":
      return hasOnly(data, ["kind"]) ? { kind: data.kind } : null;
    case "read":
      return fits(data.id, ID) && hasOnly(data, ["kind", "id"])
        ? { kind: "read", id: data.id }
        : null;
    case "picture":
      return fits(data.url, PICTURE_URL) && hasOnly(data, ["kind", "url"])
        ? { kind: "picture", url: data.url }
        : null;
    case "send":
      return readSend(data);
    default:
      return null;
  }
}

function readSend(data: Said): ToParent | null {
  const { key, text, picture } = data;
  const isPicture = picture === null || picture instanceof File;
  if (!hasOnly(data, ["kind", "key", "text", "picture"])) return null;
  if (!fits(key, KEY) || !isText(text, TEXT_LENGTH_MAX) || !isPicture) return null;
  return text.trim() === "" && picture === null ? null : { kind: "send", key, text, picture };
}

/** What the screen said; null when it is nothing that it says. */
export function readToFrame(data: unknown): ToFrame | null {
  if (!isSaid(data)) return null;
  switch (data.kind) {
    case "look":
      return readLook(data);
    case "thread":
      return readThread(data);
    case "typing":
      return { kind: "typing" };
    case "sent":
      return fits(data.key, KEY) && fits(data.id, ID)
        ? { kind: "sent", key: data.key, id: data.id }
        : null;
    case "refused":
      return fits(data.key, KEY) && isText(data.text, LABEL_LENGTH_MAX)
        ? { kind: "refused", key: data.key, text: data.text }
        : null;
    case "picture": {
      const { url, bytes } = data;
      const isBytes = bytes === null || bytes instanceof ArrayBuffer;
      return fits(url, PICTURE_URL) && isBytes ? { kind: "picture", url, bytes } : null;
    }
    default:
      return null;
  }
}

function readLook(data: Said): FrameLook | null {
  const { texts, lang, dir, theme } = data;
  if (!isSaid(texts) || !isText(lang, 20)) return null;
  if ((dir !== "ltr" && dir !== "rtl") || (theme !== "light" && theme !== "dark")) return null;
  const said = FRAME_TEXTS.map((name) => [name, texts[name]] as const);
  if (!said.every(([, text]) => isText(text, LABEL_LENGTH_MAX))) return null;
  // Each of the names was just seen to have its text.
  return { kind: "look", texts: Object.fromEntries(said) as FrameTexts, lang, dir, theme };
}

function readThread(data: Said): FrameThread | null {
  const { messages, hasOlder, theirReadId, canSendImages } = data;
  if (!Array.isArray(messages) || messages.length > MESSAGES_MAX) return null;
  const read = messages.map(readMessage);
  const isWhole = typeof hasOlder === "boolean" && typeof canSendImages === "boolean";
  if (!isWhole || !fits(theirReadId, ID) || !read.every((one) => one !== null)) return null;
  return { kind: "thread", messages: read, hasOlder, theirReadId, canSendImages };
}

function readMessage(data: unknown): FrameMessage | null {
  if (!isSaid(data)) return null;
  const { id, author, name, text, imageUrl, at } = data;
  const isAuthor = author === "user" || author === "staff" || author === "system";
  if (!fits(id, ID) || !isAuthor || !isText(name, LABEL_LENGTH_MAX)) return null;
  if (!isText(text, TEXT_LENGTH_MAX) || typeof at !== "number") return null;
  if (imageUrl !== null && !fits(imageUrl, PICTURE_URL)) return null;
  return { id, author, name, text, imageUrl, at };
}
