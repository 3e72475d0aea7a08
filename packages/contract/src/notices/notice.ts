// The notices of a person: what happened to the own account while nobody looked, on the wire and in
// our own words. Titles and texts are written by the server in the reader's language each time they
// are read. Browser-safe: no schema library here; `notice.calls.ts` declares the calls.

export const NOTICE_KINDS = [
  "marginCall",
  "stopOut",
  "orderFilled",
  "orderClosed",
  "orderEnded",
  "depositCredited",
  "depositRejected",
  "withdrawalPaid",
  "withdrawalRejected",
  "withdrawalReturned",
  "identityDecided",
  "methodBound",
  "adjustmentBooked",
  "accountFrozen",
  "priceAlert",
  "copyStopped",
  "copySkipped",
  "leaderLeft",
  "securityChanged",
  "feedbackAnswered",
  "supportAnswered",
  "depositAsked",
  "withdrawalAsked",
  "disputeAnswered",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const NOTICES_PER_PAGE = 20;

export type Notice = {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly title: string;
  readonly text: string;
  /** Where it leads: a path of our own app, always. */
  readonly link: string;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly isRead: boolean;
};

export type NoticeWire = {
  id: string;
  kind: NoticeKind;
  title: string;
  text: string;
  link: string;
  created_at: number;
  is_read: number;
};

export function noticeToWire({ createdAt, isRead, ...notice }: Notice): NoticeWire {
  return { ...notice, created_at: createdAt, is_read: isRead ? 1 : 0 };
}

export function noticeFromWire({ created_at, is_read, ...wire }: NoticeWire): Notice {
  return { ...wire, createdAt: created_at, isRead: is_read === 1 };
}

/** The private topic that says: something was left for you, or was read elsewhere. */
export const TOPIC_NOTICE = "NOTICE";

/** Not numbered: a missed one is made good by reading the list after every reconnect. */
export type NoticeFrame = {
  readonly type: typeof TOPIC_NOTICE;
  readonly unread: number;
  /** The newest one when it is new; empty when only the count has changed. */
  readonly data: readonly NoticeWire[];
};
