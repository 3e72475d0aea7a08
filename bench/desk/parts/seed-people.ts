// A platform that has run for years, made behind the doors: people with accounts that the engine
// knows, and a ledger of a million lines. Called before the product starts. The engine opens and
// credits every account itself; the lines before that are written beside its journal, each pair
// summing to zero, so that the books still agree when the product looks.

import { accountId } from "@truetick/engine";
import { money } from "@truetick/money";
import pg from "pg";
import { startExchange, submit } from "../../orders/parts/exchange.ts";
import type { Lab } from "../../orders/parts/lab.ts";

export const PEOPLE = 100_000;
export const LEDGER_LINES = 1_000_000;
/** The one with the longest ledger: its last page must cost what its first does. */
const BUSY_LINES = 20_000;

const COMMANDS_AT_ONCE = 2_000;
const CASH = money(1_000_000_000n);
/** Behind every position that a journal row of the engine has. */
const FIRST_POSITION = 1_000_000;

export async function seedPeople(lab: Lab): Promise<void> {
  const owner = new pg.Client({ connectionString: lab.ownerUrl });
  await owner.connect();
  await owner.query(
    `with people as (
       insert into app_user (book, uid, email, mobile, area, invite_code, created_at)
       select 'real', (100000000 + g::bigint * 829348951 % 899999999)::text,
         substr(md5(g::text), 1, 8) || g || '@bench.test', '+8529' || lpad(g::text, 7, '0'), 'HK',
         lpad(g::text, 10, '0'), now() - make_interval(mins => 1000000 - g)
       from generate_series(1, ${PEOPLE}) as g returning id
     )
     insert into user_account (user_id, book, is_main) select id, 'real', true from people`,
  );
  const { rows } = await owner.query<{ id: string; user_id: string }>(
    "select id, user_id from user_account order by id",
  );
  await openAccounts(lab, rows);
  await writeLines(owner);
  await owner.end();
}

async function openAccounts(
  lab: Lab,
  rows: readonly { readonly id: string; readonly user_id: string }[],
): Promise<void> {
  const sequencer = await startExchange(lab);
  const inTurns = async (act: (row: (typeof rows)[number]) => Promise<unknown>) => {
    for (let from = 0; from < rows.length; from += COMMANDS_AT_ONCE) {
      await Promise.all(rows.slice(from, from + COMMANDS_AT_ONCE).map(act));
    }
  };
  await inTurns(({ id, user_id }) =>
    submit(sequencer, {
      type: "OpenAccount",
      accountId: accountId(Number(id)),
      ownerId: Number(user_id),
      book: "real",
    }),
  );
  await inTurns(({ id }) =>
    submit(sequencer, {
      type: "Credit",
      accountId: accountId(Number(id)),
      cause: "deposit",
      causeId: Number(id),
      amount: CASH,
    }),
  );
  await sequencer.stop();
}

/** Fees and their return, before the account's own credit. */
async function writeLines(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ lines: string; rows: string; first: string }>(
    `select (select count(*) from ledger_posting) as lines,
       (select min(journal_seq) - 1 from ledger_posting) as rows,
       (select min(account_id) from ledger_posting) as first`,
  );
  const { lines = "0", rows: journalRows = "0", first = "0" } = rows[0] ?? {};
  const perPerson = Math.ceil((LEDGER_LINES - Number(lines) - BUSY_LINES) / PEOPLE / 2);
  const insert = (accounts: string, pairs: number, position: number) => `
    insert into ledger_posting (shard, journal_seq, position, movement_id, book, account_id,
      amount, balance, cause, cause_id, at_ms)
    select 0, j.seq, ${position} + side, 0, 'real', account,
      case side when 0 then pair else -pair end, case side when 0 then pair else 0 end,
      'fee', pair, j.at_ms
    from ${accounts} as account
    cross join generate_series(1, ${pairs}) as pair cross join generate_series(0, 1) as side
    join journal j on j.shard = 0
      and j.seq = 1 + (pair - 1) * (${journalRows} / ${pairs})
        + account % (${journalRows} / ${pairs})`;
  await owner.query(
    insert(`generate_series(${first}, ${first} + ${PEOPLE - 1})`, perPerson, FIRST_POSITION),
  );
  await owner.query(
    insert(`generate_series(${first}, ${first}::int)`, BUSY_LINES / 2, FIRST_POSITION + 10),
  );
}
