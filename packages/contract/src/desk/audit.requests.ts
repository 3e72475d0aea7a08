// The calls about the audit log as the desk makes them. Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import {
  type AuditLine,
  type AuditLineWire,
  type AuditVerdict,
  type AuditVerdictWire,
  auditLineFromWire,
  auditVerdictFromWire,
} from "./audit.ts";
import { type DeskPage, givenFields, readDeskPage } from "./page.ts";

export function requestAuditLines(wanted: {
  /** The number of somebody of the staff. */
  readonly actor?: string;
  /** How it begins: "deposit." finds all that was done to deposits. */
  readonly action?: string;
  /** As "withdrawal:12". */
  readonly subject?: string;
  readonly cursor?: string;
}): ReadRequest<DeskPage<AuditLine>> {
  return {
    path: "/v1/api/desk/audit/list",
    query: givenFields(wanted),
    read: (wire) => readDeskPage<AuditLineWire, AuditLine>(wire, auditLineFromWire),
  };
}

export function requestAuditVerdict(): ReadRequest<AuditVerdict> {
  return {
    path: "/v1/api/desk/audit/verify",
    query: {},
    read: (wire) => auditVerdictFromWire(wire as AuditVerdictWire),
  };
}
