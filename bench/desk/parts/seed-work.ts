// What years of work leave behind at the desk, written into the tables of a running product: 50,000
// requests, closed orders, proposals, adjustments, disputes, messages, and an audit log whose chain
// holds. Answers a token of somebody who may see all of it.

import { createHash, randomBytes } from "node:crypto";
import pg from "pg";
import type { Lab } from "../../orders/parts/lab.ts";
import { PEOPLE } from "./seed-people.ts";

const DEPOSITS = 20_000;
const WITHDRAWALS = 15_000;
const IDENTITIES = 15_000;
export const REQUESTS = DEPOSITS + WITHDRAWALS + IDENTITIES;
/** How many of each still wait for somebody. */
const WAITING = 1_000;
const ORDERS = 200_000;
const PROPOSALS = 5_000;
const ADJUSTMENTS = 5_000;
const MESSAGES = 50_000;
const AUDIT_LINES = 100_000;

export async function seedWork(lab: Lab): Promise<{ readonly token: string }> {
  const owner = new pg.Client({ connectionString: lab.ownerUrl });
  await owner.connect();
  // Rows that have ended are written as such; the tables' guards are for those who work.
  await owner.query("set session_replication_role = replica");
  const token = await seedStaff(owner);
  for (const statement of STATEMENTS) await owner.query(statement);
  await owner.query("vacuum analyze");
  await owner.end();
  return { token };
}

async function seedStaff(owner: pg.Client): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest();
  await owner.query(
    `with staff as (
       insert into staff (email, name, person_ref, roles)
       select 'staff' || g || '@bench.test', 'Staff ' || g, 'bench-' || g, '{admin}'
       from generate_series(1, 50) g returning id
     )
     insert into staff_session (token_hash, staff_id, device, address_masked)
     select $1, min(id), '', '' from staff`,
    [hash],
  );
  return token;
}

/** Somebody, spread over all; and a moment of the last years. */
const person = `(select min(id) from app_user) + (g * 31 % ${PEOPLE})`;
const account = `(select min(id) from user_account) + (g * 31 % ${PEOPLE})`;
const clerk = "(select min(id) from staff) + g % 2";
const moment = (count: number) => `now() - make_interval(mins => (${count} - g) * 20)`;
const status = (waiting: string, ended: readonly string[], count: number) =>
  `case when g > ${count} - ${WAITING} then '${waiting}'
     else (array[${ended.map((each) => `'${each}'`)}])[1 + g % ${ended.length}] end`;

