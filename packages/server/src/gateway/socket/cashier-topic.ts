// The topic CASHIER: tells a member's sockets that something about the member's money or identity
// has changed, and of which kinds, in one frame; what it is, they read by the calls.

import { type CashierFrame, TOPIC_CASHIER } from "@truetick/contract";
import type { MemberChanges } from "../../platform/member-changes.ts";
import { createMemberTopic, type MemberTopic } from "./member-topic.ts";
import type { Outbox } from "./outbox.ts";

export function createCashierTopic(parts: {
  readonly source: Pick<MemberChanges, "follow">;
  readonly outbox: Outbox;
}): MemberTopic {
  return createMemberTopic({
    ...parts,
    framesOf: (kinds) => {
      const frame: CashierFrame = { type: TOPIC_CASHIER, kinds: [...kinds] };
      return [frame];
    },
  });
}
