// Identities at the desk: the queue, a case that is opened, and what is decided about it. Every
// look and every decision is a line of the audit log; members hear of decisions by mail and live.

import {
  identityCaseFromFields,
  identityCasesFromFields,
  identityQuestionFromFields,
  identityRejectionFromFields,
} from "@truetick/contract/calls";
import { identityCaseToWire, identityRowToWire } from "@truetick/contract/desk";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Background } from "../../platform/background.ts";
import type { Database } from "../../platform/database.ts";
import {
  type Handlers,
  isRefused,
  type Refused,
  refuse,
  type StaffCaller,
} from "../../platform/handler.ts";
import { inTransaction } from "../../platform/in-transaction.ts";
import type { MemberChanges } from "../../platform/member-changes.ts";
import type { MemberLetters } from "../notices/member-letters.ts";
import { type DecideParts, decideIdentity, type IdentityDecision } from "./decide-identity.ts";
import type { IdentitySeals } from "./identity-seals.ts";
import { lockCase } from "./identity-table.ts";
import { listCases, readCase } from "./read-cases.ts";

const CURSOR = /^[1-9]\d{0,14}$/;

export type IdentityDeskHandlers = Handlers<
  "listIdentityCases" | "showIdentityCase" | "approveIdentity" | "rejectIdentity" | "askIdentity"
>;

export type IdentityDeskParts = DecideParts & {
  readonly seals: IdentitySeals;
  readonly changes: MemberChanges;
  readonly letters: MemberLetters;
  readonly background: Background;
};

export function createIdentityDeskHandlers(parts: IdentityDeskParts): IdentityDeskHandlers {
  const { database, seals, views } = parts;
  const decide = createDecide(parts);
  return {
    listIdentityCases: async (fields) => {
      const { status, cursor } = identityCasesFromFields(fields);
      if (cursor !== "" && !CURSOR.test(cursor))
        return refuse("FIELD_INVALID", { field: "cursor" });
      const after = cursor === "" ? null : Number(cursor);
      const { rows, next } = await listCases(database, { status, after });
      return { data: rows.map(identityRowToWire), next };
    },
    showIdentityCase: async (fields, { staff }) => {
      const caseId = identityCaseFromFields(fields);
      const shown = await inTransaction(database, async (trx) => {
        const row = await lockCase(trx, caseId);
        if (!row) return refuse("IDENTITY_UNKNOWN");
        const userId = Number(row.user_id);
        const viewsLeft = await views.openCase(trx, { staff, caseId, userId });
        if (isRefused(viewsLeft)) return viewsLeft;
        return identityCaseToWire(await readCase(trx, { row, seals, viewsLeft }));
      });
      if (isRefused(shown) && shown.reason === "VIEW_CAP") await noteCap(database, staff, caseId);
      return shown;
    },
    approveIdentity: async (fields, { staff }) =>
      await decide(staff, identityCaseFromFields(fields), { kind: "approve" }),
    rejectIdentity: async (fields, { staff }) => {
      const { id, reason } = identityRejectionFromFields(fields);
      if (reason === "") return refuse("COMPLETE_FORM");
      return await decide(staff, id, { kind: "reject", reason });
    },
    askIdentity: async (fields, { staff }) => {
      const { id, question } = identityQuestionFromFields(fields);
      if (question === "") return refuse("COMPLETE_FORM");
      return await decide(staff, id, { kind: "ask", question });
    },
  };
}

/** Whoever wants to see more than the day allows is seen, too (T41). */
async function noteCap(database: Database, staff: StaffCaller, caseId: number): Promise<void> {
  await database.transaction().execute((trx) =>
    appendAudit(trx, {
      actor: staffActor(staff),
      action: "identity.view_refused",
      subject: { kind: "identity", id: caseId },
      detail: {},
    }),
  );
}

const LETTERS = {
  approve: "mail.identityDecided.approved",
  reject: "mail.identityDecided.rejected",
  ask: "mail.identityDecided.asked",
} as const;

const OUTCOMES = { approve: "approved", reject: "rejected", ask: "asked" } as const;

/** Decides, then tells the member: live at once, and by a letter that nobody waits for. */
function createDecide(parts: IdentityDeskParts) {
  const { background, changes, letters } = parts;
  return async (
    staff: StaffCaller,
    id: number,
    decision: IdentityDecision,
  ): Promise<Record<string, never> | Refused> => {
    const userId = await decideIdentity(parts, staff, { id, decision });
    if (isRefused(userId)) return userId;
    changes.tell(userId, "identity");
    const { kind, ...words } = decision;
    const said = Object.values(words).join("");
    const letter = {
      kind: "identityDecided",
      key: LETTERS[kind],
      notice: {
        facts: { kind: "identityDecided", outcome: OUTCOMES[kind], words: said },
        source: "identity",
        sourceId: `${id}/${kind}/${parts.clock.now()}`,
      },
    } as const;
    background.run("tell of a decision", () => letters.send(userId, letter, () => words));
    return {};
  };
}
