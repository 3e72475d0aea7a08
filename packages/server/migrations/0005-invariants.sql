-- What must always hold of the books, as views that return no rows when all is well. Run after
-- every test of trading, after every simulated crash, and on demand. The numbers are those of the
-- list of invariants; inv41 is our own. Each is written so that some corruption is caught by it
-- and by no other.

-- Rounds numerator / denominator half to even: the one rounding of a booked profit.
create function half_even(numerator numeric, denominator numeric) returns numeric
language sql immutable as $$
  select case
    when 2 * abs(numerator - div(numerator, denominator) * denominator) > denominator
      then div(numerator, denominator) + sign(numerator)
    when 2 * abs(numerator - div(numerator, denominator) * denominator) = denominator
      and mod(div(numerator, denominator), 2) <> 0
      then div(numerator, denominator) + sign(numerator)
    else div(numerator, denominator)
  end
$$;

-- The terms that a market had at a row of the journal.
create function terms_at(of_shard smallint, of_market integer, at_seq bigint)
returns market_terms language sql stable as $$
  select t from market_terms t
  where t.shard = of_shard and t.market_id = of_market and t.journal_seq <= at_seq
  order by t.journal_seq desc limit 1
$$;

-- The rate of a conversion as a fraction: the product of the legs' mids, or of their inverses.
create function conversion_fraction(
  legs jsonb, of_shard smallint, at_seq bigint, out numerator numeric, out denominator numeric
) language plpgsql stable as $$
declare
  leg jsonb;
  mid numeric;
  scale numeric;
begin
  numerator := 1;
  denominator := 1;
  for leg in select jsonb_array_elements(coalesce(legs, '[]'::jsonb)) loop
    mid := (leg ->> 'bid')::numeric + (leg ->> 'ask')::numeric;
    scale := 2 * power(10::numeric,
      (terms_at(of_shard, (leg ->> 'market')::integer, at_seq)).price_precision);
    if (leg ->> 'inverse')::boolean then
      numerator := numerator * scale;
      denominator := denominator * mid;
    else
      numerator := numerator * mid;
      denominator := denominator * scale;
    end if;
  end loop;
  numerator := trim_scale(numerator);
  denominator := trim_scale(denominator);
end $$;

create view inv01 as
select p.shard, p.movement_id, sum(p.amount) as sum
from journal j join ledger_posting p on p.shard = j.shard and p.journal_seq = j.seq
group by p.shard, p.movement_id
having sum(p.amount) <> 0;
comment on view inv01 is 'the postings of a movement sum to zero';

create view inv02 as
select book, sum(amount) as sum from ledger_posting group by book having sum(amount) <> 0;
comment on view inv02 is 'all postings of a book sum to zero, also those of no journal row';

create view inv03 as
select * from (
  select p.*, p.amount + coalesce(lag(p.balance) over (
    partition by p.shard, p.book, p.account_id, p.house order by p.journal_seq, p.position
  ), 0) as expected
  from ledger_posting p
) chained
where balance <> expected;
comment on view inv03 is 'a running balance is the sum of the amounts up to it';

create view inv04 as
select account_id, balance from (
  select distinct on (account_id) account_id, balance from ledger_posting
  where account_id is not null order by account_id, journal_seq desc, position desc
) newest
where balance < 0 and not exists (
  select 1 from trade_order o where o.account_id = newest.account_id and o.status = 'holding'
);
comment on view inv04 is 'an account without positions is never below zero';

create view inv05 as
select p.shard, p.movement_id
from journal j join ledger_posting p on p.shard = j.shard and p.journal_seq = j.seq
group by p.shard, p.movement_id
having count(distinct p.book) > 1;
comment on view inv05 is 'no movement touches both books';

create view inv06 as
select p.shard, p.movement_id
from journal j join ledger_posting p on p.shard = j.shard and p.journal_seq = j.seq
group by p.shard, p.movement_id
having count(*) < 2 or bool_or(num_nonnulls(p.account_id, p.house) <> 1);
comment on view inv06 is 'a movement has at least two legs, each of one account';

