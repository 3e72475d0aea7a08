// What the house owes and what covers it, on the wire and in our own words: the days with root and
// sum, the declared reserves, and a member's own leaf with the way up to the root (H16).
// Browser-safe: no schema library here; `liabilities.calls.ts` declares the calls.

import type { ReadRequest } from "../market.requests.ts";

/** The kind of the proposal that declares reserves. */
export const RESERVES_KIND = "reserves";
export const RESERVE_PLACE_LENGTH_MAX = 120;

/** What such a proposal carries: all that is held at one place, whatever was said before. */
export type ReservesPayload = {
  /** The bank, custodian or address. */
  readonly place: string;
  readonly currency: string;
  /** In that currency. */
  readonly amount: string;
  /** What it is worth in USD. */
  readonly usd: string;
  /** Unix seconds. */
  readonly as_of: number;
  /** SHA-256 of the statement, in hexadecimal; empty where none is named. */
  readonly document: string;
};

/** Where the journal of a shard is cut. */
export type JournalEnd = { readonly shard: number; readonly journalSeq: number };

/** What was owed at one cut. */
export type LiabilityDay = {
  /** Unix seconds: what came before this moment counts. */
  readonly asOf: number;
  /** The last row of the first shard's journal that counts. */
  readonly journalSeq: number;
  /** The same of every other shard's, in their order. */
  readonly otherJournals: readonly JournalEnd[];
  readonly root: string;
  /** USD. */
  readonly sum: string;
  /** With those that stand for nobody. */
  readonly leaves: number;
  /** The line of the audit log that says all this. */
  readonly auditSeq: number;
  readonly publishedAt: number;
  /** USD that were declared when it was published; null: nothing was. */
  readonly reserves: string | null;
  /** Reserves by what was owed, four digits, cut downwards; null of nothing. */
  readonly cover: string | null;
};

export type LiabilityDayWire = {
  as_of: number;
  journal_seq: number;
  other_journals: { shard: number; journal_seq: number }[];
  root: string;
  sum: string;
  leaves: number;
  audit_seq: number;
  published_at: number;
  reserves: string;
  cover: string;
};

export type ReservePlace = {
  readonly place: string;
  readonly currency: string;
  readonly amount: string;
  readonly usd: string;
  readonly asOf: number;
  readonly documentHash: string;
  readonly declaredAt: number;
};

export type ReservePlaceWire = {
  place: string;
  currency: string;
  amount: string;
  usd: string;
  as_of: number;
  document: string;
  declared_at: number;
};

export type Liabilities = {
  /** Newest first. */
  readonly days: readonly LiabilityDay[];
  readonly total: number;
  /** Everything that is declared now, by place. */
  readonly places: readonly ReservePlace[];
  /** USD; null: nothing is declared. */
  readonly reserves: string | null;
  /** Now declared by newest owed; null where either is missing. */
  readonly cover: string | null;
  /** Play money. */
  readonly isSimulated: boolean;
};

export type LiabilitiesWire = {
  data: LiabilityDayWire[];
  total: number;
  places: ReservePlaceWire[];
  reserves: string;
  cover: string;
  is_simulated: 0 | 1;
};

export type LiabilityStep = { readonly hash: string; readonly sum: string };

/** Where a member stands in a tree. */
export type LiabilityLeaf = {
  readonly salt: string;
  /** USD. */
  readonly amount: string;
  readonly index: number;
  /** From the leaf upwards. */
  readonly path: readonly LiabilityStep[];
};

export type OwnLiability = {
  readonly day: LiabilityDay;
  /** Null: not in the tree. */
  readonly leaf: LiabilityLeaf | null;
  /** What the amount is made of, by the ledger: the main account, those that copy, what is held. */
  readonly cash: string;
  readonly copying: string;
  readonly held: string;
};

export type OwnLiabilityWire = {
  day: LiabilityDayWire;
  leaf: { salt: string; amount: string; index: number; path: LiabilityStep[] } | null;
  cash: string;
  copying: string;
  held: string;
};

/** The line of the audit log that publishes a tree, proved under a signed checkpoint. */
export type LiabilityHeadProof = {
  readonly day: LiabilityDay;
  /** Null until the next checkpoint. */
  readonly evidence: {
    /** As it was signed; the signature in hexadecimal. */
    readonly checkpoint: { readonly text: string; readonly signature: string };
    readonly row: LogRowEvidence;
  } | null;
};

