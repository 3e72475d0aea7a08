// How orders were filled: against the price that was asked for, against the newest quote when the
// request arrived (H03), and, of stops, against their level. A point is the market's smallest step;
// points are better for the trader where they are positive. Simulated traders are nobody's fills.

import { figure } from "./figure.ts";

const SHARES = `count(*) as fills,
  count(*) filter (where points_better > 0) as better,
  count(*) filter (where points_better = 0) as equal,
  count(*) filter (where points_better < 0) as worse,
  round(100.0 * count(*) filter (where points_better > 0) / count(*), 2) as better_percent,
  round(100.0 * count(*) filter (where points_better < 0) / count(*), 2) as worse_percent,
  round(avg(points_better), 3) as mean_points`;

const SHARE_COLUMNS = [
  "fills",
  "better",
  "equal",
  "worse",
  "better_percent",
  "worse_percent",
  "mean_points",
] as const;

export const SLIPPAGE = figure("slippage", {
  rowColumns: [
    ...["row", "time_utc", "market", "category", "book", "rule", "side", "tape_seq"],
    ...["asked_price", "filled_price", "points_better"],
  ],
  rows: `select row_number() over (order by f.journal_seq, f.order_id) as row,
  utc_text(f.at_ms) as time_utc, m.code as market, m.category_id as category, t.book,
  f.rule, f.side, f.tape_seq, o.asked_price, f.price as filled_price,
  case f.side when 'buy' then o.asked_price - f.price
    else f.price - o.asked_price end as points_better
from fill f
join trade_order o on o.order_id = f.order_id
join trading_account t on t.account_id = f.account_id
join app_user u on u.id = t.owner_id and not u.is_simulated
join market m on m.id = f.market_id
where f.kind = 'open' and f.at_ms >= $1::bigint and f.at_ms < $2::bigint`,
  columns: ["book", "category", ...SHARE_COLUMNS],
  numbers: `select book, category,
  ${SHARES}
from figure_rows group by book, category order by book desc, category`,
});

export const ARRIVAL = figure("arrival", {
  rowColumns: [
    ...["row", "time_utc", "market", "category", "book", "kind", "side", "arrival_seq"],
    ...["filled_seq", "arrival_price", "filled_price", "points_better"],
  ],
  rows: `select row_number() over (order by a.number) as row,
  utc_text(a.arrived_at_ms) as time_utc, m.code as market, m.category_id as category, a.book,
  a.kind, f.side, a.tape_seq as arrival_seq, f.tape_seq as filled_seq,
  case when (f.side = 'buy') = (f.kind = 'open') then a.ask else a.bid end as arrival_price,
  f.price as filled_price,
  case when (f.side = 'buy') = (f.kind = 'open') then a.ask - f.price
    else f.price - a.bid end as points_better
from (
  -- Whoever asks again for the same order is told the same, and did not ask for another price.
  select distinct on (order_id, kind) order_id, kind, number, arrived_at_ms, book, tape_seq, bid,
    ask
  from order_arrival
  where order_id is not null and tape_seq is not null
    and arrived_at_ms >= $1::bigint and arrived_at_ms < $2::bigint
  order by order_id, kind, arrived_at_ms, number
) a
join fill f on f.order_id = a.order_id and f.kind = a.kind and f.rule in ('market', 'close')
join market m on m.id = f.market_id`,
  columns: [
    ...["day", "book", "fills", "same_quote", "better", "equal", "worse"],
    ...["better_percent", "worse_percent"],
  ],
  numbers: `select left(time_utc, 10) as day, book, count(*) as fills,
  count(*) filter (where arrival_seq = filled_seq) as same_quote,
  count(*) filter (where points_better > 0) as better,
  count(*) filter (where points_better = 0) as equal,
  count(*) filter (where points_better < 0) as worse,
  round(100.0 * count(*) filter (where points_better > 0) / count(*), 2) as better_percent,
  round(100.0 * count(*) filter (where points_better < 0) / count(*), 2) as worse_percent
from figure_rows group by day, book order by day desc, book desc`,
});

export const STOPS = figure("stops", {
  rowColumns: [
    ...["row", "time_utc", "market", "category", "book", "rule", "side", "tape_seq"],
    ...["level", "filled_price", "points_better"],
  ],
  rows: `select row_number() over (order by f.journal_seq, f.order_id) as row,
  utc_text(f.at_ms) as time_utc, m.code as market, m.category_id as category, t.book,
  f.rule, f.side, f.tape_seq, f.level, f.price as filled_price,
  case f.side when 'buy' then f.price - f.level else f.level - f.price end as points_better
from fill f
join trading_account t on t.account_id = f.account_id
join app_user u on u.id = t.owner_id and not u.is_simulated
join market m on m.id = f.market_id
where f.kind = 'close' and f.rule in ('stop-loss', 'take-profit', 'trailing-stop')
  and f.at_ms >= $1::bigint and f.at_ms < $2::bigint`,
  columns: ["book", "rule", ...SHARE_COLUMNS],
  numbers: `select book, rule,
  ${SHARES}
from figure_rows group by book, rule order by book desc, rule`,
});
