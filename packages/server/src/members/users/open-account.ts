// Makes sure that the engine knows a user's account: play money for demo users, nothing for real
// ones. Called by every login, so that a crash between the user's row and the engine's account is
// mended by the next.

import type { RefusedOutcome, Sequencer } from "../../trading/sequencer/sequencer.ts";
import type { Member } from "./user-table.ts";

export async function ensureAccount(
  sequencer: Pick<Sequencer, "submit" | "read">,
  member: Pick<Member, "accountId" | "userId" | "book">,
): Promise<RefusedOutcome["refusal"] | null> {
  const { accountId, userId: ownerId, book } = member;
  const isOpen = await sequencer.read((books) => books.account(accountId) !== null);
  if (isOpen) return null;
  const outcome = await sequencer.submit(
    { type: "OpenAccount", accountId, ownerId, book },
    { ownerId, key: `open-account/${accountId}`, payload: "" },
  );
  return outcome.isAccepted ? null : outcome.refusal;
}
