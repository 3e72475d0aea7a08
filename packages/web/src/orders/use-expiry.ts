// How long a waiting order goes on waiting, as its popup changes it: begins with what the order
// has, and knows whether that was changed.

import type { Order } from "@truetick/contract";
import { useState } from "react";
import {
  type ExpiryDraft,
  type ExpiryReading,
  momentText,
  NO_EXPIRY,
  readExpiry,
} from "../ticket/expiry.ts";

const MS_PER_SECOND = 1_000;

export type ExpiryChange = {
  readonly draft: ExpiryDraft;
  readonly isChanged: boolean;
  /** Unix seconds; null: never, or not told yet. */
  readonly expiresAt: number | null;
  readonly change: (draft: ExpiryDraft) => void;
  readonly read: () => ExpiryReading;
  /** The order has this expiry now. */
  readonly settle: (expiresAt: number | null) => void;
};

function draftOf(expiresAt: number | null): ExpiryDraft {
  if (expiresAt === null) return NO_EXPIRY;
  return { kind: "moment", moment: momentText(expiresAt * MS_PER_SECOND) };
}

export function useExpiry(order: Order): ExpiryChange {
  const [draft, setDraft] = useState(() => draftOf(order.expiresAt));
  /** Until then it is what the order has, to the second, which a field for minutes cannot say. */
  const [isChanged, setIsChanged] = useState(false);
  const read = (): ExpiryReading =>
    isChanged ? readExpiry(draft, Date.now()) : { isOk: true, expiresAt: order.expiresAt };
  const reading = read();
  return {
    draft,
    isChanged,
    expiresAt: reading.isOk ? reading.expiresAt : null,
    change(next) {
      setDraft(next);
      setIsChanged(true);
    },
    read,
    settle(expiresAt) {
      setDraft(draftOf(expiresAt));
      setIsChanged(false);
    },
  };
}
