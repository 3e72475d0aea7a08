// The topic COPY: tells a follower's sockets which of the own follows have changed, a frame for
// each; what has changed, they read by the calls.

import { type CopyFrame, TOPIC_COPY } from "@truetick/contract/copying";
import type { MemberChanges } from "../../platform/member-changes.ts";
import { createMemberTopic, type MemberTopic } from "./member-topic.ts";
import type { Outbox } from "./outbox.ts";

export function createCopyTopic(parts: {
  readonly source: Pick<MemberChanges<number>, "follow">;
  readonly outbox: Outbox;
}): MemberTopic {
  return createMemberTopic({
    ...parts,
    framesOf: (followIds) =>
      [...followIds].map((id): CopyFrame => ({ type: TOPIC_COPY, data: { id: String(id) } })),
  });
}
