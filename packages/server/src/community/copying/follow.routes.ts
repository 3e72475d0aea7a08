// The calls about the caller's follows. Whose they are is the session's word, never a field (T74).
// What changes whether a follow copies is decided under the lock of the place in the journal.

import {
  followChangeFromFields,
  followMoveFromFields,
  followPauseFromFields,
  followStopFromFields,
  newFollowFromFields,
} from "@truetick/contract/calls";
import { type FollowWire, followToWire } from "@truetick/contract/copying";
import type { AccountView } from "@truetick/engine";
import type { Database } from "../../platform/database.ts";
import {
  type Handlers,
  isRefused,
  type Refused,
  refuse,
  type TraderContext,
} from "../../platform/handler.ts";
import { inTransaction } from "../../platform/in-transaction.ts";
import { lockPlaces } from "../../trading/journal-place.ts";
import { refusalToReason } from "../../trading/refusal-reason.ts";
import { checkMaximum, pauseOf, readAmount, ruleColumns } from "./check-follow.ts";
import { type DescribeParts, describeFollows } from "./describe-follow.ts";
import type { FillParts } from "./fill-follow.ts";
import {
  changeFollow,
  findOwnFollow,
  noteLeaderBase,
  readFollows,
  readOwnFollows,
  type StoredFollow,
  stopOwnFollow,
} from "./follow-table.ts";
import {
  findAttempted,
  isAnswered,
  type NewTransfer,
  noteMoved,
  planTransfer,
  type StoredTransfer,
  submitTransfer,
  sumPlannedAdds,
  type TransferKind,
  takeOff,
} from "./move-money.ts";
import { startFollow } from "./start-follow.ts";
import type { Tender } from "./tend-follows.ts";

export type FollowParts = FillParts &
  Pick<DescribeParts, "returnSince"> & {
    readonly tender: Pick<Tender, "tend" | "changed" | "resume">;
  };

export type FollowHandlers = Handlers<
  | "listFollows"
  | "startFollow"
  | "changeFollow"
  | "pauseFollow"
  | "addToFollow"
  | "takeFromFollow"
  | "stopFollow"
>;

/** Ended ones beyond this are history that the account log tells. */
const SHOWN_MAX = 100;
const BASE_WITHIN_MS = 60_000;

export function createFollowHandlers(parts: FollowParts): FollowHandlers {
  const { database, tender } = parts;
  return {
    async listFollows(_fields, { caller }) {
      const follows = await readOwnFollows(database, caller.userId, SHOWN_MAX);
      return { data: (await describeFollows(describing(parts), follows)).map(followToWire) };
    },
    async startFollow(fields, context) {
      const { leader, amount: text, rule: asked } = newFollowFromFields(fields);
      const amount = readAmount(text);
      if (isRefused(amount)) return amount;
      const rule = ruleColumns(asked);
      if (isRefused(rule)) return rule;
      const started = await startFollow(parts, { leader, amount, rule }, context);
      if (isRefused(started)) {
        tender.resume();
        return started;
      }
      await noteBase(parts, started);
      await tender.changed([started]);
      return answer(parts, { userId: context.caller.userId, followId: started });
    },
    async changeFollow(fields, { caller: { userId } }) {
      const { followId, rule: asked } = followChangeFromFields(fields);
      const rule = ruleColumns(asked);
      if (isRefused(rule)) return rule;
      return change(parts, { userId, followId }, (trx) => {
        return changeFollow(trx, { id: followId, userId }, { rule });
      });
    },
    pauseFollow(fields, { caller: { userId } }) {
      const { followId, isPaused } = followPauseFromFields(fields);
      const status = isPaused ? "paused" : "copying";
      return change(parts, { userId, followId }, (trx) => {
        return changeFollow(trx, { id: followId, userId }, { status });
      });
    },
    stopFollow(fields, { caller: { userId } }) {
      const { followId, isKeeping } = followStopFromFields(fields);
      return change(parts, { userId, followId }, (trx) => {
        return stopOwnFollow(trx, { id: followId, userId }, { isKeeping });
      });
    },
    addToFollow: (fields, context) => move(parts, { ...moveOf(fields), kind: "add" }, context),
    takeFromFollow: (fields, context) => move(parts, { ...moveOf(fields), kind: "take" }, context),
  };
}

/** Where the leader stood when it began: from there on the two are compared. */
async function noteBase(parts: FollowParts, followId: number): Promise<void> {
  const { database, returnSince, clock } = parts;
  const [follow] = await readFollows(database, [followId]);
  if (!follow || follow.startedAtMs === null || follow.leaderBase !== null) return;
  // A later repeat of the call knows of its beginning no more.
  if (clock.now() - follow.startedAtMs > BASE_WITHIN_MS) return;
  const base = await returnSince(follow.leaderAccountId, follow.startedAtMs);
  if (base !== null) await noteLeaderBase(database, followId, base);
}

type Own = { readonly userId: number; readonly followId: number };

