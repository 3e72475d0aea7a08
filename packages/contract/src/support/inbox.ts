// The support chat as the desk knows it: whose conversations wait, who answers them, what is known
// of the person, and answers that are written already. Browser-safe: no schema library here;
// `inbox.calls.ts` declares the calls.

import type { LanguageId } from "../language.ts";
import {
  type SupportAuthor,
  type SupportMessage,
  type SupportMessageWire,
  supportMessageFromWire,
  supportMessageToWire,
} from "./support.ts";

export const SUPPORT_BOXES = ["open", "mine", "all"] as const;
export type SupportBox = (typeof SUPPORT_BOXES)[number];

/** One conversation in the list. */
export type SupportRow = {
  readonly id: string;
  /** Null for a visitor who has not logged in. */
  readonly userId: string | null;
  readonly uid: string;
  readonly isDemo: boolean;
  readonly language: LanguageId;
  readonly isClosed: boolean;
  /** Who answers; null while nobody does. */
  readonly agentId: string | null;
  readonly agentName: string;
  /** The beginning of what was said last, and by whom. */
  readonly lastText: string;
  readonly lastAuthor: SupportAuthor;
  /** Unix seconds. */
  readonly lastAt: number;
  /** Since when the person has been waiting for an answer; null: they have one. */
  readonly waitingSince: number | null;
  /** Of the person's messages, not read by anybody of the staff. */
  readonly unread: number;
};

export type SupportRowWire = {
  id: string;
  user_id: string;
  uid: string;
  is_demo: number;
  lang: LanguageId;
  is_closed: number;
  agent_id: string;
  agent_name: string;
  last_text: string;
  last_author: SupportAuthor;
  last_at: number;
  waiting_since: number;
  unread: number;
};

export function supportRowToWire(row: SupportRow): SupportRowWire {
  return {
    id: row.id,
    user_id: row.userId ?? "",
    uid: row.uid,
    is_demo: row.isDemo ? 1 : 0,
    lang: row.language,
    is_closed: row.isClosed ? 1 : 0,
    agent_id: row.agentId ?? "",
    agent_name: row.agentName,
    last_text: row.lastText,
    last_author: row.lastAuthor,
    last_at: row.lastAt,
    waiting_since: row.waitingSince ?? 0,
    unread: row.unread,
  };
}

export function supportRowFromWire(wire: SupportRowWire): SupportRow {
  return {
    id: wire.id,
    userId: wire.user_id || null,
    uid: wire.uid,
    isDemo: wire.is_demo === 1,
    language: wire.lang,
    isClosed: wire.is_closed === 1,
    agentId: wire.agent_id || null,
    agentName: wire.agent_name,
    lastText: wire.last_text,
    lastAuthor: wire.last_author,
    lastAt: wire.last_at,
    waitingSince: wire.waiting_since || null,
    unread: wire.unread,
  };
}

/** What helps to answer: as of now, from the books. */
export type SupportPerson = {
  readonly isCertified: boolean;
  /** ISO 3166-1 alpha-2, as stated; empty when nobody said. */
  readonly area: string;
  /** Unix seconds. */
  readonly since: number;
  readonly cash: string;
  readonly openOrders: number;
  readonly frozenUntil: number | null;
};

export type SupportPersonWire = {
  is_certified: number;
  area: string;
  since: number;
  cash: string;
  open_orders: number;
  frozen_until: number;
};

/** One conversation with all that is needed to answer. */
export type SupportCase = SupportRow & {
  /** Oldest first. */
  readonly messages: readonly SupportMessage[];
  readonly hasOlder: boolean;
  /** Up to here the person has read. */
  readonly userReadId: string;
  /** Null for a visitor. */
  readonly person: SupportPerson | null;
};

export type SupportCaseWire = SupportRowWire & {
  data: SupportMessageWire[];
  has_older: number;
  user_read: string;
  person: SupportPersonWire | null;
};

export function supportCaseToWire(shown: SupportCase): SupportCaseWire {
  const { person } = shown;
  return {
    ...supportRowToWire(shown),
    data: shown.messages.map(supportMessageToWire).reverse(),
    has_older: shown.hasOlder ? 1 : 0,
    user_read: shown.userReadId,
    person: person && {
      is_certified: person.isCertified ? 1 : 0,
      area: person.area,
      since: person.since,
      cash: person.cash,
      open_orders: person.openOrders,
      frozen_until: person.frozenUntil ?? 0,
    },
  };
}

export function supportCaseFromWire(wire: SupportCaseWire): SupportCase {
  const { person } = wire;
  return {
    ...supportRowFromWire(wire),
    messages: wire.data.map(supportMessageFromWire).reverse(),
    hasOlder: wire.has_older === 1,
    userReadId: wire.user_read,
    person: person && {
      isCertified: person.is_certified === 1,
      area: person.area,
      since: person.since,
      cash: person.cash,
      openOrders: person.open_orders,
      frozenUntil: person.frozen_until || null,
    },
  };
}

export const CANNED_NAME_LENGTH_MAX = 60;

/** An answer that is written already, in as many languages as somebody has written. */
export type CannedAnswer = {
  readonly id: string;
  readonly name: string;
  readonly texts: Readonly<Partial<Record<LanguageId, string>>>;
};

/** What fits the person's language: theirs, else English, else any. */
export function cannedTextFor({ texts }: CannedAnswer, language: LanguageId): string {
  return texts[language] ?? texts.en ?? Object.values(texts)[0] ?? "";
}