create view inv07 as
select owner_id, key_hash, journal_seq from command_key k
where k.journal_seq is not null and not exists (
  select 1 from journal j where j.shard = k.shard and j.seq = k.journal_seq
)
union all
select owner_id, key_hash, journal_seq from command_key
where journal_seq is not null and refusal is not null
union all
select owner_id, key_hash, null from command_key group by owner_id, key_hash having count(*) > 1
union all
select null, null, journal_seq from command_key where journal_seq is not null
group by shard, journal_seq having count(*) > 1;
comment on view inv07 is 'a key names one attempt, and an attempt has one key';

create view inv08 as
select shard, book, cause_id from ledger_posting
where house = 'withdrawals'
group by shard, book, cause_id
having count(*) filter (where cause = 'withdrawal-hold') <> 1
    or count(*) filter (where cause <> 'withdrawal-hold') > 1
    or (count(*) filter (where cause <> 'withdrawal-hold') = 1 and sum(amount) <> 0);
comment on view inv08 is 'a hold ends at most once, and exactly';

create view inv09 as
select account_id, sum(filled) as filled, sum(held) as held from (
  select account_id, case kind when 'open' then margin else -margin end as filled, 0 as held
  from fill
  union all
  select account_id, 0, margin from trade_order where status = 'holding'
) margins
group by account_id
having sum(filled) <> sum(held);
comment on view inv09 is 'the margin taken and not set free is that of the positions';

create view inv10 as
select f.order_id, f.kind
from fill f
left join tape_quote t on t.market_id = f.market_id and t.seq = f.tape_seq
left join trade_order o on o.order_id = f.order_id
where f.kind not in ('open', 'close')
   or f.side is distinct from o.side
   or f.price is distinct from
        (case when (f.kind = 'open') = (f.side = 'buy') then t.ask else t.bid end)
   or f.price is distinct from (case f.kind when 'open' then o.open_price else o.close_price end);
comment on view inv10 is 'a fill is at the bid or ask of the row of the tape it names';

create view inv11 as
select f.order_id, f.kind
from (
  select *, max(tape_seq) over (
    partition by shard, market_id order by journal_seq
  ) as newest_seq
  from fill
) f
left join tape_quote t on t.market_id = f.market_id and t.seq = f.tape_seq
left join market_terms m
  on m.shard = f.shard and m.market_id = f.market_id and m.version = f.terms_version
where f.newest_seq <> f.tape_seq
   or f.at_ms < t.at_ms
   or f.at_ms - t.at_ms > coalesce(m.price_age_max_ms, -1)
   or 'open' is distinct from (
     select s.session from market_session_change s
     where s.shard = f.shard and s.market_id = f.market_id and s.journal_seq < f.journal_seq
     order by s.journal_seq desc limit 1
   );
comment on view inv11 is 'that row was the newest, fresh, and its market open';

create view inv12 as
select o.order_id, o.profit
from trade_order o
join fill f on f.order_id = o.order_id and f.kind = 'close'
join market_terms m
  on m.shard = f.shard and m.market_id = f.market_id and m.version = f.terms_version
cross join lateral conversion_fraction(f.quote_conversion, f.shard, f.journal_seq) c
where o.status = 'closed' and o.profit is distinct from half_even(
  (case o.side when 'buy' then o.close_price - o.open_price else o.open_price - o.close_price end)
    ::numeric * o.lots * m.units_per_lot * 100 * c.numerator,
  power(10::numeric, m.price_precision) * c.denominator
);
comment on view inv12 is 'profit is the step of the price times units, converted, rounded once';

create view inv13 as
select o.order_id
from trade_order o
left join fill f on f.order_id = o.order_id and f.kind = 'open'
left join market_terms placed
  on placed.shard = o.shard and placed.market_id = o.market_id
  and placed.version = o.terms_version