/** As `RowEvidence` of `@truetick/proof`. */
export type LogRowEvidence = {
  readonly log: string;
  readonly index: number;
  readonly shard: number;
  readonly seq: number;
  readonly atMs: number;
  readonly commitments: readonly string[];
  readonly parts: readonly {
    readonly part: number;
    readonly salt: string;
    readonly bytes: string;
  }[];
  readonly path: readonly string[];
};

export type LiabilityHeadWire = {
  day: LiabilityDayWire;
  evidence: {
    checkpoint: { body: string; signature: string };
    row: {
      log: string;
      index: number;
      shard: number;
      seq: number;
      at_ms: number;
      commitments: string[];
      parts: { part: number; salt: string; bytes: string }[];
      path: string[];
    };
  } | null;
};

const MILLIONTHS_DIGITS = 6;

/** USD with six digits as whole millionths, the unit that is hashed; null: not of that form. */
export function millionthsOf(text: string): bigint | null {
  return /^\d{1,33}\.\d{6}$/.test(text) ? BigInt(text.replace(".", "")) : null;
}

export function millionthsToText(millionths: bigint): string {
  const digits = millionths.toString().padStart(MILLIONTHS_DIGITS + 1, "0");
  return `${digits.slice(0, -MILLIONTHS_DIGITS)}.${digits.slice(-MILLIONTHS_DIGITS)}`;
}

export function liabilityDayToWire(day: LiabilityDay): LiabilityDayWire {
  return {
    as_of: day.asOf,
    journal_seq: day.journalSeq,
    other_journals: day.otherJournals.map(({ shard, journalSeq }) => {
      return { shard, journal_seq: journalSeq };
    }),
    root: day.root,
    sum: day.sum,
    leaves: day.leaves,
    audit_seq: day.auditSeq,
    published_at: day.publishedAt,
    reserves: day.reserves ?? "",
    cover: day.cover ?? "",
  };
}

function dayFromWire(wire: LiabilityDayWire): LiabilityDay {
  return {
    asOf: wire.as_of,
    journalSeq: wire.journal_seq,
    otherJournals: wire.other_journals.map(({ shard, journal_seq }) => {
      return { shard, journalSeq: journal_seq };
    }),
    root: wire.root,
    sum: wire.sum,
    leaves: wire.leaves,
    auditSeq: wire.audit_seq,
    publishedAt: wire.published_at,
    reserves: wire.reserves || null,
    cover: wire.cover || null,
  };
}

export function reservePlaceToWire(held: ReservePlace): ReservePlaceWire {
  const { asOf, documentHash, declaredAt, ...rest } = held;
  return { ...rest, as_of: asOf, document: documentHash, declared_at: declaredAt };
}

function placeFromWire({ as_of, document, declared_at, ...rest }: ReservePlaceWire): ReservePlace {
  return { ...rest, asOf: as_of, documentHash: document, declaredAt: declared_at };
}

/** The newest page is 1. */
export function requestLiabilities(page = 1): ReadRequest<Liabilities> {
  return {
    path: "/v1/api/proof/liabilities",
    query: { page: String(page) },
    read: (wire) => {
      const { data, total, places, reserves, cover, is_simulated } = wire as LiabilitiesWire;
      return {
        days: data.map(dayFromWire),
        total,
        places: places.map(placeFromWire),
        reserves: reserves || null,
        cover: cover || null,
        isSimulated: is_simulated === 1,
      };
    },
  };
}

/** Of one cut, or of the newest. Refused with LIABILITIES_UNKNOWN. */
export function requestOwnLiability(asOf: number | null): ReadRequest<OwnLiability> {
  return {
    path: "/v1/api/proof/liability",
    query: asOf === null ? {} : { as_of: String(asOf) },
    read: (wire) => {
      const { day, ...rest } = wire as OwnLiabilityWire;
      return { day: dayFromWire(day), ...rest };
    },
  };
}

/** What publishes a total, with its place in the signed log. Refused with LIABILITIES_UNKNOWN. */
export function requestLiabilityHead(asOf: number): ReadRequest<LiabilityHeadProof> {
  return {
    path: "/v1/api/proof/liabilities_tree_head",
    query: { as_of: String(asOf) },
    read: (wire) => {
      const { day, evidence } = wire as LiabilityHeadWire;
      if (!evidence) return { day: dayFromWire(day), evidence };
      const { body: text, signature } = evidence.checkpoint;
      const { at_ms, ...row } = evidence.row;
      const proved = { checkpoint: { text, signature }, row: { ...row, atMs: at_ms } };
      return { day: dayFromWire(day), evidence: proved };
    },
  };
}
