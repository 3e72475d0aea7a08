// The public figures once more, written apart from those that are published: from other tables
// where there are others (orders instead of fills, the tape instead of the noted quote, the house's
// side of the ledger, keys of commands instead of refusals), without window functions or filters,
// percentiles by counting. For the test that compares. $1 and $2 are the ends of the window.

import type { FigureId } from "@truetick/contract/proof";

export type Recomputed = {
  /** The rows of the file but for those that only count them; in any order. */
  readonly rows: string;
  /** Over the table `again`, which holds these rows. */
  readonly numbers: string;
};

/** Run once, as the owner of the tables: every quote of the tape, unpacked. */
export const RECOMPUTE_PRELUDE = `
create table quote_seen as
  select market_id, q.* from (select distinct market_id from market_terms) m
  cross join lateral tape_quotes(m.market_id, 2147483647) q;
create index on quote_seen (market_id, seq);
create index on quote_seen (market_id, at_ms, seq);
`;

const text = (ms: string) =>
  `to_char(timestamp '1970-01-01' + ${ms} * interval '1 ms', 'YYYY-MM-DD HH24:MI:SS.MS')`;
const textAt = (moment: string) =>
  `to_char(timezone('UTC', ${moment}), 'YYYY-MM-DD HH24:MI:SS.MS')`;
const within = (ms: string) => `${ms} between $1::bigint and $2::bigint - 1`;
const withinAt = (moment: string) => within(`floor(extract(epoch from ${moment}) * 1000)::bigint`);
const isPlayed = (account: string) =>
  `exists (select 1 from user_played where account_id = ${account})`;
const codeOf = (id: string) => `(select code from market where id = ${id})`;
const groupOf = (id: string) => `(select category_id from market where id = ${id})`;

const shares = (keys: string) => `select ${keys}, sum(1) as fills,
  sum(case when sign(points_better) = 1 then 1 else 0 end) as better,
  sum(case when sign(points_better) = 0 then 1 else 0 end) as equal,
  sum(case when sign(points_better) = -1 then 1 else 0 end) as worse,
  round(sum(case when points_better > 0 then 1 else 0 end) * 100::numeric / sum(1), 2)
    as better_percent,
  round(sum(case when points_better < 0 then 1 else 0 end) * 100::numeric / sum(1), 2)
    as worse_percent,
  round(sum(points_better)::numeric / sum(1), 3) as mean_points
from again group by ${keys}`;

/** The smallest value that at least this share of the rows is not above. */
const percentile = (share: string, of: string, same: string) => `(
    select min(x.${of}) from again x where ${same} and (
      select count(*) from again y where ${same.replaceAll("x.", "y.")} and y.${of} <= x.${of}
    ) >= ${share} * (select count(*) from again z where ${same.replaceAll("x.", "z.")})
  )`;

/** Between the two nearest of the sorted values. */
const between = (share: string) => `(
    select round((ages[1 + floor(place)::int] + (place - floor(place))
      * (ages[1 + ceil(place)::int] - ages[1 + floor(place)::int]))::numeric)
    from (select ages, ${share} * (cardinality(ages) - 1) as place from (
      select array(select age_seconds from again where age_seconds is not null
        order by age_seconds) as ages) sorted) placed
  )`;

const SLIPPAGE: Recomputed = {
  rows: `select ${text("o.opened_at_ms")} as time_utc, ${codeOf("o.market_id")} as market,
    ${groupOf("o.market_id")} as category, o.book,
    (select rule from fill where order_id = o.order_id and kind = 'open') as rule, o.side,
    (select tape_seq from fill where order_id = o.order_id and kind = 'open') as tape_seq,
    o.asked_price, o.open_price as filled_price,
    (o.asked_price - o.open_price) * case o.side when 'buy' then 1 else -1 end as points_better
  from trade_order o where o.part_of is null and o.open_price is not null
    and ${within("o.opened_at_ms")} and not ${isPlayed("o.account_id")}`,
  numbers: shares("book, category"),
};

