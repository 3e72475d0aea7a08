// The calls about what a person has chosen. The row is always the caller's own.

import { memberSettingsToWire } from "@truetick/contract";
import { memberSettingsFromFields } from "@truetick/contract/calls";
import type { Database } from "../../platform/database.ts";
import type { Handlers } from "../../platform/handler.ts";
import { changeMemberSettings, readMemberSettings } from "./member-settings-table.ts";

export type MemberSettingsHandlers = Handlers<"getMemberSettings" | "setMemberSettings">;

export function createMemberSettingsHandlers({
  database,
}: {
  database: Database;
}): MemberSettingsHandlers {
  return {
    getMemberSettings: async (_fields, { caller }) =>
      memberSettingsToWire(await readMemberSettings(database, caller.userId)),
    setMemberSettings: async (fields, { caller }) => {
      await changeMemberSettings(database, caller.userId, memberSettingsFromFields(fields));
      return memberSettingsToWire(await readMemberSettings(database, caller.userId));
    },
  };
}
