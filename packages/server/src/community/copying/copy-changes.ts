// Which follow of a member's has changed: copy trading tells, the live socket follows, in whichever
// process. 0 stands for any of them, when changes may have been missed.

import { createMemberChanges, type MemberChanges } from "../../platform/member-changes.ts";
import type { News } from "../../platform/news/news.ts";

const ANY_FOLLOW = 0;

export function createCopyChanges(news: News): MemberChanges<number> {
  const isWhat = (said: unknown): said is number => typeof said === "number";
  return createMemberChanges({ news, name: "copies", isWhat, afterMiss: [ANY_FOLLOW] });
}