const ARRIVAL: Recomputed = {
  rows: `select ${text("a.arrived_at_ms")} as time_utc, ${codeOf("o.market_id")} as market,
    ${groupOf("o.market_id")} as category, o.book, a.kind, o.side, a.tape_seq as arrival_seq,
    used.seq as filled_seq,
    case when a.kind = 'open' and o.side = 'buy' or a.kind = 'close' and o.side = 'sell'
      then q.ask else q.bid end as arrival_price,
    case a.kind when 'open' then o.open_price else o.close_price end as filled_price,
    case when a.kind = 'open' and o.side = 'buy' then q.ask - o.open_price
      when a.kind = 'open' then o.open_price - q.bid
      when o.side = 'sell' then q.ask - o.close_price else o.close_price - q.bid end
      as points_better
  from order_arrival a, trade_order o, quote_seen q, quote_seen used
  where o.order_id = a.order_id and q.market_id = o.market_id and q.seq = a.tape_seq
    and used.market_id = o.market_id
    and used.seq = (select tape_seq from fill where order_id = o.order_id and kind = a.kind)
    and (a.kind = 'close' or exists (select 1 from fill
      where order_id = o.order_id and kind = 'open' and rule = 'market'))
    and not exists (select 1 from order_arrival e
      where e.order_id = a.order_id and e.kind = a.kind and e.tape_seq is not null
        and (e.arrived_at_ms < a.arrived_at_ms
          or e.arrived_at_ms = a.arrived_at_ms and e.number < a.number)
        and ${within("e.arrived_at_ms")})
    and ${within("a.arrived_at_ms")}`,
  numbers: `select substr(time_utc, 1, 10) as day, book, sum(1) as fills,
    sum(case when arrival_seq = filled_seq then 1 else 0 end) as same_quote,
    sum(case when points_better > 0 then 1 else 0 end) as better,
    sum(case when points_better = 0 then 1 else 0 end) as equal,
    sum(case when points_better < 0 then 1 else 0 end) as worse,
    round(sum(case when points_better > 0 then 1 else 0 end) * 100::numeric / sum(1), 2)
      as better_percent,
    round(sum(case when points_better < 0 then 1 else 0 end) * 100::numeric / sum(1), 2)
      as worse_percent
  from again group by 1, 2`,
};

const STOPS: Recomputed = {
  rows: `select ${text("o.ended_at_ms")} as time_utc, ${codeOf("o.market_id")} as market,
    ${groupOf("o.market_id")} as category, o.book, o.end_reason as rule, o.side, f.tape_seq,
    f.level, o.close_price as filled_price,
    (o.close_price - f.level) * case o.side when 'buy' then 1 else -1 end as points_better
  from trade_order o, fill f
  where f.order_id = o.order_id and f.kind = 'close'
    and o.end_reason in ('stop-loss', 'take-profit', 'trailing-stop')
    and f.level = case o.end_reason when 'stop-loss' then o.stop_loss
      when 'take-profit' then o.take_profit else f.level end
    and ${within("o.ended_at_ms")} and not ${isPlayed("o.account_id")}`,
  numbers: shares("book, rule"),
};

const IS_DAY = "left(x.time_utc, 10) = d.day";

const LATENCY: Recomputed = {
  rows: `select ${text("arrived_at_ms")} as time_utc, book, kind, refused,
    round(took_us::numeric / 1000, 3) as took_ms
  from order_arrival where ${within("arrived_at_ms")}`,
  numbers: `select d.day, (select count(*) from again x where ${IS_DAY}) as orders,
    ${percentile("0.50", "took_ms", IS_DAY)} as p50_ms,
    ${percentile("0.95", "took_ms", IS_DAY)} as p95_ms,
    ${percentile("0.99", "took_ms", IS_DAY)} as p99_ms
  from (select distinct substr(time_utc, 1, 10) as day from again) d`,
};

const LOST_ARRIVALS: Recomputed = {
  rows: `select ${text("at_ms")} as time_utc, count from order_arrival_lost
    where ${within("at_ms")}`,
  numbers: "select case when sum(count) is null then 0 else sum(count) end as count from again",
};

