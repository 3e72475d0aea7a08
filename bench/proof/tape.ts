// One quote out of 10 million of the tape, with its piece and the way up to a signed root.
//
// The quotes are packed and chained as the sequencer does it, the keeper takes the pieces into the
// log, and then quotes are asked for at random: the piece out of the database, its place, its path.
// The path alone may take a millisecond (median).

import { marketId } from "@truetick/engine";
import { price } from "@truetick/money";
import { CHAIN_GENESIS, pieceHash, QuoteRun } from "@truetick/proof";
import { openMarket, startExchange } from "../orders/parts/exchange.ts";
import { openLab } from "../orders/parts/lab.ts";
import { median, openLogLab, share, timeMs } from "./parts/log-lab.ts";

const QUOTES = Number(process.env.BENCH_QUOTES ?? 10_000_000);
const QUOTES_PER_PIECE = 1_000;
const PIECES_PER_WRITE = 500;
const ASKED = 5_000;
const PROOF_MS_MAX = 1;
const MARKET = marketId(1);
const FIRST_MS = 1_790_000_000_000;
const QUOTE_EVERY_MS = 100;

const lab = await openLab();
const { client, proofLog, turn } = await openLogLab(lab);
const sequencer = await startExchange(lab);
await openMarket(sequencer);
await sequencer.stop();

function* makePieces() {
  let prevHash: Uint8Array = CHAIN_GENESIS;
  const run = new QuoteRun();
  for (let seq = 1; seq <= QUOTES; seq += 1) {
    const bid = price(110_000 + (seq % 97));
    run.append({ bid, ask: price(bid + 10), atMs: FIRST_MS + seq * QUOTE_EVERY_MS });
    if (run.count < QUOTES_PER_PIECE) continue;
    const firstSeq = seq - run.count + 1;
    const packed = run.cut();
    const hash = pieceHash(prevHash, { marketId: MARKET, firstSeq, lastSeq: seq, packed });
    yield { firstSeq, lastSeq: seq, packed, prevHash, hash };
    prevHash = hash;
  }
}

type Piece = ReturnType<typeof makePieces> extends Generator<infer One> ? One : never;

async function writePieces(pieces: readonly Piece[]): Promise<void> {
  await client.query(
    `insert into tape_piece (market_id, first_seq, last_seq, first_at_ms, last_at_ms, last_bid,
       last_ask, quotes, prev_hash, hash)
     select ${MARKET}, f, l, ${FIRST_MS} + f * ${QUOTE_EVERY_MS},
       ${FIRST_MS} + l * ${QUOTE_EVERY_MS}, 110000, 110010, q, p, h
     from unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bytea[], $5::bytea[])
       as piece (f, l, q, p, h)`,
    [
      pieces.map(({ firstSeq }) => firstSeq),
      pieces.map(({ lastSeq }) => lastSeq),
      pieces.map(({ packed }) => Buffer.from(packed)),
      pieces.map(({ prevHash }) => Buffer.from(prevHash)),
      pieces.map(({ hash }) => Buffer.from(hash)),
    ],
  );
}

let waiting: Piece[] = [];
for (const piece of makePieces()) {
  waiting.push(piece);
  if (waiting.length < PIECES_PER_WRITE) continue;
  await writePieces(waiting);
  waiting = [];
}
await writePieces(waiting);
const takenMs = await timeMs(turn);
const size = QUOTES / QUOTES_PER_PIECE;
console.log(`${size.toLocaleString("en")} pieces are taken in ${(takenMs / 1_000).toFixed(1)} s`);

const pathMs: number[] = [];
const wholeMs: number[] = [];
for (let asked = 0; asked < ASKED; asked += 1) {
  const index = Math.floor(Math.random() * size);
  pathMs.push(await timeMs(() => proofLog.inclusion({ log: "tape", index, size })));
  const seq = 1 + Math.floor(Math.random() * QUOTES);
  wholeMs.push(await timeMs(() => proofLog.tapePiece({ marketId: MARKET, seq, size })));
}
const isQuick = median(pathMs) <= PROOF_MS_MAX;
const shown = (times: readonly number[]) =>
  `p50 ${median(times).toFixed(2)} ms, p99 ${share(times, 0.99).toFixed(2)} ms`;
console.log(
  `${isQuick ? "PASS" : "FAIL"} proof of a quote among ${QUOTES.toLocaleString("en")}: the path ` +
    `${shown(pathMs)} (p50 at most ${PROOF_MS_MAX} ms); with its piece ${shown(wholeMs)}`,
);
await client.close();
await lab.close();
process.exit(isQuick ? 0 : 1);
