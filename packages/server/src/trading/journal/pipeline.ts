// Messages that go to PostgreSQL in one piece and are answered by one ReadyForQuery: what the
// driver calls a submittable. Used by journal-writer.ts. Invariant: the messages end with a single
// Sync, so that the server does all of them in one transaction or, after an error, none.

import type { Connection, Submittable } from "pg";

export class Pipeline implements Submittable {
  /** Resolves with what the statements answered, such as "COPY 12", in their order. */
  readonly done: Promise<readonly string[]>;
  readonly #pieces: readonly Uint8Array[];
  readonly #answers: string[] = [];
  #resolve: (answers: readonly string[]) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  constructor(pieces: readonly Uint8Array[]) {
    this.#pieces = pieces;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit({ stream }: Connection): void {
    stream.cork();
    for (const piece of this.#pieces) stream.write(piece);
    stream.uncork();
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
