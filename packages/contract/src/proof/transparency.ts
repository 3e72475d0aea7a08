// The public figures about how the house keeps its word: each with the queries behind it and its
// rows as a file. Browser-safe: no schema library here; `transparency.calls.ts` declares the calls.

import type { ReadRequest } from "../market.requests.ts";

/** In the order of the page. */
export const FIGURE_IDS = [
  "losing_year",
  "losing_quarter",
  "slippage",
  "arrival",
  "stops",
  "latency",
  "lost_arrivals",
  "refusals",
  "stop_outs",
  "withdrawals",
  "withdrawal_refusals",
  "adjustments",
  "changes",
  "document_views",
  "sources",
  "seeds",
] as const;
export type FigureId = (typeof FIGURE_IDS)[number];

/** Rows of one file; a figure of more has several. */
export const ROWS_PER_FILE = 50_000;

export type FigureReading = {
  readonly id: FigureId;
  /** Unix seconds: the first that counts, and the first that does not. */
  readonly from: number;
  readonly to: number;
  readonly columns: readonly string[];
  /** Numbers and names as text; empty where there is none. */
  readonly cells: readonly (readonly string[])[];
  /** How many rows it was counted from. Null: it could not be counted, and nothing is said. */
  readonly rowCount: number | null;
  /** The query that gives the rows, and the one over them: as they were run. */
  readonly rowsQuery: string;
  readonly numbersQuery: string;
};

export type Transparency = {
  readonly figures: readonly FigureReading[];
  /** Prices are made up or the money is play money (H13). */
  readonly isSimulated: boolean;
};

export type TransparencyWire = {
  figures: {
    id: FigureId;
    from: number;
    to: number;
    columns: string[];
    cells: string[][];
    row_count: number | null;
    rows_query: string;
    numbers_query: string;
  }[];
  is_simulated: 0 | 1;
};

export function transparencyToWire({ figures, isSimulated }: Transparency): TransparencyWire {
  return {
    figures: figures.map((figure) => ({
      id: figure.id,
      from: figure.from,
      to: figure.to,
      columns: [...figure.columns],
      cells: figure.cells.map((row) => [...row]),
      row_count: figure.rowCount,
      rows_query: figure.rowsQuery,
      numbers_query: figure.numbersQuery,
    })),
    is_simulated: isSimulated ? 1 : 0,
  };
}

function transparencyFromWire({ figures, is_simulated }: TransparencyWire): Transparency {
  return {
    figures: figures.map(({ row_count, rows_query, numbers_query, ...figure }) => ({
      ...figure,
      rowCount: row_count,
      rowsQuery: rows_query,
      numbersQuery: numbers_query,
    })),
    isSimulated: is_simulated === 1,
  };
}

export function requestTransparency(): ReadRequest<Transparency> {
  return {
    path: "/v1/api/proof/transparency",
    query: {},
    read: (wire) => transparencyFromWire(wire as TransparencyWire),
  };
}

/** The share of clients who lost money last year, and the warning that must name it. */
export type LosingShare = {
  /** Null before anybody traded, and while it is not known. */
  readonly lostPercent: string | null;
  /** Null while it is not known. */
  readonly clients: number | null;
  readonly isSimulated: boolean;
  /** The warning in the reader's language, whole: it stands where no other text is there yet. */
  readonly warning: string;
  /** Said beside it in the sandbox; empty elsewhere (H13). */
  readonly play: string;
  /** Names the way to the page of figures. */
  readonly more: string;
};

export type LosingShareWire = {
  lost_percent: string;
  clients: number | null;
  is_simulated: 0 | 1;
  warning: string;
  play: string;
  more: string;
};

export function losingShareToWire(share: LosingShare): LosingShareWire {
  const { lostPercent, isSimulated, ...texts } = share;
  return { ...texts, lost_percent: lostPercent ?? "", is_simulated: isSimulated ? 1 : 0 };
}

export function requestLosingShare(): ReadRequest<LosingShare> {
  return {
    path: "/v1/api/proof/losing_share",
    query: {},
    read: (wire) => {
      const { lost_percent, is_simulated, ...texts } = wire as LosingShareWire;
      const lostPercent = lost_percent === "" ? null : lost_percent;
      return { ...texts, lostPercent, isSimulated: is_simulated === 1 };
    },
  };
}

/** Where the rows of a figure are fetched as a file. */
export function figureRowsAddress(id: FigureId, page: number): string {
  return `/v1/api/proof/transparency_rows?figure=${id}&page=${page}`;
}
