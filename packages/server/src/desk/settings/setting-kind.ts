// Changing a setting of the platform: two people, at once, and everybody can see that it happened
// (H08, H20). Registered with the proposals by desk.ts. Invariant: a link to a host that the
// configuration does not name cannot even be proposed, and would be read by nobody (T26, T27).

import { SETTING_VALUE_LENGTH_MAX, type SettingName } from "@truetick/contract/desk";
import type { PlatformSettingsReader } from "../../content/settings/platform-settings.ts";
import { isSettingName, readSetting } from "../../content/settings/setting-texts.ts";
import type { ProposalKind } from "../../members/proposals/proposal-kinds.ts";
import type { Clock } from "../../platform/clock.ts";
import { type Refused, refuse } from "../../platform/handler.ts";

/** As it is stored and agreed on; null goes back to the default. */
type Payload = { readonly name: SettingName; readonly value: string | null };

export function settingKind(parts: {
  readonly settings: PlatformSettingsReader;
  readonly clock: Pick<Clock, "now">;
}): ProposalKind<Payload> {
  const { settings, clock } = parts;
  return {
    kind: "setting",
    permission: "settings.change",
    // Closing the site cannot wait for a day.
    notice: "none",
    isPublic: true,
    parse: async (given) => readPayload(given, settings),
    async current({ name }) {
      const found = (await settings.list()).find((setting) => setting.name === name);
      return found ? { name, value: found.value, source: found.source } : null;
    },
    async apply({ payload: { name, value } }, trx) {
      if (value === null) {
        await trx.deleteFrom("platform_setting").where("name", "=", name).execute();
        return;
      }
      const changed_at = new Date(clock.now());
      await trx
        .insertInto("platform_setting")
        .values({ name, value, changed_at })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value, changed_at }))
        .execute();
    },
  };
}

/** Refuses with PROPOSAL_INVALID and the field that is wrong; "pinned" where none takes hold. */
async function readPayload(
  given: unknown,
  settings: PlatformSettingsReader,
): Promise<Payload | Refused> {
  const { name, value } = (given ?? {}) as Record<string, unknown>;
  const wrong = (problem: string) => refuse("PROPOSAL_INVALID", { problem });
  if (typeof name !== "string" || !isSettingName(name)) return wrong("name");
  const stands = (await settings.list()).find((setting) => setting.name === name);
  if (stands?.source === "pinned") return wrong("pinned");
  if (value === null) return { name, value };
  if (typeof value !== "string" || value.length > SETTING_VALUE_LENGTH_MAX) return wrong("value");
  if (readSetting(name, value, settings.allowedHosts) === undefined) return wrong("value");
  return { name, value };
}
