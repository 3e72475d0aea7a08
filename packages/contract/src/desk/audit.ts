// A line of the audit log on the wire, and how the log is checked. Browser-safe; `audit.calls.ts`
// declares the calls.

export type AuditLine = {
  readonly seq: string;
  /** Unix seconds. */
  readonly at: number;
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string };
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly detail: unknown;
  /** Of this line and all before it. */
  readonly hash: string;
};

export type AuditLineWire = {
  seq: string;
  at: number;
  actor_kind: string;
  actor_id: string;
  actor_name: string;
  action: string;
  subject_kind: string;
  subject_id: string;
  /** JSON, as text. */
  detail: string;
  hash: string;
};

export function auditLineFromWire(wire: AuditLineWire): AuditLine {
  return {
    seq: wire.seq,
    at: wire.at,
    actor: { kind: wire.actor_kind, id: wire.actor_id, name: wire.actor_name },
    action: wire.action,
    subject: { kind: wire.subject_kind, id: wire.subject_id },
    detail: JSON.parse(wire.detail),
    hash: wire.hash,
  };
}

/** What checking the whole log says. */
export type AuditVerdict = {
  readonly isWhole: boolean;
  readonly lines: string;
  /** The first line that does not fit; empty when all do. */
  readonly firstBad: string;
  /** The last line's hash: whoever wrote it down before can compare. */
  readonly hash: string;
};

export type AuditVerdictWire = { is_whole: number; lines: string; first_bad: string; hash: string };

export function auditVerdictToWire(verdict: AuditVerdict): AuditVerdictWire {
  return {
    is_whole: verdict.isWhole ? 1 : 0,
    lines: verdict.lines,
    first_bad: verdict.firstBad,
    hash: verdict.hash,
  };
}

export function auditVerdictFromWire(wire: AuditVerdictWire): AuditVerdict {
  return {
    isWhole: wire.is_whole === 1,
    lines: wire.lines,
    firstBad: wire.first_bad,
    hash: wire.hash,
  };
}
