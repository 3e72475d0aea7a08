// What became of withdrawals and how long they took (H11), and what was booked by hand (H10).

import { figure } from "./figure.ts";

const YEAR_DAYS = 365;

export const WITHDRAWALS = figure("withdrawals", {
  rowColumns: ["row", "asked_utc", "ended_utc", "status", "age_seconds", "is_overdue"],
  rows: `select row_number() over (order by w.id) as row, utc_text(w.created_at) as asked_utc,
  utc_text(w.ended_at) as ended_utc, w.status,
  round(extract(epoch from w.ended_at - w.created_at), 3) as age_seconds,
  w.ended_at is null and w.due_at < to_timestamp($2::bigint / 1000.0) as is_overdue
from withdrawal w
where w.status in ('reviewing', 'approved', 'paying')
  or (w.status in ('paid', 'rejected', 'returned')
    and w.ended_at >= to_timestamp($1::bigint / 1000.0)
    and w.ended_at < to_timestamp($2::bigint / 1000.0))`,
  columns: ["ended", "paid", "median_seconds", "p95_seconds", "waiting", "overdue"],
  numbers: `select count(age_seconds) as ended, count(*) filter (where status = 'paid') as paid,
  round(percentile_cont(0.50) within group (order by age_seconds)::numeric) as median_seconds,
  round(percentile_cont(0.95) within group (order by age_seconds)::numeric) as p95_seconds,
  count(*) filter (where age_seconds is null) as waiting,
  count(*) filter (where is_overdue) as overdue
from figure_rows`,
});

export const WITHDRAWAL_REFUSALS = figure("withdrawal_refusals", {
  days: YEAR_DAYS,
  rowColumns: ["row", "asked_utc", "status", "reason"],
  rows: `select row_number() over (order by w.id) as row, utc_text(w.created_at) as asked_utc,
  w.status, coalesce(w.rejection, w.refusal ->> 'reason', 'payment_failed') as reason
from withdrawal w
where w.status in ('rejected', 'refused', 'returned')
  and w.created_at >= to_timestamp($1::bigint / 1000.0)
  and w.created_at < to_timestamp($2::bigint / 1000.0)`,
  columns: ["status", "reason", "count"],
  numbers: `select status, reason, count(*) as count
from figure_rows group by status, reason order by count(*) desc, status, reason`,
});

export const ADJUSTMENTS = figure("adjustments", {
  days: YEAR_DAYS,
  rowColumns: ["row", "time_utc", "book", "usd"],
  rows: `select row_number() over (order by p.journal_seq, p.position) as row,
  utc_text(p.at_ms) as time_utc, p.book, round(p.amount / 1000000.0, 6) as usd
from ledger_posting p
where p.cause = 'adjustment' and p.account_id is not null
  and p.at_ms >= $1::bigint and p.at_ms < $2::bigint`,
  columns: ["month", "book", "count", "given_usd", "taken_usd", "sum_usd"],
  numbers: `select left(time_utc, 7) as month, book, count(*) as count,
  coalesce(sum(usd) filter (where usd > 0), 0.000000) as given_usd,
  coalesce(sum(usd) filter (where usd < 0), 0.000000) as taken_usd, sum(usd) as sum_usd
from figure_rows group by month, book order by month desc, book desc`,
});
