// A stretch of a market's public tape on the wire and in our own words: the quotes, the pieces they
// are stored in with the links of their chain, and what sources sent that became no quote. Whoever
// wants to check it hashes the packed pieces: SHA-256 over "truetick.chain.v1", a zero byte, the
// link before, the market's id (4 bytes), the first and the last number (8 bytes each), the packed
// bytes, numbers big-endian; the very first link is 32 zero bytes.

export type TapeQuote = {
  readonly seq: number;
  readonly bid: string;
  readonly ask: string;
  /** Unix seconds with milliseconds as fraction. */
  readonly time: number;
  /** The link of the piece that holds it, hexadecimal. */
  readonly hash: string;
};

export type TapeLink = {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly prevHash: string;
  readonly hash: string;
  /** The packed rows, base64. */
  readonly packed: string;
};

export type RefusedTick = {
  /** The newest quote of the market when it came. */
  readonly afterSeq: number;
  /** When it came in, Unix seconds. */
  readonly time: number;
  readonly source: string;
  /** As the source had them: a broken one may send anything. */
  readonly bid: string;
  readonly ask: string;
  readonly reason: string;
};

export type TapePage = {
  readonly code: string;
  /** Oldest first. */
  readonly quotes: readonly TapeQuote[];
  /** The newest number that is stored. */
  readonly headSeq: number;
  readonly pieces: readonly TapeLink[];
  readonly refused: readonly RefusedTick[];
  /** The pieces that hold the refused ones: a chain of their own. */
  readonly rawPieces: readonly TapeLink[];
  /** The end of what is older than the tape is kept: what is left follows this link. */
  readonly retired: { readonly lastSeq: number; readonly hash: string } | null;
};

export type TapeLinkWire = {
  FirstSeq: number;
  LastSeq: number;
  PrevHash: string;
  Hash: string;
  Packed: string;
};

export type TapePageWire = {
  Code: string;
  data: { Seq: number; Bid: string; Ask: string; Time: number; Hash: string }[];
  total: number;
  Pieces: TapeLinkWire[];
  Refused: {
    AfterSeq: number;
    Time: number;
    Source: string;
    Bid: string;
    Ask: string;
    Reason: string;
  }[];
  RawPieces: TapeLinkWire[];
  Retired: { LastSeq: number; Hash: string } | null;
};

function linkToWire(link: TapeLink): TapeLinkWire {
  return {
    FirstSeq: link.firstSeq,
    LastSeq: link.lastSeq,
    PrevHash: link.prevHash,
    Hash: link.hash,
    Packed: link.packed,
  };
}

export function tapePageToWire(page: TapePage): TapePageWire {
  const { retired } = page;
  return {
    Code: page.code,
    data: page.quotes.map(({ seq, bid, ask, time, hash }) => {
      return { Seq: seq, Bid: bid, Ask: ask, Time: time, Hash: hash };
    }),
    total: page.headSeq,
    Pieces: page.pieces.map(linkToWire),
    Refused: page.refused.map((tick) => ({
      AfterSeq: tick.afterSeq,
      Time: tick.time,
      Source: tick.source,
      Bid: tick.bid,
      Ask: tick.ask,
      Reason: tick.reason,
    })),
    RawPieces: page.rawPieces.map(linkToWire),
    Retired: retired && { LastSeq: retired.lastSeq, Hash: retired.hash },
  };
}
