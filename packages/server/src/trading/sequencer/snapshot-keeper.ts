// Stores snapshots in the background, one at a time, so that no commit waits for them. Used by the
// sequencer. A snapshot that could not be stored costs the next start some folding, nothing else.

import type { Log } from "../../platform/log.ts";
import type { JournalStore, Snapshot } from "../journal/journal-store.ts";

export class SnapshotKeeper {
  readonly #options: { readonly store: JournalStore; readonly log: Log };
  #storing: Promise<void> = Promise.resolve();
  #isBusy = false;

  constructor(options: { store: JournalStore; log: Log }) {
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  store(snapshot: Snapshot): void {
    const { store, log } = this.#options;
    this.#isBusy = true;
    this.#storing = store
      .storeSnapshot(snapshot)
      .catch((err) => log.warn({ err, seq: snapshot.place.seq }, "could not store a snapshot"))
      .finally(() => {
        this.#isBusy = false;
      });
  }

  /** Resolves when nothing is being stored. */
  finish(): Promise<void> {
    return this.#storing;
  }
}
