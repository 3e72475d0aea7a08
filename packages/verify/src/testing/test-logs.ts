// The logs of a platform in memory: what a run of the engine leaves behind, as leaves, paths and a
// signed checkpoint. A second making of what the server's keeper does, for tests of the checks.

import { type Command, type Event, encodeCommand, encodeEvents } from "@truetick/engine";
import {
  CHAIN_GENESIS,
  checkpointMessage,
  checkpointText,
  consistencyPath,
  inclusionPath,
  type NodeReader,
  nodeHash,
  type PieceEvidence,
  partCommitment,
  pieceHash,
  pieceLeaf,
  QuoteRun,
  type RowEvidence,
  type RunQuote,
  rangeRoot,
  rootOf,
  rowLeaf,
  type SignedCheckpoint,
  type Signer,
  saltOf,
  showPart,
  showWhole,
  toBase64,
  toHex,
  wholeLeaf,
  wholeSalt,
} from "@truetick/proof";

export type TestRow = {
  readonly seq: number;
  readonly command: Command;
  readonly events: readonly Event[];
};

type Piece = Omit<PieceEvidence, "index" | "path"> & { readonly leaf: Uint8Array };

const SALT_KEY = new Uint8Array(32).fill(3);
export const ORIGIN = "http://test.truetick.test";

/** Every node once: paths of thousands of leaves are asked for. */
function treeOf(leaves: readonly Uint8Array[]): NodeReader {
  const known = new Map<string, Uint8Array>();
  const read: NodeReader = (level, index) => {
    if (level === 0) return leaves[index] as Uint8Array;
    const name = `${level}/${index}`;
    const node =
      known.get(name) ?? nodeHash(read(level - 1, 2 * index), read(level - 1, 2 * index + 1));
    known.set(name, node);
    return node;
  };
  return read;
}

export class TestLogs {
  readonly checkpoint: SignedCheckpoint;
  readonly pieces: readonly Piece[];
  readonly #rows: ReadonlyMap<number, TestRow>;
  readonly #rowLeaves: readonly Uint8Array[];
  readonly #journal: NodeReader;
  readonly #tape: NodeReader;

  constructor(
    made: {
      readonly rows: readonly TestRow[];
      readonly quotes: ReadonlyMap<number, readonly RunQuote[]>;
      readonly quotesPerPiece: number;
      readonly number: number;
    },
    signer: Signer,
  ) {
    const { rows, quotes, number } = made;
    this.#rows = new Map(rows.map((row) => [row.seq, row]));
    this.#rowLeaves = rows.map(leafOf);
    this.#journal = treeOf(this.#rowLeaves);
    this.pieces = [...quotes].flatMap(([market, run]) => cut(market, run, made.quotesPerPiece));
    const tapeLeaves = this.pieces.map(({ leaf }) => leaf);
    this.#tape = treeOf(tapeLeaves);
    const text = checkpointText({
      number,
      atMs: (rows.at(-1)?.command.atMs ?? 0) + 60_000,
      origin: ORIGIN,
      mode: "SIMULATED",
      build: "test",
      keyId: signer.keyId,
      logs: [
        head("journal/0", this.#rowLeaves.length, this.#journal),
        head("tape", tapeLeaves.length, this.#tape),
      ],
    });
    this.checkpoint = { text, signature: toHex(signer.sign(checkpointMessage(text))) };
  }

  row(seq: number, shown: readonly number[]): RowEvidence {
    const row = this.#rows.get(seq) as TestRow;
    const place = placeOf(row);
    const parts = partsOf(row);
    const path = inclusionPath(seq - 1, this.#rowLeaves.length, this.#journal);
    return {
      log: "journal/0",
      index: seq - 1,
      ...place,
      commitments: isWhole(row) ? [] : commitmentsOf(row).map(toHex),
      parts: isWhole(row)
        ? showWhole(wholeSalt(SALT_KEY, "journal/0", place), wholeOf(row))
        : shown.map((part) =>
            showPart(part, saltOf(SALT_KEY, "journal/0", place, part), parts[part] as Uint8Array),
          ),
      path: path.map(toHex),
    };
  }

  piece(market: number, seq: number): PieceEvidence {
    const index = this.pieces.findIndex(
      ({ marketId, firstSeq, lastSeq }) => marketId === market && firstSeq <= seq && seq <= lastSeq,
    );
    const { leaf: _, ...piece } = this.pieces[index] as Piece;
    const path = inclusionPath(index, this.pieces.length, this.#tape);
    return { ...piece, index, path: path.map(toHex) };
  }

  /** That these logs extend those of a shorter life. */
  consistency(from: number, log: "journal/0" | "tape" = "journal/0"): readonly string[] {
    const [size, read] =
      log === "tape" ? [this.pieces.length, this.#tape] : [this.#rowLeaves.length, this.#journal];
    return consistencyPath(from, size, read).map(toHex);
  }
}

function head(log: string, size: number, read: NodeReader) {
  const root = size === 0 ? rootOf([]) : rangeRoot(0, size, read);
  return { log, size, root: toHex(root) };
}

function placeOf({ seq, command }: TestRow) {
  return { shard: 0, seq, atMs: command.atMs };
}

function partsOf({ command, events }: TestRow): Uint8Array[] {
  return [encodeCommand(command), ...events.map((event) => encodeEvents([event]))];
}

function commitmentsOf(row: TestRow): Uint8Array[] {
  return partsOf(row).map((bytes, part) =>
    partCommitment(saltOf(SALT_KEY, "journal/0", placeOf(row), part), bytes),
  );
}

/** A command about one account makes a row that is shown whole. */
function isWhole({ command }: TestRow): boolean {
  return "accountId" in command;
}

function wholeOf({ command, events }: TestRow) {
  return { command: encodeCommand(command), events: encodeEvents(events) };
}

function leafOf(row: TestRow): Uint8Array {
  const place = placeOf(row);
  return isWhole(row)
    ? wholeLeaf(place, wholeSalt(SALT_KEY, "journal/0", place), wholeOf(row))
    : rowLeaf(place, commitmentsOf(row));
}

function cut(marketId: number, quotes: readonly RunQuote[], size: number): Piece[] {
  const pieces: Piece[] = [];
  let previous = CHAIN_GENESIS;
  for (let at = 0; at < quotes.length; at += size) {
    const run = new QuoteRun();
    const some = quotes.slice(at, at + size);
    for (const quote of some) run.append(quote);
    const packed = run.cut();
    const record = { marketId, firstSeq: at + 1, lastSeq: at + some.length, packed };
    const hash = pieceHash(previous, record);
    const { firstSeq, lastSeq } = record;
    const prevHash = toHex(previous);
    pieces.push({
      marketId,
      firstSeq,
      lastSeq,
      prevHash,
      packed: toBase64(packed),
      leaf: pieceLeaf(hash),
    });
    previous = hash;
  }
  return pieces;
}
