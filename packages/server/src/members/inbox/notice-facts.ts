// What a notice tells of, without words and without a language: numbers are decimal texts, prices
// are in the market's points, moments in milliseconds. Stored as they are; describe-notice.ts
// writes them out for each reader. Whoever leaves a notice makes one of these.

import type { MessageKey } from "@truetick/contract";
import type { CancelReason, CloseReason, Side } from "@truetick/engine";

/** Why something was decided: words of our own in every language, words of whoever decided. */
export type SaidReason = { readonly key: MessageKey | null; readonly words: string };

type OfOrder = {
  readonly orderId: number;
  readonly marketId: number;
  readonly side: Side;
  readonly lots: string;
  readonly price: number;
};

type OfLevel = {
  readonly level: string;
  readonly equity: string;
  readonly used: string;
  /** Of an account that copies somebody, not of the main one. */
  readonly isCopy?: true;
};

export type SecurityChange =
  | "newDevice"
  | "twoFactorChanged"
  | "passkeyChanged"
  | "passwordChanged";

export type NoticeFacts =
  | ({ readonly kind: "marginCall" } & OfLevel)
  | ({
      readonly kind: "stopOut";
      readonly closed: number;
      readonly profit: string;
      /** The first that was closed, by which the stop-out is explained; absent where none was. */
      readonly closedId?: number;
    } & OfLevel)
  | ({ readonly kind: "orderFilled" } & OfOrder)
  | ({
      readonly kind: "orderClosed";
      readonly profit: string;
      readonly reason: CloseReason;
    } & OfOrder)
  | ({ readonly kind: "orderEnded"; readonly reason: CancelReason } & OfOrder)
  | {
      readonly kind: "depositCredited";
      readonly id: string;
      readonly amount: string;
      readonly currency: string;
      readonly usd: string;
    }
  | {
      readonly kind: "depositRejected";
      readonly id: string;
      readonly amount: string;
      readonly currency: string;
      readonly reason: SaidReason;
    }
  | {
      readonly kind: "withdrawalPaid";
      readonly id: string;
      readonly received: string;
      readonly currency: string;
    }
  | {
      readonly kind: "withdrawalRejected" | "withdrawalReturned";
      readonly id: string;
      readonly amount: string;
      readonly reason: SaidReason;
    }
  | {
      readonly kind: "identityDecided";
      readonly outcome: "approved" | "rejected" | "asked";
      readonly words: string;
    }
  | { readonly kind: "methodBound"; readonly currency: string; readonly usableAtMs: number }
  | {
      readonly kind: "adjustmentBooked";
      readonly id: string;
      readonly amount: string;
      readonly words: string;
    }
  | {
      readonly kind: "accountFrozen";
      /** Null: it was lifted. */
      readonly untilMs: number | null;
      readonly words: string;
    }
  | {
      readonly kind: "priceAlert";
      readonly marketId: number;
      readonly price: number;
      readonly bid: number;
      readonly seq: number;
      readonly atMs: number;
    }
  | {
      /** Somebody here has to know something first, or has answered; the words are theirs. */
      readonly kind: "depositAsked" | "withdrawalAsked" | "disputeAnswered" | "feedbackAnswered";
      readonly id: string;
      readonly words: string;
    }
  | {
      readonly kind: "copyStopped";
      readonly leader: string;
      readonly reason: "stop-loss" | "leader-blown";
      readonly returned: string;
      readonly profit: string;
    }
  | { readonly kind: "copySkipped"; readonly leader: string; readonly marketId: number }
  | { readonly kind: "leaderLeft"; readonly leader: string }
  /** What was said stands in the chat, and nowhere else. */
  | { readonly kind: "supportAnswered" }
  | { readonly kind: "securityChanged"; readonly what: SecurityChange };

/** One thing that happened to one person. */
export type NoticeDraft = {
  readonly userId: number;
  readonly facts: NoticeFacts;
  /** Names the thing: told once, however often it is asked for. */
  readonly source: string;
  readonly sourceId: string;
  readonly atMs: number;
};
