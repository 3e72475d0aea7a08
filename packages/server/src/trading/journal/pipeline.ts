// Messages that go to PostgreSQL in one piece and are answered by one ReadyForQuery: what the
// driver calls a submittable. They may be sent ahead of their turn, while the server still works on
// those before, and wait at its end of the line. Used by journal-writer.ts. Invariant: the messages
// end with a single Sync, so that the server does all of them in one transaction or, after an
// error, none.

import type { Duplex } from "node:stream";
import type { Connection, Submittable } from "pg";

export class Pipeline implements Submittable {
  /** Resolves with what the statements answered, such as "COPY 12", in their order. */
  readonly done: Promise<readonly string[]>;
  readonly #pieces: readonly Uint8Array[];
  readonly #onTurn: () => void;
  readonly #answers: string[] = [];
  #resolve: (answers: readonly string[]) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;
  #stream: Duplex | null = null;

  /** `onTurn` is called when everything that was sent before has been answered. */
  constructor(pieces: readonly Uint8Array[], onTurn: () => void = () => undefined) {
    this.#pieces = pieces;
    this.#onTurn = onTurn;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Where it went. */
  get stream(): Duplex | null {
    return this.#stream;
  }

  /** At once, and not again when its turn comes. */
  send(stream: Duplex): void {
    if (this.#stream !== null) return;
    this.#stream = stream;
    stream.cork();
    for (const piece of this.#pieces) stream.write(piece);
    stream.uncork();
  }

  /** The driver says that it is its turn. */
  submit({ stream }: Connection): void {
    this.#onTurn();
    this.send(stream);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#answers.push(text);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#answers);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleDataRow(): void {
    // Of a statement that is run for what it does.
  }

  handleCopyInResponse(): void {
    // The data are on their way already.
  }
}