function describing({ database, sequencer, returnSince }: FollowParts): DescribeParts {
  return { database, read: sequencer.read, returnSince };
}

async function answer(parts: FollowParts, own: Own): Promise<FollowWire | Refused> {
  const follow = await findOwnFollow(parts.database, own);
  const [described] = follow ? await describeFollows(describing(parts), [follow]) : [];
  return described ? followToWire(described) : refuse("FOLLOW_UNKNOWN");
}

/** Under the lock; FOLLOW_STOPPED when it is not the owner's to change any more. */
async function change(
  parts: FollowParts,
  own: Own,
  act: (trx: Database) => Promise<boolean>,
): Promise<FollowWire | Refused> {
  const { database, tender } = parts;
  const refused = await inTransaction(database, async (trx) => {
    await lockPlaces(trx, "copy_cursor");
    if (!(await findOwnFollow(trx, own))) return refuse("FOLLOW_UNKNOWN");
    return (await act(trx)) ? null : refuse("FOLLOW_STOPPED");
  });
  const isStopped = isRefused(refused) && refused.reason === "FOLLOW_STOPPED";
  if (refused !== null && !isStopped) return refused;
  // Also when an earlier attempt has stopped it, and nobody was told.
  await tender.changed([own.followId]);
  await tender.tend();
  return refused ?? answer(parts, own);
}

async function move(
  parts: FollowParts,
  wanted: Move,
  context: TraderContext,
): Promise<FollowWire | Refused> {
  const moved = await moveMoney(parts, wanted, context);
  if (isRefused(moved)) return moved;
  return answer(parts, { userId: context.caller.userId, followId: moved });
}

type Move = {
  readonly followId: number;
  readonly amountText: string;
  readonly kind: Extract<TransferKind, "add" | "take">;
};

function moveOf(fields: Parameters<typeof followMoveFromFields>[0]) {
  const { followId, amount } = followMoveFromFields(fields);
  return { followId, amountText: amount };
}

/** Into what copies; out of what copies or is kept. Answers the follow's number. */
async function moveMoney(
  parts: FollowParts,
  { followId, amountText, kind }: Move,
  { caller, attempt, language }: TraderContext,
): Promise<number | Refused> {
  const { database, sequencer, tender } = parts;
  const reader = { language, pricePrecision: null };
  const amount = readAmount(amountText);
  if (isRefused(amount)) return amount;
  const account = await sequencer.read((books) => books.account(caller.accountId));
  if (!account) return refuse("ACCOUNT_UNKNOWN");
  const wanted = { followId, kind, amount, attempt: attempt?.key ?? null };
  const planned = await inTransaction(database, async (trx) => {
    await lockPlaces(trx, "copy_cursor");
    const follow = await findOwnFollow(trx, { userId: caller.userId, followId });
    if (!follow) return refuse("FOLLOW_UNKNOWN");
    const known = await findAttempted(trx, wanted);
    if (isRefused(known)) return known;
    // What this attempt moved before is answered as it was, whatever has happened since.
    if (known?.status === "done") return null;
    if (!isMovable(follow, kind)) return refuse("FOLLOW_STOPPED");
    if (known !== null) return { transfer: known, follow };
    const nowMs = parts.clock.now();
    const pause = kind === "add" ? pauseOf(account, nowMs) : null;
    if (pause !== null) return refusalToReason(pause, reader);
    const transfer = await planMove(trx, wanted, { follow, account, nowMs });
    return isRefused(transfer) ? transfer : { transfer, follow };
  });
  if (isRefused(planned)) return planned;
  if (planned === null) return followId;
  const { transfer, follow } = planned;
  const outcome = await submitTransfer(sequencer.submit, transfer, follow);
  if (isAnswered(outcome)) await noteMoved(database, transfer, outcome);
  else tender.resume();
  await tender.changed([followId]);
  if (outcome.isAccepted) return followId;
  // It stays planned, and is moved when the books take it: not "nothing was done" (T01).
  if (!isAnswered(outcome)) return refuse("OUTCOME_UNKNOWN");
  return refusalToReason(outcome.refusal, reader);
}

type Around = {
  readonly follow: StoredFollow;
  readonly account: AccountView;
  readonly nowMs: number;
};

/** Refuses with FOLLOW_ABOVE_MAXIMUM: what is on its way in counts. */
async function planMove(
  trx: Database,
  wanted: NewTransfer,
  { follow, account, nowMs }: Around,
): Promise<StoredTransfer | Refused> {
  const { followId, kind, amount } = wanted;
  if (kind === "add") {
    const added = amount + (await sumPlannedAdds(trx, wanted));
    const tooMuch = checkMaximum(follow.amount + added, account);
    if (tooMuch !== null) return tooMuch;
  }
  const transfer = await planTransfer(trx, wanted, nowMs);
  if (!isRefused(transfer) && kind === "take") await takeOff(trx, followId, amount);
  return transfer;
}

function isMovable({ status }: StoredFollow, kind: Move["kind"]): boolean {
  return status === "copying" || status === "paused" || (kind === "take" && status === "kept");
}
