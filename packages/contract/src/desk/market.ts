// Markets as staff see them: every parameter, where prices come from, what is open, and every
// version of the terms. Nothing here can set a price (H01). Browser-safe: no schema library.

import type { ChangedField, MarketField } from "../market-change.ts";
import {
  type MarketExposure,
  type MarketExposureWire,
  marketExposureFromWire,
  marketExposureToWire,
} from "./exposure.ts";

export const DESK_MARKET_SESSIONS = [
  "open",
  "closed",
  "halted",
  "delisted",
  "closing-only",
  "closed-closing-only",
] as const;
export type DeskMarketSession = (typeof DESK_MARKET_SESSIONS)[number];

export type DeskMarket = {
  readonly id: string;
  readonly code: string;
  readonly displayCode: string;
  /** In the reader's language. */
  readonly name: string;
  readonly categoryId: string;
  readonly session: DeskMarketSession;
  /** Why it was halted by hand; null when it was not. */
  readonly haltReason: string | null;
  /** Why people can only leave it, also while it is halted or closed; null when they need not. */
  readonly closingOnlyReason: string | null;
  readonly isStale: boolean;
  /** Decimals; empty before the first quote. */
  readonly bid: string;
  readonly ask: string;
  /** Unix seconds; 0 before the first quote. */
  readonly quotedAt: number;
  readonly leverageMax: number;
  readonly feeRate: string;
  readonly markupPoints: number;
  /** Of its terms; counts up with every change. */
  readonly version: number;
};

export type DeskMarketWire = {
  id: string;
  code: string;
  display_code: string;
  name: string;
  category_id: string;
  session: DeskMarketSession;
  halt_reason: string;
  closing_only_reason: string;
  is_stale: number;
  bid: string;
  ask: string;
  quoted_at: number;
  leverage_max: number;
  fee_rate: string;
  markup_points: number;
  version: number;
};

/** The values of a market that can change, as texts: what a proposal is written in. */
export type MarketTermTexts = Readonly<Record<MarketField, string>>;

export type DeskMarketSource = {
  readonly name: string;
  readonly instrument: string;
  readonly isSilent: boolean;
  /** Ticks of this source in every market since the start, and what was refused of them. */
  readonly ticks: number;
  readonly refused: readonly { readonly reason: string; readonly count: number }[];
};

export type DeskMarketVersion = {
  readonly version: number;
  /** Unix seconds. */
  readonly at: number;
  /** Against the version before; empty for the first. */
  readonly fields: readonly ChangedField[];
};

/** What was ordered of it by hand, and lifted. */
export type DeskMarketHalt = {
  readonly kind: "halt" | "closing-only";
  /** Ordered, or lifted. */
  readonly isHalted: boolean;
  readonly reason: string;
  readonly orderedBy: string;
  readonly at: number;
};

export type DeskMarketFile = DeskMarket & {
  readonly terms: MarketTermTexts;
  /** The contract: never changes. */
  readonly contract: {
    readonly baseCurrency: string;
    readonly quoteCurrency: string;
    readonly pricePrecision: number;
    readonly unitsPerLot: string;
    readonly dayCut: string;
  };
  /** No leverage above this may be offered here. */
  readonly leverageCap: number;
  /** What session_calendar can be. */
  readonly calendars: readonly string[];
  /** Unix seconds; null while it is open, or where nobody can say. */
  readonly opensAt: number | null;
  readonly rule: "priority" | "median";
  readonly quorum: number;
  readonly sources: readonly DeskMarketSource[];
  /** Positions of real money; null when there are none. */
  readonly openInterest: MarketExposure | null;
  /** Newest first. */
  readonly versions: readonly DeskMarketVersion[];
  /** Newest first. */
  readonly halts: readonly DeskMarketHalt[];
};