const REFUSALS: Recomputed = {
  rows: `select ${text("k.at_ms")} as time_utc, p.book, k.refusal #>> '{reason}' as reason
  from command_key k, app_user p
  where k.refusal is not null and p.id = k.owner_id and p.is_simulated = false
    and ${within("k.at_ms")}`,
  numbers: `select book, reason, sum(1) as count,
    round(sum(1) * 100::numeric / (select sum(1) from again), 2) as percent
  from again group by book, reason`,
};

const STOP_OUTS: Recomputed = {
  rows: `select ${text("f.at_ms")} as time_utc, a.book, 'stop-out' as event,
    (select round(s.equity::numeric * 100 / s.used, 2) from stop_out s
      where s.journal_seq = f.journal_seq and s.account_id = f.account_id) as level_percent,
    null::numeric as usd, f.account_id
  from (select distinct account_id, journal_seq, at_ms from fill where rule = 'stop-out') f,
    trading_account a
  where a.account_id = f.account_id and ${within("f.at_ms")} and not ${isPlayed("f.account_id")}
  union all
  select ${text("p.at_ms")}, p.book, 'protection', null, round(-p.amount::numeric / 1000000, 6),
    p.cause_id
  from ledger_posting p where p.house = 'protection' and ${within("p.at_ms")}`,
  numbers: `select book, sum(case event when 'stop-out' then 1 else 0 end) as stop_outs,
    count(distinct case event when 'stop-out' then account_id end) as accounts,
    sum(case event when 'protection' then 1 else 0 end) as protections,
    sum(case when usd is null then 0.000000 else usd end) as protection_usd
  from again group by book`,
};

/** From balances and open positions at the tape's prices; knows markets quoted in dollars only. */
const LOSING: Recomputed = {
  rows: `with
  ends as (
    select 'a' as which, max(journal_seq) as seq, max(at_ms) as at_ms
    from trading_day where at_ms < $1::bigint
    union all
    select 'b', max(journal_seq), max(at_ms) from trading_day where at_ms < $2::bigint
  ),
  position as (
    select o.account_id, o.market_id, o.side, o.lots, o.open_price,
      opening.journal_seq as opened, closing.journal_seq as closed
    from trade_order o
    join fill opening on opening.kind = 'open'
      and opening.order_id = coalesce(o.part_of, o.order_id)
    left join fill closing on closing.kind = 'close' and closing.order_id = o.order_id
  ),
  worth as (
    select t.owner_id, e.which, sum(
      coalesce((select p.amount_sum from (select sum(amount) as amount_sum from ledger_posting p
        where p.account_id = t.account_id and p.journal_seq < e.seq) p), 0)
      + coalesce((
        select sum(half_even(
          case o.side when 'buy' then q.bid - o.open_price else o.open_price - q.ask end::numeric
            * o.lots * m.units_per_lot * 1000000, 10000 * power(10::numeric, m.price_precision)))
        from position o, market_terms m, lateral (
          select bid, ask from quote_seen s where s.market_id = o.market_id and s.at_ms <= e.at_ms
          order by s.at_ms desc, s.seq desc limit 1) q
        where o.account_id = t.account_id and m.market_id = o.market_id
          and o.opened < e.seq and (o.closed is null or o.closed > e.seq)
      ), 0)) as equity
    from trading_account t cross join ends e where t.book = 'real'
    group by t.owner_id, e.which
  ),
  paid as (
    select t.owner_id, coalesce(sum(p.amount), 0) as amount
    from trading_account t left join ledger_posting p on p.account_id = t.account_id
      and p.cause not in ('profit', 'fee', 'financing')
      and p.journal_seq > coalesce((select seq from ends where which = 'a'), 0)
      and p.journal_seq <= (select seq from ends where which = 'b')
    group by t.owner_id
  )
  select case when b.equity - coalesce(a.equity, 0) - paid.amount >= 0 then 'not-lost' else 'lost'
    end as outcome,
    left(${text("coalesce((select at_ms from ends where which = 'a'), 0)")}, 10) as first_day,
    left(${text("(select at_ms from ends where which = 'b')")}, 10) as last_day
  from worth b left join worth a on a.owner_id = b.owner_id and a.which = 'a'
  join paid on paid.owner_id = b.owner_id
  where b.which = 'b' and exists (
    select 1 from position o join trading_account t using (account_id)
    where t.owner_id = b.owner_id and o.opened <= (select seq from ends where which = 'b')
      and (o.closed is null
        or o.closed > coalesce((select seq from ends where which = 'a'), 0)))`,
  numbers: `select count(*) as clients, sum(case outcome when 'lost' then 1 else 0 end) as lost,
    round(sum(case outcome when 'lost' then 1 else 0 end) * 100::numeric / count(*), 1)
      as lost_percent
  from again`,
};

