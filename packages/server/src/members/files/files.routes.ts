// Uploaded pictures: one comes in, and goes out to its owner as it is, to staff who may look at it
// with their number laid over it. Invariant: to everybody else there is no such picture (T37), and
// no member of the staff sees one without a line in the audit log (T41).

import { fileIdFromFields } from "@truetick/contract/calls";
import type { IdentityLook } from "@truetick/contract/cashier";
import type { Permission } from "@truetick/contract/desk";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import {
  answerFile,
  type Handlers,
  isRefused,
  type Refused,
  refuse,
  type StaffCaller,
} from "../../platform/handler.ts";
import type { UploadPurpose } from "../../platform/uploads/upload-table.ts";
import type { StoredUpload, Uploads } from "../../platform/uploads/uploads.ts";
import type { IdentityViews } from "../identity/identity-views.ts";

export type FileHandlers = Handlers<"uploadImage" | "getFile">;

export type FileParts = {
  readonly database: Database;
  readonly uploads: Uploads;
  readonly views: IdentityViews;
  readonly clock: Pick<Clock, "now">;
};

const TYPE = "image/jpeg";

/** Who of the staff may look at a picture, and what it belongs to. */
const FOR_STAFF: Readonly<
  Record<UploadPurpose, { readonly permission: Permission; readonly noun: string }>
> = {
  proof: { permission: "deposits.read", noun: "deposit" },
  identity_front: { permission: "identity.read", noun: "identity" },
  identity_back: { permission: "identity.read", noun: "identity" },
  support: { permission: "support.read", noun: "support" },
  feedback: { permission: "feedback.read", noun: "feedback" },
};

export function createFileHandlers(parts: FileParts): FileHandlers {
  const { uploads } = parts;
  return {
    uploadImage: async (_fields, { caller, posted }) => {
      if (!posted) throw new Error("Invariant: what is uploaded was read");
      const url = await uploads.take(caller.userId, posted.bytes);
      return isRefused(url) ? url : { url };
    },
    getFile: async (fields, { caller, staff }) => {
      const id = fileIdFromFields(fields);
      const upload = await uploads.find(id);
      if (!upload) return refuse("NOT_FOUND");
      if (caller?.userId === upload.userId && !caller.isDemo) {
        return answerFile({ bytes: await uploads.read(id), type: TYPE, name: "picture.jpg" });
      }
      const bytes = staff ? await readForStaff(parts, staff, upload) : refuse("NOT_FOUND");
      return isRefused(bytes) ? bytes : answerFile({ bytes, type: TYPE, name: "picture.jpg" });
    },
  };
}

/** Refuses with NOT_FOUND, or UPLOADS_BUSY while many are being marked. */
async function readForStaff(
  parts: FileParts,
  staff: StaffCaller,
  upload: StoredUpload,
): Promise<Buffer | Refused> {
  const { database, uploads, views, clock } = parts;
  const { id, userId, purpose, subjectId } = upload;
  if (purpose === null || subjectId === null) return refuse("NOT_FOUND");
  const { permission, noun } = FOR_STAFF[purpose];
  if (!staff.can(permission)) return refuse("NOT_FOUND");
  const isDocument = noun === "identity";
  if (isDocument && !(await views.isOpen(database, staff.staffId, subjectId))) {
    return refuse("NOT_FOUND");
  }
  const bytes = await uploads.readMarked(id, markOf(staff, clock.now()));
  if (isRefused(bytes)) return bytes;
  await database.transaction().execute(async (trx) => {
    if (isDocument) {
      const what: IdentityLook = purpose === "identity_front" ? "front" : "back";
      await views.record(trx, { staff, caseId: subjectId, userId, what });
      return;
    }
    await appendAudit(trx, {
      actor: staffActor(staff),
      action: `${noun}.view_${purpose}`,
      subject: { kind: noun, id: subjectId },
      detail: { userId },
    });
  });
  return bytes;
}

/** Who looked, and when: "#7 2026-11-15 12:03". */
function markOf({ staffId }: StaffCaller, nowMs: number): string {
  return `#${staffId} ${new Date(nowMs).toISOString().slice(0, 16).replace("T", " ")}`;
}