export type DeskMarketFileWire = DeskMarketWire & {
  terms: Record<MarketField, string>;
  contract: {
    base_currency: string;
    quote_currency: string;
    price_precision: number;
    units_per_lot: string;
    day_cut: string;
  };
  leverage_cap: number;
  calendars: string[];
  opens_at: number;
  rule: "priority" | "median";
  quorum: number;
  sources: {
    name: string;
    instrument: string;
    is_silent: number;
    ticks: number;
    refused: { reason: string; count: number }[];
  }[];
  open_interest: MarketExposureWire | null;
  versions: {
    version: number;
    at: number;
    fields: { field: string; from: string; to: string }[];
  }[];
  halts: {
    kind: "halt" | "closing-only";
    is_halted: number;
    reason: string;
    ordered_by: string;
    at: number;
  }[];
};

export function deskMarketToWire(market: DeskMarket): DeskMarketWire {
  return {
    id: market.id,
    code: market.code,
    display_code: market.displayCode,
    name: market.name,
    category_id: market.categoryId,
    session: market.session,
    halt_reason: market.haltReason ?? "",
    closing_only_reason: market.closingOnlyReason ?? "",
    is_stale: market.isStale ? 1 : 0,
    bid: market.bid,
    ask: market.ask,
    quoted_at: market.quotedAt,
    leverage_max: market.leverageMax,
    fee_rate: market.feeRate,
    markup_points: market.markupPoints,
    version: market.version,
  };
}

export function deskMarketFromWire(wire: DeskMarketWire): DeskMarket {
  return {
    id: wire.id,
    code: wire.code,
    displayCode: wire.display_code,
    name: wire.name,
    categoryId: wire.category_id,
    session: wire.session,
    haltReason: wire.halt_reason || null,
    closingOnlyReason: wire.closing_only_reason || null,
    isStale: wire.is_stale === 1,
    bid: wire.bid,
    ask: wire.ask,
    quotedAt: wire.quoted_at,
    leverageMax: wire.leverage_max,
    feeRate: wire.fee_rate,
    markupPoints: wire.markup_points,
    version: wire.version,
  };
}

export function deskMarketFileToWire(file: DeskMarketFile): DeskMarketFileWire {
  const { contract } = file;
  return {
    ...deskMarketToWire(file),
    terms: { ...file.terms },
    contract: {
      base_currency: contract.baseCurrency,
      quote_currency: contract.quoteCurrency,
      price_precision: contract.pricePrecision,
      units_per_lot: contract.unitsPerLot,
      day_cut: contract.dayCut,
    },
    leverage_cap: file.leverageCap,
    calendars: [...file.calendars],
    opens_at: file.opensAt ?? 0,
    rule: file.rule,
    quorum: file.quorum,
    sources: file.sources.map(({ name, instrument, isSilent, ticks, refused }) => ({
      name,
      instrument,
      is_silent: isSilent ? 1 : 0,
      ticks,
      refused: refused.map(({ reason, count }) => ({ reason, count })),
    })),
    open_interest: file.openInterest && marketExposureToWire(file.openInterest),
    versions: file.versions.map(({ version, at, fields }) => ({
      version,
      at,
      fields: [...fields],
    })),
    halts: file.halts.map(({ kind, isHalted, reason, orderedBy, at }) => ({
      kind,
      is_halted: isHalted ? 1 : 0,
      reason,
      ordered_by: orderedBy,
      at,
    })),
  };
}

export function deskMarketFileFromWire(wire: DeskMarketFileWire): DeskMarketFile {
  const { contract } = wire;
  return {
    ...deskMarketFromWire(wire),
    terms: wire.terms,
    contract: {
      baseCurrency: contract.base_currency,
      quoteCurrency: contract.quote_currency,
      pricePrecision: contract.price_precision,
      unitsPerLot: contract.units_per_lot,
      dayCut: contract.day_cut,
    },
    leverageCap: wire.leverage_cap,
    calendars: wire.calendars,
    opensAt: wire.opens_at || null,
    rule: wire.rule,
    quorum: wire.quorum,
    sources: wire.sources.map(({ is_silent, ...source }) => {
      return { ...source, isSilent: is_silent === 1 };
    }),
    openInterest: wire.open_interest && marketExposureFromWire(wire.open_interest),
    versions: wire.versions,
    halts: wire.halts.map(({ is_halted, ordered_by, ...halt }) => {
      return { ...halt, isHalted: is_halted === 1, orderedBy: ordered_by };
    }),
  };
}
