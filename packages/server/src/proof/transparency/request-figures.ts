// What became of requests: refusals by reason, how long answers took, and how many of them were not
// timed because there was no room for them.

import { figure } from "./figure.ts";

export const REFUSALS = figure("refusals", {
  rowColumns: ["row", "time_utc", "book", "reason"],
  rows: `select row_number() over (order by r.number) as row, utc_text(r.at_ms) as time_utc,
  u.book, r.refusal ->> 'reason' as reason
from refusal r
join app_user u on u.id = r.owner_id and not u.is_simulated
where r.at_ms >= $1::bigint and r.at_ms < $2::bigint`,
  columns: ["book", "reason", "count", "percent"],
  numbers: `select book, reason, count(*) as count,
  round(100.0 * count(*) / (select count(*) from figure_rows), 2) as percent
from figure_rows group by book, reason order by book desc, count(*) desc, reason`,
});

export const LATENCY = figure("latency", {
  rowColumns: ["row", "time_utc", "book", "kind", "refused", "took_ms"],
  rows: `select row_number() over (order by a.number) as row,
  utc_text(a.arrived_at_ms) as time_utc, a.book, a.kind, a.refused,
  round(a.took_us / 1000.0, 3) as took_ms
from order_arrival a
where a.arrived_at_ms >= $1::bigint and a.arrived_at_ms < $2::bigint`,
  columns: ["day", "orders", "p50_ms", "p95_ms", "p99_ms"],
  numbers: `select left(time_utc, 10) as day, count(*) as orders,
  percentile_disc(0.50) within group (order by took_ms) as p50_ms,
  percentile_disc(0.95) within group (order by took_ms) as p95_ms,
  percentile_disc(0.99) within group (order by took_ms) as p99_ms
from figure_rows group by day order by day desc`,
});

export const LOST_ARRIVALS = figure("lost_arrivals", {
  rowColumns: ["row", "time_utc", "count"],
  rows: `select row_number() over (order by l.number) as row, utc_text(l.at_ms) as time_utc, l.count
from order_arrival_lost l
where l.at_ms >= $1::bigint and l.at_ms < $2::bigint`,
  columns: ["count"],
  numbers: "select coalesce(sum(count), 0) as count from figure_rows",
});
