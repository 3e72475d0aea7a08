// The support chat as the person who asks for help knows it: messages, how far each side has read,
// and whether anybody is in the office. Text only, on the wire and on every screen (T31).
// Browser-safe: no schema library here; `support.calls.ts` declares the calls.

/** The page that the screen of the chat frames; it knows no token and asks no server (T28). */
export const SUPPORT_FRAME_PATH = "/support";

export const SUPPORT_TEXT_LENGTH_MAX = 2_000;
export const SUPPORT_MESSAGES_PER_PAGE = 30;

export const SUPPORT_AUTHORS = ["user", "staff", "system"] as const;
/** Who wrote it; the system only tells that staff have closed the conversation. */
export type SupportAuthor = (typeof SUPPORT_AUTHORS)[number];

/** A visitor's chat is known by this: 256 bits that the browser drew and nobody else knows. */
export const SUPPORT_KEY = /^[A-Za-z0-9_-]{43}$/;
/** Unused for so long, the key opens nothing any more. */
export const SUPPORT_KEY_LIFETIME_SEC = 7 * 86_400;

export type SupportMessage = {
  readonly id: string;
  readonly author: SupportAuthor;
  /** How the one of the staff is called outside: "Staff 3". Empty for others. */
  readonly name: string;
  readonly text: string;
  /** The address of a picture, private to its owner and to staff. */
  readonly imageUrl: string | null;
  /** Unix seconds. */
  readonly at: number;
};

export type SupportMessageWire = {
  id: string;
  author: SupportAuthor;
  name: string;
  text: string;
  image: string;
  at: number;
};

export function supportMessageToWire({ imageUrl, ...message }: SupportMessage): SupportMessageWire {
  return { ...message, image: imageUrl ?? "" };
}

export function supportMessageFromWire({ image, ...wire }: SupportMessageWire): SupportMessage {
  return { ...wire, imageUrl: image === "" ? null : image };
}

export type SupportOffice = {
  readonly isOpen: boolean;
  /** Unix seconds; null while it is open, or when nobody can say. */
  readonly opensAt: number | null;
};

export type SupportThread = {
  /** Oldest first: as they are read. */
  readonly messages: readonly SupportMessage[];
  readonly hasOlder: boolean;
  /** Of the staff's, not read yet. */
  readonly unread: number;
  /** Up to here the staff have read. "0": nothing. */
  readonly theirReadId: string;
  readonly isClosed: boolean;
  readonly office: SupportOffice;
  readonly canSendImages: boolean;
};

export type SupportThreadWire = {
  /** Newest first, as every list. */
  data: SupportMessageWire[];
  has_older: number;
  unread: number;
  their_read: string;
  is_closed: number;
  office: { is_open: number; opens_at: number };
  can_send_images: number;
};

export function supportThreadToWire(thread: SupportThread): SupportThreadWire {
  const { office } = thread;
  return {
    data: thread.messages.map(supportMessageToWire).reverse(),
    has_older: thread.hasOlder ? 1 : 0,
    unread: thread.unread,
    their_read: thread.theirReadId,
    is_closed: thread.isClosed ? 1 : 0,
    office: { is_open: office.isOpen ? 1 : 0, opens_at: office.opensAt ?? 0 },
    can_send_images: thread.canSendImages ? 1 : 0,
  };
}

export function supportThreadFromWire(wire: SupportThreadWire): SupportThread {
  const { office } = wire;
  return {
    messages: wire.data.map(supportMessageFromWire).reverse(),
    hasOlder: wire.has_older === 1,
    unread: wire.unread,
    theirReadId: wire.their_read,
    isClosed: wire.is_closed === 1,
    office: { isOpen: office.is_open === 1, opensAt: office.opens_at || null },
    canSendImages: wire.can_send_images === 1,
  };
}
