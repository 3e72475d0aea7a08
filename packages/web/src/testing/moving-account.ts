// An account book for tests that moves as the test says: `set` stands for what the server tells.

import { createStore } from "@truetick/ui/state";
import { type OpenBook, stillBook } from "../account/open-book.ts";

export function movingAccount(initial: OpenBook | null) {
  const book = createStore(initial);
  const still = createStore(initial);
  return {
    ...book,
    still,
    set(next: OpenBook): void {
      book.set(next);
      still.set(stillBook(next, still.get()));
    },
  };
}
