// A receipt, checked from its signature to its last millionth: what it says is what the log commits
// to, the log is what the checkpoint signs, the quotes stand on the tape, and price, margin,
// profit, fee, conversion and ledger come out when they are made again.

import { decodeCommand } from "@truetick/engine";
import {
  openRow,
  plainRecord,
  RECEIPT_FORMAT,
  type ReceiptBody,
  type ReceiptEvidence,
} from "@truetick/proof";
import { type Ground, openGround } from "../evidence/ground.ts";
import { placeOf } from "../evidence/opened-row.ts";
import type { Finding, Verdict } from "../finding.ts";
import { bad, good, verdictOf } from "../findings.ts";
import { withoutEnd } from "../one-line.ts";
import { guarded, openSealed } from "../opened-file.ts";
import type { VerifyOptions } from "../options.ts";
import { eventFindings } from "./event-findings.ts";
import { isSame } from "./same.ts";

export async function verifyReceipt(text: string, options: VerifyOptions): Promise<Verdict> {
  const { findings, body } = await openSealed<ReceiptBody>(
    withoutEnd(text),
    RECEIPT_FORMAT,
    options,
  );
  if (!body) return verdictOf(findings);
  const looked = await guarded("receipt", async () => {
    if (body.evidence) return evidenceFindings(body, body.evidence, options);
    const detail = `its evidence is due by ${new Date(body.dueAtMs ?? 0).toISOString()}`;
    return [bad("inclusion", `receipt ${body.id}`, detail)];
  });
  return verdictOf([...findings, ...looked]);
}

async function evidenceFindings(
  body: ReceiptBody,
  evidence: ReceiptEvidence,
  options: VerifyOptions,
): Promise<readonly Finding[]> {
  const ground = await openGround(evidence, body, options);
  const rest =
    body.kind === "event"
      ? eventFindings(body, evidence, ground)
      : lineFindings(body, evidence, ground);
  return [...ground.findings, ...rest];
}

const utf8 = new TextDecoder();

/** A refusal, or a line of the audit log: what it says is what the log commits to. */
function lineFindings(body: ReceiptBody, evidence: ReceiptEvidence, ground: Ground): Finding[] {
  const { row } = evidence;
  const where = placeOf(row);
  const isRefusal = body.kind === "refusal";
  if (row.log !== (isRefusal ? "refusal" : "audit") || row.seq !== row.index + 1) {
    return [bad("form", where, "it stands in another log than it should")];
  }
  const opened = openRow(row, ground.headOf(row.log));
  if ("fault" in opened) return [bad("inclusion", where, opened.fault)];
  const said = isRefusal ? saidByRefusal(opened.parts, body) : saidByLine(opened.parts);
  const told = { id: body.id, atMs: body.atMs, command: body.command, what: body.what };
  const expected = { ...said, atMs: row.atMs, id: `${row.log}-${row.seq}` };
  const isBare = body.entries.length === 0 && body.terms === null && body.rulesVersion === null;
  if (!isSame(told, expected) || !isBare) {
    return [bad("form", where, "it says something else than the log commits to")];
  }
  return [good("inclusion", `${where} is in the log`)];
}

type Parts = ReadonlyMap<number, Uint8Array>;

function saidByRefusal(parts: Parts, { accountId }: ReceiptBody): object {
  const bytes = parts.get(0);
  if (!bytes) throw new Error("the command is not shown");
  const command = plainRecord(decodeCommand(bytes));
  const what = JSON.parse(utf8.decode(parts.get(1)));
  const named = command.accountId ?? command.fromAccountId ?? accountId;
  if (named !== accountId) throw new Error("it is of another account");
  return { command, what };
}

function saidByLine(parts: Parts): object {
  const detail = parts.get(2);
  const line = JSON.parse(utf8.decode(parts.get(0)));
  const what = detail ? { ...line, detail: JSON.parse(utf8.decode(detail)) } : line;
  return { command: null, what };
}
