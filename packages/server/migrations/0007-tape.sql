-- The tape in parts by day, so that old ones can be let go of without touching a row; beside it
-- the raw tape: what sources sent that became no quote, or not by itself, with the reason. Both are
-- hash-chained, market by market. Of a part that was dropped the ends of its chain stay for ever in
-- `tape_retired`, so the rest still proves itself; the rows that a fill names are in `tape_quote`.

drop view inv18;
drop view inv19;
alter table tape_piece rename to tape_piece_before;
alter index tape_piece_pkey rename to tape_piece_before_pkey;

create table tape_piece (
  market_id integer not null,
  first_seq bigint not null,
  last_seq bigint not null,
  first_at_ms bigint not null,
  last_at_ms bigint not null,
  last_bid bigint not null,
  last_ask bigint not null,
  quotes bytea not null,
  prev_hash bytea not null,
  hash bytea not null,
  -- The time stands last: it tells the parts apart.
  primary key (market_id, first_seq, first_at_ms),
  check (last_seq >= first_seq)
) partition by range (first_at_ms);
comment on table tape_piece is 'append-only: the tape, packed';

-- Numbered by itself, market by market and without gaps.
create table raw_tape_piece (
  market_id integer not null,
  first_seq bigint not null,
  last_seq bigint not null,
  -- When the first and the last of them came in.
  first_at_ms bigint not null,
  last_at_ms bigint not null,
  -- A JSON list; see src/trading/tape/raw-run.ts.
  ticks bytea not null,
  prev_hash bytea not null,
  hash bytea not null,
  primary key (market_id, first_seq, first_at_ms),
  check (last_seq >= first_seq)
) partition by range (first_at_ms);
comment on table raw_tape_piece is 'append-only: what sources sent and what became of it';

-- Where the chain of a market ran through a part that was dropped.
create table tape_retired (
  tape text not null check (tape in ('tape_piece', 'raw_tape_piece')),
  market_id integer not null,
  first_seq bigint not null,
  last_seq bigint not null,
  first_at_ms bigint not null,
  last_at_ms bigint not null,
  last_bid bigint,
  last_ask bigint,
  pieces bigint not null,
  prev_hash bytea not null,
  hash bytea not null,
  retired_at timestamptz not null default clock_timestamp(),
  primary key (tape, market_id, first_seq)
);
comment on table tape_retired is 'append-only: both ends of every chain that was dropped';

create trigger append_only before update or delete or truncate on tape_piece
  for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on raw_tape_piece
  for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on tape_retired
  for each statement execute function refuse_change();

-- What falls into no day still has a place: a commit never fails for want of one.
create table tape_piece_rest partition of tape_piece default;
create table raw_tape_piece_rest partition of raw_tape_piece default;
comment on table tape_piece_rest is 'append-only: a part of the tape';
comment on table raw_tape_piece_rest is 'append-only: a part of the raw tape';
create trigger append_only before update or delete or truncate on tape_piece_rest
  for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on raw_tape_piece_rest
  for each statement execute function refuse_change();