left join market_terms filled
  on filled.shard = o.shard and filled.market_id = o.market_id
  and filled.version = coalesce(f.terms_version, o.terms_version)
where o.part_of is null and not coalesce(
  coalesce(f.lots, o.lots) between placed.lots_min and placed.lots_max
  and coalesce(f.lots, o.lots) % placed.lot_step = 0
  and filled.leverages @> to_jsonb(o.leverage), false);
comment on view inv13 is 'lots were within the terms and on step, the leverage was offered';

create view inv14 as
select o.order_id, o.status
from trade_order o
cross join lateral (
  select exists (
    select 1 from fill f where f.order_id = coalesce(o.part_of, o.order_id) and f.kind = 'open'
  ) as is_opened, exists (
    select 1 from fill f where f.order_id = o.order_id and f.kind = 'close'
  ) as is_closed
) filled
where o.side not in ('buy', 'sell') or not case o.status
  when 'pending' then not is_opened and not is_closed
    and num_nonnulls(o.open_price, o.close_price, o.profit, o.ended_at_ms, o.end_reason) = 0
    and o.pending_kind is not null
  when 'holding' then is_opened and not is_closed and num_nonnulls(o.open_price, o.opened_at_ms) = 2
    and num_nonnulls(o.close_price, o.profit, o.ended_at_ms, o.end_reason) = 0
  when 'closed' then is_opened and is_closed
    and num_nulls(o.open_price, o.close_price, o.profit, o.ended_at_ms, o.end_reason) = 0
  when 'cancelled' then not is_opened and not is_closed
    and num_nonnulls(o.open_price, o.close_price, o.profit) = 0
    and num_nulls(o.ended_at_ms, o.end_reason) = 0
  else false
end;
comment on view inv14 is 'the status of an order agrees with what was filled of it';

create view inv15 as
select order_id from fill where kind = 'open' group by order_id having count(*) > 1;
comment on view inv15 is 'an order opens at most one position';

create view inv16 as
select o.order_id, settled.times, settled.amount
from trade_order o
left join fill f on f.order_id = o.order_id and f.kind = 'close'
cross join lateral (
  select count(*) as times, sum(p.amount) as amount from ledger_posting p
  where p.account_id = o.account_id and p.cause = 'profit' and p.cause_id = o.order_id
) settled
where case when o.status = 'closed'
  then settled.times <> 1 or settled.amount is distinct from f.profit
  else settled.times <> 0 end;
comment on view inv16 is 'a closed position is settled once, an open one not at all';

create view inv17 as
select q.market_id, q.seq
from (
  select market_id, tape_seq as seq, bid, ask from fill
  union all
  select market_id, tape_seq, bid, ask from financing
  union all
  select l.market, l.seq, l.bid, l.ask
  from (
    select quote_conversion as legs from fill
    union all select base_conversion from fill
    union all select quote_conversion from financing
    union all select quotes from stop_out
  ) named
  cross join lateral jsonb_to_recordset(coalesce(named.legs, '[]'::jsonb))
    as l(market integer, seq bigint, bid bigint, ask bigint)
) q
left join tape_quote t on t.market_id = q.market_id and t.seq = q.seq
where t.seq is not null and (t.bid, t.ask) <> (q.bid, q.ask);
comment on view inv17 is 'one row of the tape is the same quote for everybody';

create view inv18 as
select market_id, first_seq as seq from (
  select p.*,
    lag(p.last_seq) over by_number as seq_before,
    lag(p.last_at_ms) over by_number as at_ms_before
  from tape_piece p
  window by_number as (partition by p.market_id order by p.first_seq)
) piece
where first_seq <> seq_before + 1
   or first_at_ms < at_ms_before
   or last_at_ms < first_at_ms
   or last_bid <= 0
   or last_ask < last_bid
