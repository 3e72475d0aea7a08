// The daily statement by mail: after the New York cut, once per day and member, with the newest
// checkpoint that covers the day. So every inbox keeps a root that nobody can take back: the
// operator cannot change the past without contradicting it (H05). Started by proof.ts.

import { setTimeout as sleep } from "node:timers/promises";
import { languageOf, type MessageKey } from "@truetick/contract";
import { formatMoney, money } from "@truetick/money";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { moneyText } from "../../platform/figure-text.ts";
import type { Log } from "../../platform/log.ts";
import { text } from "../../platform/messages.ts";
import { momentText } from "../../platform/moment-text.ts";
import type { OutgoingMessage, PatientMessenger } from "../../platform/outbox/message.ts";
import { journalLog } from "../log/log-table.ts";
import { type StoredCheckpoint, sizeIn } from "../log/proof-log.ts";
import {
  type DueStatement,
  type EndedDay,
  findDue,
  findEndedDay,
  readStatements,
} from "./read-statements.ts";
import "./statement-mail-table.ts";

export type StatementMailParts = {
  readonly database: Database;
  readonly messenger: Pick<PatientMessenger, "sendIn" | "canSend" | "backlog">;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether what happens by itself happens in this process. */
  readonly runsJobs: boolean;
  readonly publicOrigin: string;
  readonly newestCheckpoint: () => Promise<StoredCheckpoint | null>;
};

export type StatementMail = {
  /** Sends what is due; answers how many went out. */
  readonly send: () => Promise<number>;
  readonly stop: () => Promise<void>;
};

const LOOK_EVERY_MS = 60_000;
/**
 * Few at a time and not one turn after the other, nor before the last ones went out: at the cut
 * people trade, and who waits for a code does not wait behind everybody's statement.
 */
const LETTERS_PER_TURN = 25;
const TURN_EVERY_MS = 500;
/** Nobody wants the statement of a day long gone, as after an outage of days. */
const LATE_MAX_MS = 72_000_000;

export function startStatementMail(parts: StatementMailParts): StatementMail {
  const { log } = parts;
  const stopping = new AbortController();
  let underWay: Promise<number> | null = null;
  const send = () => {
    underWay ??= sendDue(parts, stopping.signal).finally(() => {
      underWay = null;
    });
    return underWay;
  };
  const look = () => {
    send().catch((err: unknown) => log.warn({ err }, "statements wait for the next look"));
  };
  const looking = parts.runsJobs ? setInterval(look, LOOK_EVERY_MS).unref() : undefined;
  return {
    send,
    stop: async () => {
      clearInterval(looking);
      stopping.abort();
      await underWay?.catch(() => undefined);
    },
  };
}

async function sendDue(parts: StatementMailParts, stopping: AbortSignal): Promise<number> {
  const { database, messenger, clock } = parts;
  if (!messenger.canSend("email")) return 0;
  const day = await findEndedDay(database);
  if (!day || isLate(day, clock)) return 0;
  const checkpoint = await parts.newestCheckpoint();
  // The next one covers the day.
  if (!checkpoint || !isCovered(day, checkpoint)) return 0;
  let sent = 0;
  for (let lastId = 0; ; ) {
    const members = await findDue(database, day, lastId);
    if (members.length === 0) return sent;
    lastId = members.at(-1) ?? lastId;
    for (let at = 0; at < members.length; at += LETTERS_PER_TURN) {
      // A slow night does not carry a day's statements past the next cut.
      if (!(await isOurTurn(messenger, stopping)) || isLate(day, clock)) return sent;
      const some = members.slice(at, at + LETTERS_PER_TURN);
      const due = await readStatements(database, day, some);
      sent += await sendSome(parts, { day, checkpoint, due });
    }
  }
}

/** False when stopped. */
async function isOurTurn(
  { backlog }: Pick<PatientMessenger, "backlog">,
  stopping: AbortSignal,
): Promise<boolean> {
  do await sleep(TURN_EVERY_MS, null, { signal: stopping }).catch(() => null);
  while (!stopping.aborted && (await backlog("email")) >= LETTERS_PER_TURN);
  return !stopping.aborted;
}

function isLate({ atMs }: EndedDay, clock: Clock): boolean {
  return clock.now() - atMs > LATE_MAX_MS;
}

function isCovered({ rows }: EndedDay, { checkpoint }: StoredCheckpoint): boolean {
  return rows.every(({ shard, endSeq }) => sizeIn(checkpoint, journalLog(shard)) >= endSeq);
}

type Sending = {
  readonly day: EndedDay;
  readonly checkpoint: StoredCheckpoint;
  readonly due: readonly DueStatement[];
};

/** Whoever was sent one meanwhile, by another server, is left out. */
async function sendSome(parts: StatementMailParts, sending: Sending): Promise<number> {
  if (sending.due.length === 0) return 0;
  return parts.database.transaction().execute((trx) => sendIn(trx, parts, sending));
}

async function sendIn(
  trx: Database,
  { messenger, clock, publicOrigin }: StatementMailParts,
  { day, checkpoint, due }: Sending,
): Promise<number> {
  const rows = await trx
    .insertInto("statement_mail")
    .values(
      due.map(({ userId }) => ({
        user_id: BigInt(userId),
        cut_date: day.cutDate,
        checkpoint: BigInt(checkpoint.number),
        sent_at: new Date(clock.now()),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("user_id")
    .execute();
  const isOurs = new Set(rows.map(({ user_id }) => Number(user_id)));
  const letters = due.filter(({ userId }) => isOurs.has(userId));
  const link = `${publicOrigin}/transparency`;
  await messenger.sendIn(
    trx,
    letters.map((one) => letterOf(one, { day, checkpoint, link })),
  );
  return letters.length;
}

function letterOf(
  due: DueStatement,
  {
    day,
    checkpoint,
    link,
  }: Pick<Sending, "day" | "checkpoint"> & {
    readonly link: string;
  },
): OutgoingMessage {
  const language = languageOf(due.language);
  const amount = (millionths: bigint, isSigned: boolean) =>
    moneyText(language, formatMoney(money(millionths)), { isSigned });
  const line = (key: MessageKey, figure: string) => `${text(language, key)}: ${figure}`;
  const figures = [
    line("statement.opening", amount(due.opening, false)),
    ...due.totals.map(({ cause, amount: total }) => line(`causes.${cause}`, amount(total, true))),
    line("statement.closing", amount(due.closing, false)),
    line("account.netValue", amount(due.equity, false)),
  ].join("\n");
  const { signature, text: signed } = checkpoint;
  const { logs } = checkpoint.checkpoint;
  const values = {
    time: momentText(language, day.atMs),
    figures,
    number: String(checkpoint.number),
    moment: momentText(language, checkpoint.atMs),
    link,
    roots: logs.map(({ log, size, root }) => `${log} ${size} ${root}`).join("\n"),
    signed: JSON.stringify({ text: signed, signature }),
  };
  return {
    channel: "email",
    to: due.email,
    kind: "dailyStatement",
    language,
    subject: text(language, "mail.dailyStatement.subject", { date: dateText(day.cutDate) }),
    text: text(language, "mail.dailyStatement.text", values),
  };
}

/** 20261115 as 2026-11-15: the same in every language. */
function dateText(cutDate: number): string {
  const digits = String(cutDate);
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}
