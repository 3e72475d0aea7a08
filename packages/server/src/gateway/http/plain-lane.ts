// The plain lane: POSTs that arrive whole and plain (read-plain.ts) are answered on their
// connection without node:http, which takes three times as long for it (decision 0049). Whatever
// else comes, the connection goes to node:http with its bytes, for good. Made by http-server.ts.
// Invariants: of a connection one request is under way at a time, until its answer was sent;
// answers go out in order; nobody holds a place with nothing (T78).

import type { Socket } from "node:net";
import { descriptorOf, type SendAll } from "../socket/send-all.ts";
import { createSendTogether, type Receiver } from "../socket/send-together.ts";
import { type PlainRequest, readPlain } from "./read-plain.ts";

/** Makes what is written to the connection; null: this one is not for the lane. */
export type AnswerPlain = (
  request: PlainRequest,
  socket: Socket,
) => (() => Promise<string | Buffer>) | null;

export type PlainLane = {
  readonly take: (socket: Socket) => void;
  /** Lets go of everybody, once they are answered. */
  readonly drain: () => void;
  /** At once, answered or not. */
  readonly cut: () => void;
};

type LaneOptions = {
  readonly answer: AnswerPlain;
  /** Reads the connection from here on; the bytes are back in it. */
  readonly handOver: (socket: Socket) => void;
  /** Within which a connection has to say something. */
  readonly firstMs: number;
  /** And again after an answer. */
  readonly keepAliveMs: number;
  /** Sends many answers at once; without, each has its own write. */
  readonly sendAll: SendAll | null;
};

export function createPlainLane(options: LaneOptions): PlainLane {
  const guests = new Set<Guest>();
  const house = {
    ...options,
    begin: createTurns(),
    send: createSending(options.sendAll),
    leave: (it: Guest) => guests.delete(it),
  };
  return {
    take(socket) {
      guests.add(new Guest(socket, house));
    },
    drain() {
      for (const guest of guests) guest.leaveSoon();
    },
    cut() {
      for (const guest of guests) guest.cut();
    },
  };
}

/** Keeps what comes until `later` has its turn, then treats all of it. */
function gather<Item>(
  later: (run: () => void) => void,
  treat: (all: readonly Item[]) => void,
): (item: Item) => void {
  let waiting: Item[] = [];
  const run = () => {
    const all = waiting;
    waiting = [];
    treat(all);
  };
  return (item) => {
    if (waiting.length === 0) later(run);
    waiting.push(item);
  };
}

/**
 * Begins what one turn of the event loop brought together, after it: then all of them go through
 * each step of their answers one after the other, and the machine has the step's code at hand.
 */
function createTurns(): (begin: () => void) => void {
  return gather(setImmediate, (all) => {
    for (const begin of all) begin();
  });
}

/**
 * Sends together what became ready together: one commit answers many. Node calls back before the
 * loop goes on, but after all promises that are settled by then.
 */
function createSending(sendAll: SendAll | null): (guest: Guest) => void {
  const sendTogether = createSendTogether(sendAll);
  return gather<Guest>(process.nextTick, (answered) => {
    sendTogether(answered);
    const nowMs = performance.now();
    for (const guest of answered) guest.goOn(nowMs);
  });
}

type House = LaneOptions & {
  readonly begin: ReturnType<typeof createTurns>;
  readonly send: ReturnType<typeof createSending>;
  readonly leave: (guest: Guest) => void;
};

/** One connection in the lane. */
class Guest implements Receiver {
  pending: readonly Buffer[] = [];
  readonly #socket: Socket;
  readonly #house: House;
  readonly #descriptor: () => number | null;
  #isBusy = false;
  #isLast = false;
  /** Came while the one before was being answered. */
  #next: Buffer | null = null;
  #answeredAtMs = Number.NEGATIVE_INFINITY;

  constructor(socket: Socket, house: House) {
    this.#socket = socket;
    this.#house = house;
    this.#descriptor = descriptorOf(socket);
    socket.setTimeout(house.firstMs);
    socket.on("data", this.#take).on("timeout", this.#expire).on("end", this.leaveSoon);
    socket.on("error", this.cut).on("close", this.#close);
  }

  readonly #take = (bytes: Buffer): void => {
    const socket = this.#socket;
    // Let go of a moment ago: what cannot be answered is not carried out.
    if (!socket.writable) return;
    if (this.#isBusy) {
      // Whoever sends more is not heard before the answer.
      this.#next = bytes;
      socket.pause();
      return;
    }
    // Answers that are not taken pile up here; node:http waits for its callers to take them.
    const request = socket.writableNeedDrain ? null : readPlain(bytes);
    const answer = request && this.#house.answer(request, socket);
    if (answer === null) this.#handOver(bytes);
    else {
      this.#isBusy = true;
      this.#house.begin(() => {
        // Cut off in the same turn: what cannot be answered is not carried out.
        if (!socket.destroyed) answer().then(this.#say, this.cut);
      });
    }
  };

  readonly #say = (answer: string | Buffer): void => {
    this.pending = [typeof answer === "string" ? Buffer.from(answer, "latin1") : answer];
    this.#house.send(this);
  };

  descriptor(): number | null {
    return this.#socket.writable ? this.#descriptor() : null;
  }

  write(frames: readonly Buffer[]): void {
    // A caller that went away takes the answer with it.
    if (!this.#socket.writable) return;
    for (const frame of frames) this.#socket.write(frame);
  }

  /** Its answer was sent. */
  goOn(nowMs: number): void {
    this.#isBusy = false;
    const socket = this.#socket;
    if (!socket.writable) return;
    this.#answeredAtMs = nowMs;
    if (socket.timeout !== this.#house.keepAliveMs) socket.setTimeout(this.#house.keepAliveMs);
    const next = this.#next;
    this.#next = null;
    if (next !== null) {
      socket.resume();
      this.#take(next);
    } else if (this.#isLast) socket.destroySoon();
  }

  #handOver(bytes: Buffer): void {
    const socket = this.#socket;
    if (socket.readableEnded) {
      // It was cut off in the middle of a request, and says nothing more.
      socket.destroySoon();
      return;
    }
    this.#house.leave(this);
    socket.off("data", this.#take).off("timeout", this.#expire).off("end", this.leaveSoon);
    socket.off("error", this.cut).off("close", this.#close);
    socket.setTimeout(0);
    socket.unshift(bytes);
    this.#house.handOver(socket);
  }

  readonly leaveSoon = (): void => {
    this.#isLast = true;
    if (!this.#isBusy) this.#socket.destroySoon();
  };

  readonly cut = (): void => {
    this.#socket.destroy();
  };

  /** By the stream's clock, which knows nothing of answers that went past it. */
  readonly #expire = (): void => {
    const { keepAliveMs } = this.#house;
    const restedMs = this.#isBusy ? 0 : performance.now() - this.#answeredAtMs;
    if (restedMs < keepAliveMs) this.#socket.setTimeout(Math.ceil(keepAliveMs - restedMs));
    else this.#socket.destroy();
  };

  readonly #close = (): void => {
    this.#house.leave(this);
  };
}