-- Makes the parts of some days, of both tapes; those that exist, or whose rows have come before
-- them, are left alone. Runs as the owner of the tables: the application can neither make nor drop
-- one in another way. Answers how many were made.
create function make_tape_room(first_day date, days integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tape text;
  part text;
  day date;
  from_ms bigint;
  made integer := 0;
begin
  if days not between 0 and 400 then raise exception 'between 0 and 400 days, not %', days; end if;
  perform pg_advisory_xact_lock(7283003);
  foreach tape in array array['tape_piece', 'raw_tape_piece'] loop
    for day in select first_day + n from generate_series(0, days - 1) n loop
      part := tape || to_char(day, '_YYYYMMDD');
      from_ms := (day - date '1970-01-01')::bigint * 86400000;
      continue when to_regclass(part) is not null;
      begin
        execute format('create table %I partition of %I for values from (%s) to (%s)',
          part, tape, from_ms, from_ms + 86400000);
      exception when check_violation then
        continue;
      end;
      execute format('comment on table %I is %L', part, 'append-only: a day of the tape');
      execute format('create trigger append_only before update or delete or truncate on %I
        for each statement execute function refuse_change()', part);
      made := made + 1;
    end loop;
  end loop;
  return made;
end $$;

-- Lets go of the days that end before a moment, never of the last two by the database's own clock.
-- Both ends of every market's chain are written down first; a day whose chain does not verify, or
-- does not follow what was let go of before, stays. Answers the names of the parts dropped.
create function retire_tape(before_ms bigint) returns setof text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  part record;
  newest_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000) - 2 * 86400000;
  contents text;
  prices text;
  broken bigint;
begin
  perform pg_advisory_xact_lock(7283003);
  for part in
    select c.relname::text as name, p.relname::text as tape,
      (to_date(right(c.relname, 8), 'YYYYMMDD') - date '1970-01-01' + 1)::bigint * 86400000
        as ends_ms
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    join pg_class p on p.oid = i.inhparent
    where p.oid in ('tape_piece'::regclass, 'raw_tape_piece'::regclass)
      and c.relname ~ '_[0-9]{8}$'
    order by right(c.relname, 8), p.relname
  loop
    continue when part.ends_ms > least(before_ms, newest_ms);
    contents := case part.tape when 'tape_piece' then 'quotes' else 'ticks' end;
    prices := case part.tape
      when 'tape_piece' then 'last_bid, last_ask' else 'null::bigint, null::bigint' end;
    execute format($sql$
      select count(*) from (
        select p.*, lag(p.hash) over line as hash_before, lag(p.last_seq) over line as seq_before,
          r.hash as retired_hash, r.last_seq as retired_seq
        from %I p
        left join lateral (
          select hash, last_seq from tape_retired
          where tape = %L and market_id = p.market_id order by first_seq desc limit 1
        ) r on true
        window line as (partition by p.market_id order by p.first_seq)
      ) piece
      where prev_hash is distinct from
              coalesce(hash_before, retired_hash, decode(repeat('00', 32), 'hex'))
         or first_seq <> coalesce(seq_before, retired_seq, 0) + 1
         or hash <> sha256('truetick.chain.v1'::bytea || '\x00'::bytea || prev_hash
              || int4send(market_id) || int8send(first_seq) || int8send(last_seq) || %I)
    $sql$, part.name, part.tape, contents) into broken;
    if broken > 0 then
      raise warning '% is kept: % of its pieces do not verify', part.name, broken;
      continue;
    end if;
    execute format($sql$
      insert into tape_retired (tape, market_id, first_seq, last_seq, first_at_ms, last_at_ms,
        last_bid, last_ask, pieces, prev_hash, hash)
      select %L, f.market_id, f.first_seq, l.last_seq, f.first_at_ms, l.last_at_ms,
        l.last_bid, l.last_ask, l.pieces, f.prev_hash, l.hash
      from (select distinct on (market_id) * from %I order by market_id, first_seq) f
      join (
        select distinct on (market_id) market_id, last_seq, last_at_ms, hash,
          %s, count(*) over (partition by market_id) as pieces
        from %I order by market_id, first_seq desc
      ) l (market_id, last_seq, last_at_ms, hash, last_bid, last_ask, pieces) using (market_id)
    $sql$, part.tape, part.name, prices, part.name);
    execute format('drop table %I', part.name);
    return next part.name;
  end loop;
end $$;

select make_tape_room(to_timestamp(first_ms / 1000.0)::date,
  least(400, (to_timestamp(last_ms / 1000.0)::date - to_timestamp(first_ms / 1000.0)::date) + 1))
from (select min(first_at_ms) as first_ms, max(last_at_ms) as last_ms from tape_piece_before) b
where first_ms is not null;
insert into tape_piece select * from tape_piece_before;
drop table tape_piece_before;

create view inv18 as
select market_id, first_seq as seq from (
  select p.*,
    lag(p.last_seq) over by_number as seq_before,
    lag(p.last_at_ms) over by_number as at_ms_before
  from (
    select market_id, first_seq, last_seq, first_at_ms, last_at_ms, last_bid, last_ask
    from tape_piece
    union all
    select market_id, first_seq, last_seq, first_at_ms, last_at_ms, last_bid, last_ask
    from tape_retired where tape = 'tape_piece'
  ) p
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
     union all
     select 1 from tape_retired r where r.tape = 'tape_piece' and r.market_id = quote.market_id
       and quote.seq between r.first_seq and r.last_seq
   )
union all
select market_id, first_seq from (
  select p.*, lag(p.last_seq) over (partition by p.market_id order by p.first_seq) as seq_before
  from (
    select market_id, first_seq, last_seq from raw_tape_piece
    union all
    select market_id, first_seq, last_seq from tape_retired where tape = 'raw_tape_piece'
  ) p
) raw
where first_seq <> coalesce(seq_before, 0) + 1;
comment on view inv18 is 'the tape has positive prices, no gap, and time that does not go back';

create view inv19 as
select market_id, first_seq from (
  select p.*, lag(p.hash) over (
    partition by p.tape, p.market_id order by p.first_seq
  ) as hash_before
  from (
    select 'tape_piece' as tape, market_id, first_seq, last_seq, prev_hash, hash, quotes as packed
    from tape_piece
    union all
    select 'raw_tape_piece', market_id, first_seq, last_seq, prev_hash, hash, ticks
    from raw_tape_piece
    union all
    select tape, market_id, first_seq, last_seq, prev_hash, hash, null from tape_retired
  ) p
) piece
where prev_hash <> hash_before
   or hash <> sha256('truetick.chain.v1'::bytea || '\x00'::bytea || prev_hash
     || int4send(market_id) || int8send(first_seq) || int8send(last_seq) || packed);
comment on view inv19 is 'the chains of the tape verify, across what was dropped';
