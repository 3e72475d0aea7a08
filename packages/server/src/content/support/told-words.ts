// The border that every word of the staff passes on its way to a trader, whichever call takes it
// along: what asks for a secret or leads to a strange host is refused and written down, before the
// call's own handler is asked (T32). Put around the handlers by main-areas.ts. Which fields these
// are, the calls declare themselves.

import { CALLS, type Call, type SentFields } from "@truetick/contract/calls";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Database } from "../../platform/database.ts";
import {
  type Refused,
  refuse,
  type StaffContext,
  type TraderContext,
} from "../../platform/handler.ts";
import type { PlatformSettingsReader } from "../settings/platform-settings.ts";
import { type Objection, objectTo } from "./outgoing-words.ts";

export type ToldWordsParts = {
  readonly database: Database;
  /** Names the hosts that people may be sent to, beside our own. */
  readonly settings: Pick<PlatformSettingsReader, "allowedHosts">;
  readonly publicOrigin: string;
};

/** As the border sees them; `Handlers` checks them where they are made. */
type Area = Readonly<
  Record<string, (fields: never, context: TraderContext & StaffContext) => unknown>
>;
type Handle = (fields: SentFields, context: StaffContext) => unknown;

const DECLARED: Readonly<Record<string, Call>> = CALLS;

/** The same handlers; those whose words are told, behind the rules. */
export function holdToldWords(parts: ToldWordsParts, areas: readonly Area[]): readonly Area[] {
  const { settings, publicOrigin, database } = parts;
  const namedHosts = [...settings.allowedHosts, new URL(publicOrigin).hostname];
  const hold =
    (name: string, { path, tells }: Call, handle: Handle): Handle =>
    async (fields, context) => {
      const text = tells?.(fields).join("\n") ?? "";
      const objection = objectTo(text, namedHosts);
      if (objection === null) return await handle(fields, context);
      const tried = { name, path, objection, text, id: fields.id ?? "new", staff: context.staff };
      return await refuseWords(database, tried);
    };
  return areas.map((area) =>
    Object.fromEntries(
      Object.entries(area).map(([name, handle]) => {
        const call = DECLARED[name];
        // A call that tells something is the staff's, with fields that are texts.
        return [name, call?.tells ? hold(name, call, handle as Handle) : handle];
      }),
    ),
  );
}

type Tried = {
  readonly name: string;
  readonly path: string;
  readonly objection: Objection;
  readonly text: string;
  readonly id: string;
  readonly staff: StaffContext["staff"];
};

/** The words themselves are written down: who looks into it must see what was tried. */
async function refuseWords(
  database: Database,
  { name, path, objection, text, id, staff }: Tried,
): Promise<Refused> {
  // "/v1/api/desk/deposit/ask" is about a deposit.
  const [, noun = "words"] = /^\/v1\/api\/desk\/([a-z_]+)\//.exec(path) ?? [];
  await database.transaction().execute((trx) =>
    appendAudit(trx, {
      actor: staffActor(staff),
      action: "support.blocked",
      subject: { kind: noun, id },
      detail: { call: name, ...objection, text },
    }),
  );
  return objection.rule === "secret"
    ? refuse("SUPPORT_ASKS_SECRET")
    : refuse("SUPPORT_LINK_REFUSED", { host: objection.host });
}