const WITHDRAWALS: Recomputed = {
  rows: `select ${textAt("created_at")} as asked_utc, ${textAt("ended_at")} as ended_utc, status,
    round((extract(epoch from ended_at) - extract(epoch from created_at))::numeric, 3)
      as age_seconds,
    case when ended_at is null and extract(epoch from due_at) * 1000 < $2::bigint
      then true else false end as is_overdue
  from withdrawal where status not in ('placing', 'refused', 'unconfirmed', 'cancelled')
    and (ended_at is null or ${withinAt("ended_at")})`,
  numbers: `select sum(case when age_seconds is not null then 1 else 0 end) as ended,
    sum(case status when 'paid' then 1 else 0 end) as paid,
    ${between("0.50")} as median_seconds, ${between("0.95")} as p95_seconds,
    sum(case when age_seconds is null then 1 else 0 end) as waiting,
    sum(is_overdue::int) as overdue
  from again`,
};

const WITHDRAWAL_REFUSALS: Recomputed = {
  rows: `select ${textAt("created_at")} as asked_utc, status,
    case status when 'rejected' then rejection when 'refused' then refusal #>> '{reason}'
      else 'payment_failed' end as reason
  from withdrawal where status = any ('{rejected,refused,returned}') and ${withinAt("created_at")}`,
  numbers: "select status, reason, sum(1) as count from again group by status, reason",
};

const ADJUSTMENTS: Recomputed = {
  rows: `select ${text("at_ms")} as time_utc, book, round(-amount::numeric / 1000000, 6) as usd
  from ledger_posting where house = 'adjustments' and ${within("at_ms")}`,
  numbers: `select substr(time_utc, 1, 7) as month, book, sum(1) as count,
    sum(greatest(usd, 0.000000)) as given_usd, sum(least(usd, 0.000000)) as taken_usd,
    sum(greatest(usd, 0)) + sum(least(usd, 0)) as sum_usd
  from again group by 1, 2`,
};

const CHANGES: Recomputed = {
  rows: `select id as change, kind, status, ${textAt("decided_at")} as announced_utc,
    ${textAt("effective_at")} as effective_utc,
    round((extract(epoch from effective_at) - extract(epoch from decided_at))::numeric / 3600, 2)
      as notice_hours
  from proposal where is_public = true and effective_at is not null and status <> 'failed'
    and ${withinAt("decided_at")}`,
  numbers: `select kind, sum(1) as count,
    (select notice_hours from again y where y.kind = x.kind order by notice_hours limit 1)
      as shortest_notice_hours,
    (select notice_hours from again y where y.kind = x.kind order by notice_hours desc limit 1)
      as longest_notice_hours
  from again x group by kind`,
};

const DOCUMENT_VIEWS: Recomputed = {
  rows: `select to_char(timezone('UTC', at), 'YYYY-MM-DD') as day, what, sum(1) as looks
  from identity_view where ${withinAt("at")} group by 1, 2`,
  numbers: `select v.what, sum(1) as looks from identity_view v
    where exists (select 1 from again a
      where a.day = to_char(timezone('UTC', v.at), 'YYYY-MM-DD'))
    group by v.what`,
};