const STATEMENTS = [
  `insert into deposit (user_id, account_id, kind, state, currency_code, decimals, amount,
     network_id, wire_option_id, reference, reference_key, rate_numerator, rate_denominator,
     credit_usd, expected_usd, created_at, due_at, decided_at)
   select ${person}, ${account}, kind, state, 'USD', 2, 10000 + g,
     case kind when 'coin' then (select min(id) from deposit_network) end,
     case kind when 'wire' then (select min(id) from wire_option) end,
     reference, nullif(reference, ''), case when state = 'credited' then 1 end,
     case when state = 'credited' then 1 end,
     case when state = 'credited' then (10000 + g) * 10000::bigint end, (10000 + g) * 10000::bigint,
     ${moment(DEPOSITS)}, ${moment(DEPOSITS)} + interval '1 day',
     case when state <> 'reviewing' then ${moment(DEPOSITS)} + interval '1 hour' end
   from generate_series(1, ${DEPOSITS}) g
   cross join lateral (select (array['coin', 'wire', 'card'])[1 + g % 3] as kind,
     ${status("reviewing", ["credited", "credited", "rejected", "invalid"], DEPOSITS)}
       as state) made
   cross join lateral (select case when state = 'credited' then 'tx-' || g else '' end
     as reference) named`,
  `insert into payout_method (user_id, currency_id, sealed, destination_hash, bound_at, usable_at)
   select ${person}, (select min(id) from payout_currency), sha256(g::text::bytea),
     sha256(g::text::bytea), ${moment(WITHDRAWALS)}, ${moment(WITHDRAWALS)}
   from generate_series(1, ${WITHDRAWALS}) g`,
  `insert into withdrawal (user_id, account_id, method_id, currency_id, terms_version, amount, fee,
     rate, decimals, received, sealed, destination_hash, is_third_party, status, needs_code,
     rejection, confirm_by, created_at, due_at, decided_at, ended_at)
   select ${person}, ${account}, (select min(id) from payout_method) + g - 1,
     (select min(id) from payout_currency), 1, 1000000 * (g % 900 + 10), 1000000, 1, 6,
     1000000 * (g % 900 + 9), sha256(g::text::bytea), sha256(g::text::bytea), g % 20 = 0, status,
     false, case when status = 'rejected' then 'other' end, ${moment(WITHDRAWALS)},
     ${moment(WITHDRAWALS)}, ${moment(WITHDRAWALS)} + interval '1 day',
     case when status <> 'reviewing' then ${moment(WITHDRAWALS)} + interval '2 hours' end,
     case when status <> 'reviewing' then ${moment(WITHDRAWALS)} + interval '3 hours' end
   from generate_series(1, ${WITHDRAWALS}) g
   cross join lateral (select
     ${status("reviewing", ["paid", "paid", "rejected", "cancelled", "returned"], WITHDRAWALS)}
       as status) made`,
  `insert into payout (withdrawal_id, payout_key, provider, destination_hash, received, reference,
     begun_at, ended_at)
   select id, encode(sha256(id::text::bytea), 'hex'), 'sandbox', destination_hash, received,
     'pay-' || id, decided_at, ended_at from withdrawal where status = 'paid'`,
  `insert into identity_case (user_id, status, name_sealed, card_id_sealed, card_mark, is_duplicate,
     submitted_at, due_at, decided_at, decided_by, reason)
   select (select min(id) from app_user) + g, status, sha256(g::text::bytea),
     sha256(g::text::bytea), sha256(g::text::bytea), false, ${moment(IDENTITIES)},
     ${moment(IDENTITIES)} + interval '1 day',
     case when status <> 'waiting' then ${moment(IDENTITIES)} + interval '1 hour' end,
     case when status <> 'waiting' then ${clerk} end,
     case when status = 'rejected' then 'blurred' else '' end
   from generate_series(1, ${IDENTITIES}) g
   cross join lateral (select
     ${status("waiting", ["approved", "approved", "rejected"], IDENTITIES)} as status) made`,
  `insert into trade_order (order_id, shard, account_id, book, market_id, status, side, lots,
     leverage, asked_price, open_price, close_price, margin, fee, profit, placed_at_ms,
     opened_at_ms, ended_at_ms, end_reason, terms_version, journal_seq)
   select 1000000000 + g, 0, ${account}, 'real', 1 + g % 20, 'closed',
     case g % 2 when 0 then 'buy' else 'sell' end, 100, 100, 110000, 110000, 110010, 1000000, 1000,
     g, ms, ms, ms + 1000, 'user', 1, g
   from generate_series(1, ${ORDERS}) g
   cross join lateral (select (extract(epoch from ${moment(ORDERS)}) * 1000)::bigint as ms) at`,
  `insert into proposal (kind, payload, reason, proposed_by, proposed_at, status, decided_by,
     decided_at, effective_at, applied_at, is_public)
   select (array['adjustment', 'setting', 'market', 'deposit_network'])[1 + g % 4], '{}', 'bench',
     (select min(id) from staff), ${moment(PROPOSALS)}, status,
     case when status <> 'open' then (select min(id) + 1 from staff) end,
     case when status <> 'open' then ${moment(PROPOSALS)} end,
     case when status = 'applied' then ${moment(PROPOSALS)} end,
     case when status = 'applied' then ${moment(PROPOSALS)} end, g % 4 > 0
   from generate_series(1, ${PROPOSALS}) g
   cross join lateral (select case when g > ${PROPOSALS} - 200 then 'open'
     else (array['applied', 'rejected', 'withdrawn'])[1 + g % 3] end as status) made`,
  `insert into adjustment (id, user_id, account_id, amount, reason, proposed_by, approved_by,
     booked_at)
   select 1000000 + g, ${person}, ${account}, g - 2500, 'bench', (select min(id) from staff),
     (select min(id) + 1 from staff), ${moment(ADJUSTMENTS)}
   from generate_series(1, ${ADJUSTMENTS}) g where g <> 2500`,
  `insert into adjustment_dispute (adjustment_id, user_id, text, at, answer, answered_by,
     answered_at)
   select id, user_id, 'no', booked_at, case when id % 10 > 0 then 'yes' end,
     case when id % 10 > 0 then proposed_by end, case when id % 10 > 0 then booked_at end
   from adjustment where id % 2 = 0`,
  `insert into outbox_message (channel, kind, language, state, attempts, due_at, expires_at,
     created_at, ended_at)
   select 'email', 'verifyCode', 'en', (array['sent', 'sent', 'refused', 'expired'])[1 + g % 4], 1,
     now(), now() + interval '1 day', now(), now() from generate_series(1, ${MESSAGES}) g`,
  `do $$
   declare
     link bytea; newest bigint; line text; next bytea; actor bigint := (select min(id) from staff);
   begin
     select seq, hash into newest, link from audit_head;
     for g in 1..${AUDIT_LINES} loop
       newest := newest + 1;
       line := json_build_object('seq', newest, 'actor', json_build_object('name', 'Staff'),
         'detail', json_build_object('reference', 'tx-' || g))::text;
       next := sha256(link || convert_to(line, 'UTF8'));
       insert into audit_log (seq, at, actor_kind, actor_id, action, subject_kind, subject_id, body,
         prev_hash, hash)
       values (newest, now(), 'staff', actor + g % 50,
         (array['deposit.approve', 'withdrawal.look', 'user.note', 'export.make'])[1 + g % 4],
         (array['deposit', 'withdrawal', 'user'])[1 + g % 3], (g % 5000)::text, line, link, next);
       link := next;
     end loop;
     update audit_head set seq = newest, hash = link;
   end $$`,
];