union all
select market_id, seq from (
  select q.*, lag(q.at_ms) over (partition by q.market_id order by q.seq) as at_ms_before
  from tape_quote q
) quote
where bid <= 0 or ask < bid or at_ms < at_ms_before
   or not exists (
     select 1 from tape_piece p where p.market_id = quote.market_id
       and quote.seq between p.first_seq and p.last_seq
   );
comment on view inv18 is 'the tape has positive prices, no gap, and time that does not go back';

create view inv19 as
select market_id, first_seq from (
  select p.*, lag(p.hash) over (partition by p.market_id order by p.first_seq) as hash_before
  from tape_piece p
) piece
where prev_hash <> hash_before
   or hash <> sha256('truetick.chain.v1'::bytea || '\x00'::bytea || prev_hash
     || int4send(market_id) || int8send(first_seq) || int8send(last_seq) || quotes);
comment on view inv19 is 'the chain of the tape verifies';

create view inv34 as
select p.account_id, p.book from ledger_posting p
left join trading_account a on a.account_id = p.account_id
where p.account_id is not null and p.book is distinct from a.book
union all
select o.account_id, o.book from trade_order o
left join trading_account a on a.account_id = o.account_id
where o.book is distinct from a.book
union all
select min(account_id), min(book) from trading_account
group by owner_id having count(distinct book) > 1;
comment on view inv34 is 'owners, accounts and what belongs to them are of one book';

create view inv35 as
select f.order_id
from fill f
left join stop_out s on s.shard = f.shard and s.journal_seq = f.journal_seq
  and s.account_id = f.account_id
where f.kind = 'close' and f.rule = 'stop-out' and not coalesce(
  s.used > 0 and s.equity * 100 <= s.used * 50
  and s.level = floor(s.equity::numeric * 100000000 / s.used)
  and s.quotes @> jsonb_build_array(jsonb_build_object('market', f.market_id, 'seq', f.tape_seq)),
  false);
comment on view inv35 is 'a stop-out has evidence that it was due';

create view inv36 as
select f.order_id, f.kind, f.rule
from fill f join trade_order o on o.order_id = f.order_id
where (case f.rule
  when 'limit' then case f.side when 'buy' then f.ask <= f.level else f.bid >= f.level end
  when 'stop' then case f.side when 'buy' then f.ask >= f.level else f.bid <= f.level end
  when 'take-profit' then f.level = o.take_profit and f.tape_seq > o.stops_seq
    and case f.side when 'buy' then f.bid >= f.level else f.ask <= f.level end
  when 'stop-loss' then f.level = o.stop_loss and f.tape_seq > o.stops_seq
    and case f.side when 'buy' then f.bid <= f.level else f.ask >= f.level end
  when 'trailing-stop' then
    case f.side when 'buy' then f.bid <= f.level else f.ask >= f.level end
  else f.level is null
end) is not true;
comment on view inv36 is 'a level that fired was crossed, by a quote after it was set';

create view inv40 as
select p.shard, p.movement_id
from ledger_posting p
where p.cause = 'protection' or p.house = 'protection'
group by p.shard, p.movement_id
having bool_or(p.cause <> 'protection')
    or count(*) filter (where p.house = 'protection' and p.amount < 0) <> 1
    or count(*) filter (where p.account_id is not null and p.amount > 0 and p.balance = 0) <> 1;
comment on view inv40 is 'protection is paid by its own house account, to exactly zero';

create view inv41 as
select shard, seq from (
  select j.*,
    lag(j.seq) over by_number as seq_before,
    lag(j.hash) over by_number as hash_before
  from journal j
  window by_number as (partition by j.shard order by j.seq)
) linked
where seq <> coalesce(seq_before, 0) + 1
   or prev_hash <> coalesce(hash_before, decode(repeat('00', 32), 'hex'))
   or hash <> sha256('truetick.chain.v1'::bytea || '\x00'::bytea || prev_hash
     || int2send(shard) || int8send(seq) || int8send(at_ms)
     || int4send(length(command)) || command || events);
comment on view inv41 is 'the journal has no gap and its chain verifies';