const SOURCES: Recomputed = {
  rows: `with tick as (
    select p.market_id, (t ->> 1)::bigint as at_ms, t ->> 3 as source, (t ->> 0)::bigint as seq,
      t ->> 5 as bid, t ->> 6 as ask, t ->> 7 as outcome
    from raw_tape_piece p, jsonb_array_elements(convert_from(p.ticks, 'UTF8')::jsonb) t
  ), good as (
    select market_id, at_ms, source, seq, (bid::numeric + ask::numeric) / 2 as mid
    from (select * from tick where outcome in ('TAKEN', 'STANDBY') offset 0) t
  ), ends as (
    select market_id, last_at_ms / 60000 as minute, max(last_seq) as seq from tape_piece
    where ${within("last_at_ms")} group by 1, 2
  ), last_word as (
    select e.market_id, e.minute, g.source, (
      select mid from good h where h.market_id = e.market_id and h.at_ms / 60000 = e.minute
        and h.source = g.source and h.seq <= e.seq order by h.at_ms desc, h.seq desc limit 1) as mid
    from ends e join (select distinct market_id, source from good) g using (market_id)
  ), words as (
    select market_id, minute, array_agg(mid order by mid) as mids from last_word
    where mid is not null group by 1, 2 having count(*) >= 2
  ), middle as (
    select w.*, (mids[(cardinality(mids) + 1) / 2] + mids[cardinality(mids) / 2 + 1]) / 2 as median,
      (select (q.bid + q.ask)::numeric / 2 from ends e, quote_seen q where e.market_id = w.market_id
        and e.minute = w.minute and q.market_id = e.market_id and q.seq = e.seq) as own
    from words w
  )
  select to_char(timestamp '1970-01-01' + minute * interval '1 minute', 'YYYY-MM-DD HH24:MI')
    as minute_utc, ${codeOf("market_id")} as market, cardinality(mids) as sources,
    round(median, 1) as median_mid, round(own, 1) as our_mid,
    round((own / median - 1) * 10000, 3) as deviation_bps
  from middle`,
  numbers: `select market, sum(1) as minutes,
    round(sum(greatest(deviation_bps, -deviation_bps)) / sum(1), 3) as mean_bps,
    greatest(max(deviation_bps), -min(deviation_bps)) as largest_bps
  from again group by market`,
};

const SEEDS: Recomputed = {
  rows: `select to_char(c.day, 'YYYY-MM-DD') as day, c.commitment,
    ${textAt("c.committed_at")} as promised_utc,
    extract(epoch from c.committed_at) < extract(epoch from c.day) as is_in_time,
    coalesce((select seed from seed_reveal r where r.day = c.day and r.commitment = c.commitment),
      '') as seed,
    (select ${textAt("r.revealed_at")} from seed_reveal r
      where r.day = c.day and r.commitment = c.commitment) as shown_utc
  from seed_commitment c
  where extract(epoch from c.day) * 1000 > $1::bigint - 86400000
    and extract(epoch from c.day) * 1000 <= $2::bigint + 86400000`,
  numbers: `select sum(1) as promised, sum(is_in_time::int) as in_time,
    sum(case when seed = '' then 0 else 1 end) as shown,
    sum(case when seed = '' and (extract(epoch from day::date) + 2 * 86400) * 1000 <=
      $2::bigint - $2::bigint % 86400000 then 1 else 0 end) as owed
  from again`,
};

export const RECOMPUTED: Readonly<Record<FigureId, Recomputed>> = {
  losing_year: LOSING,
  losing_quarter: LOSING,
  slippage: SLIPPAGE,
  arrival: ARRIVAL,
  stops: STOPS,
  latency: LATENCY,
  lost_arrivals: LOST_ARRIVALS,
  refusals: REFUSALS,
  stop_outs: STOP_OUTS,
  withdrawals: WITHDRAWALS,
  withdrawal_refusals: WITHDRAWAL_REFUSALS,
  adjustments: ADJUSTMENTS,
  changes: CHANGES,
  document_views: DOCUMENT_VIEWS,
  sources: SOURCES,
  seeds: SEEDS,
};
