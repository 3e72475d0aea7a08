// What the house did: changes of public terms with their notice (H09, H20), looks at documents
// (H22), seeds of simulated days promised and shown (H14), and how far its prices stood from the
// median of its sources (H15).

import { figure } from "./figure.ts";

const YEAR_DAYS = 365;

export const CHANGES = figure("changes", {
  days: YEAR_DAYS,
  rowColumns: ["row", "change", "kind", "status", "announced_utc", "effective_utc", "notice_hours"],
  rows: `select row_number() over (order by p.id) as row, p.id as change, p.kind, p.status,
  utc_text(p.decided_at) as announced_utc, utc_text(p.effective_at) as effective_utc,
  round(extract(epoch from p.effective_at - p.decided_at) / 3600, 2) as notice_hours
from proposal p
where p.is_public and p.status in ('approved', 'applied')
  and p.decided_at >= to_timestamp($1::bigint / 1000.0)
  and p.decided_at < to_timestamp($2::bigint / 1000.0)`,
  columns: ["kind", "count", "shortest_notice_hours", "longest_notice_hours"],
  numbers: `select kind, count(*) as count, min(notice_hours) as shortest_notice_hours,
  max(notice_hours) as longest_notice_hours
from figure_rows group by kind order by kind`,
});

export const DOCUMENT_VIEWS = figure("document_views", {
  rowColumns: ["row", "day", "what", "looks"],
  rows: `select row_number() over (order by day, what) as row, day, what, looks
from (
  select left(utc_text(v.at), 10) as day, v.what, count(*) as looks
  from identity_view v
  where v.at >= to_timestamp($1::bigint / 1000.0) and v.at < to_timestamp($2::bigint / 1000.0)
  group by day, v.what
) by_day`,
  columns: ["what", "looks"],
  numbers: "select what, sum(looks) as looks from figure_rows group by what order by what",
});

export const SEEDS = figure("seeds", {
  rowColumns: ["row", "day", "commitment", "promised_utc", "is_in_time", "seed", "shown_utc"],
  rows: `select row_number() over (order by c.day, c.commitment) as row, c.day::text as day,
  c.commitment, utc_text(c.committed_at) as promised_utc,
  c.committed_at < c.day::timestamp at time zone 'UTC' as is_in_time,
  coalesce(r.seed, '') as seed, utc_text(r.revealed_at) as shown_utc
from seed_commitment c left join seed_reveal r using (day, commitment)
where c.day >= (to_timestamp($1::bigint / 1000.0) at time zone 'UTC')::date
  and c.day <= (to_timestamp($2::bigint / 1000.0) at time zone 'UTC')::date + 1`,
  columns: ["promised", "in_time", "shown", "owed"],
  numbers: `select count(*) as promised, count(*) filter (where is_in_time) as in_time,
  count(*) filter (where seed <> '') as shown,
  count(*) filter (where seed = ''
    and day::date < (to_timestamp($2::bigint / 1000.0) at time zone 'UTC')::date - 1) as owed
from figure_rows`,
});

export const SOURCES = figure("sources", {
  days: 0,
  rowColumns: ["row", "minute_utc", "market", "sources", "median_mid", "our_mid", "deviation_bps"],
  rows: `with ours as (
  select distinct on (market_id, at_minute) market_id, last_at_ms / 60000 as at_minute, last_seq,
    (last_bid + last_ask) / 2.0 as mid
  from tape_piece
  where first_at_ms >= $1::bigint - 86400000 and last_at_ms >= $1::bigint
    and last_at_ms < $2::bigint
    and market_id in (
      select market_id from raw_tape_piece where first_at_ms >= $1::bigint - 86400000)
  order by market_id, at_minute, last_seq desc
),
said as (
  select p.market_id, (tick ->> 1)::bigint / 60000 as at_minute, tick ->> 3 as source,
    (tick ->> 0)::bigint as quote_seq, (tick ->> 1)::bigint as at_ms,
    case when tick ->> 7 in ('TAKEN', 'STANDBY')
      then ((tick ->> 5)::numeric + (tick ->> 6)::numeric) / 2 end as mid
  from raw_tape_piece p cross join jsonb_array_elements(convert_from(p.ticks, 'UTF8')::jsonb) tick
  where p.first_at_ms >= $1::bigint - 86400000 and p.last_at_ms >= $1::bigint
    and p.first_at_ms < $2::bigint
),
newest as (
  select distinct on (o.market_id, o.at_minute, s.source) o.market_id, o.at_minute, s.source, s.mid
  from ours o join said s using (market_id, at_minute)
  where s.mid is not null and s.quote_seq <= o.last_seq
  order by o.market_id, o.at_minute, s.source, s.at_ms desc, s.quote_seq desc
),
middle as (
  select market_id, at_minute, count(*) as sources,
    percentile_cont(0.5) within group (order by mid::float8)::numeric as median_mid
  from newest group by market_id, at_minute having count(*) > 1
)
select row_number() over (order by at_minute, m.code) as row,
  left(utc_text(at_minute * 60000), 16) as minute_utc, m.code as market, sources,
  round(median_mid, 1) as median_mid, round(o.mid, 1) as our_mid,
  round(10000 * (o.mid - median_mid) / median_mid, 3) as deviation_bps
from middle join ours o using (market_id, at_minute) join market m on m.id = market_id`,
  columns: ["market", "minutes", "mean_bps", "largest_bps"],
  numbers: `select market, count(*) as minutes, round(avg(abs(deviation_bps)), 3) as mean_bps,
  max(abs(deviation_bps)) as largest_bps
from figure_rows group by market order by market`,
});
