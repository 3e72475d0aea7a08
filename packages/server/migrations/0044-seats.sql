-- Among how many engines the shards are divided. A seat is what one engine works on: the shards
-- that sit there. Whoever holds the lease 'seat/N' claims their leases; whoever hosts a shard
-- whose seat is another engine's hands it over. So accounts move between engines, shard by shard,
-- while everybody trades; an account's shard, and with it the journal that its receipts name,
-- never changes.

create table shard_seat (
  shard smallint primary key check (shard >= 0),
  seat smallint not null check (seat >= 0)
);
comment on table shard_seat is 'read-only: which shards one engine works on together';

-- As many seats as there are shards, until somebody says otherwise.
insert into shard_seat (shard, seat)
  select number, number
  from (select substr(name, 7)::smallint as number from lease where name like 'shard/%') known;

-- Spreads the shards evenly over so many seats and moves as few of them as it can, those with the
-- highest numbers first: shard 0, which makes the quotes, stays where it is.
create function set_seats(wanted integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  shards integer;
  fullest record;
  emptiest record;
begin
  perform pg_advisory_xact_lock(hashtextextended('truetick.seats', 0));
  select count(*) into shards from shard_seat;
  if wanted < 1 or wanted > shards then
    raise exception '% seats are none: there are % shards, and each seat has at least one',
      wanted, shards using errcode = '22023';
  end if;
  loop
    -- Seats that are no more are fuller than any.
    select seat, max(shard) as last,
        count(*) + case when seat >= wanted then shards else 0 end as size
      into fullest from shard_seat group by seat order by 3 desc, seat desc limit 1;
    select number as seat, count(s.shard) as size
      into emptiest from generate_series(0, wanted - 1) number
      left join shard_seat s on s.seat = number group by number order by 2, 1 limit 1;
    exit when fullest.size - emptiest.size <= 1;
    update shard_seat set seat = emptiest.seat where shard = fullest.last;
  end loop;
end $$;
revoke execute on function set_seats from public;

-- Gives every shard up to that number a lease and a seat. Those that are new to an installation
-- with fewer seats than shards sit where there is room; otherwise each has one of its own.
create function settle_shards(wanted integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  known integer;
  seats integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('truetick.seats', 0));
  insert into lease (name) select 'shard/' || number from generate_series(0, wanted - 1) number
    on conflict do nothing;
  select count(*), count(distinct seat) into known, seats from shard_seat;
  insert into shard_seat (shard, seat)
    select number, number from generate_series(0, wanted - 1) number
    on conflict do nothing;
  if seats < known then
    perform set_seats(seats);
  end if;
  return (select count(*) from lease where name like 'shard/%');
end $$;
