-- The history of equity that the ranking is computed from, written by the journal's own commit, and
-- what else the ranking needs to know: who has left it, and which traders no person stands behind.
-- There is still no column for a result: every figure is computed from these facts, the ledger and
-- the blotter (H18, T44); docs/ranking.md publishes how.

-- A New York day that was started: up to this row of the journal the day before counts.
create table trading_day (
  shard smallint not null,
  -- yyyymmdd of the cut: the day before it has ended.
  cut_date integer not null,
  at_ms bigint not null,
  journal_seq bigint not null,
  primary key (shard, cut_date)
);
comment on table trading_day is 'append-only: when each New York day was started';

-- What an account was worth at a cut, positions included, where that is not what it was worth at
-- the cut before plus what was paid in or out meanwhile.
create table day_equity (
  account_id bigint not null,
  -- The row of the journal that started the day.
  journal_seq bigint not null,
  shard smallint not null,
  equity bigint not null,
  primary key (account_id, journal_seq)
);
comment on table day_equity is 'append-only: the equity of accounts at the New York cuts';

create trigger append_only before update or delete or truncate on trading_day
  for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on day_equity
  for each statement execute function refuse_change();

-- Money that came or went without being won or lost; a fill's postings are not in it.
create index ledger_posting_flows on ledger_posting (account_id, journal_seq, position)
  where account_id is not null and cause not in ('profit', 'fee', 'financing');

-- One word of the engine's own notation (packages/engine/src/codec/bytes.ts) and where the next one
-- begins: of n bytes the low end is a one and n - 1 zeros; of nine the first is all zeros.
create function engine_word(packed bytea, place integer, out word numeric, out next integer)
language plpgsql immutable strict as $$
declare
  first integer := get_byte(packed, place);
  size integer := 1;
begin
  while size < 9 and (first >> (size - 1)) & 1 = 0 loop
    size := size + 1;
  end loop;
  word := 0;
  for nth in reverse size - 1 .. 1 loop
    word := word * 256 + get_byte(packed, place + nth);
  end loop;
  if size < 9 then word := div(word * 256 + first, power(2::numeric, size)); end if;
  word := trim_scale(word);
  next := place + size;
end $$;

-- The equities that a row of the journal which started a day has set; a row without an account is
-- the day itself.
create function day_facts(events bytea)
returns table (cut_date integer, at_ms bigint, account_id bigint, equity bigint)
language plpgsql immutable strict as $$
declare
  -- A copy: as the table keeps it, it would be unfolded as a whole for every byte.
  bytes bytea := events || ''::bytea;
  read record;
  count integer;
begin
  read := engine_word(bytes, 0);
  if read.word <> 2 then raise exception 'events of an unknown version'; end if;
  read := engine_word(bytes, read.next);
  count := read.word;
  for nth in 1 .. count loop
    read := engine_word(bytes, read.next);
    if read.word <> least(14 + nth, 16) then
      raise exception 'a day is started by its date and equities';
    end if;
    read := engine_word(bytes, read.next);
    at_ms := read.word;
    read := engine_word(bytes, read.next);
    if nth = 1 then
      cut_date := read.word;
      account_id := null;
      equity := null;
    else
      account_id := read.word;
      read := engine_word(bytes, read.next);
      -- The sign is at the low end.
      equity := case when mod(read.word, 2) = 0 then div(read.word, 2)
        else -div(read.word + 1, 2) end;
    end if;
    return next;
  end loop;
end $$;

-- The rows of the journal that started a day: StartDay is the fifteenth kind of command.
create view started_day as
select j.shard, j.seq, f.cut_date, f.at_ms, f.account_id, f.equity
from journal j cross join lateral day_facts(j.events) f
where substring(j.command from 1 for 2) = '\x051d'::bytea;

-- Days that were started before these tables were there.
insert into trading_day (shard, cut_date, at_ms, journal_seq)
  select shard, cut_date, at_ms, seq from started_day where account_id is null;
insert into day_equity (account_id, journal_seq, shard, equity)
  select account_id, seq, shard, equity from started_day where account_id is not null;

-- The same as the tables have it.
create view stored_day as
select shard, journal_seq as seq, cut_date, at_ms, null::bigint as account_id,
  null::bigint as equity
from trading_day
union all
select e.shard, e.journal_seq, d.cut_date, d.at_ms, e.account_id, e.equity
from day_equity e
left join trading_day d on d.shard = e.shard and d.journal_seq = e.journal_seq;

create view inv44 as
(
  select shard, seq, cut_date, at_ms, account_id, equity from started_day
  except all
  select shard, seq, cut_date, at_ms, account_id, equity from stored_day
)
union all
(
  select shard, seq, cut_date, at_ms, account_id, equity from stored_day
  except all
  select shard, seq, cut_date, at_ms, account_id, equity from started_day
);
comment on view inv44 is 'the stored days and equities are those of the journal';

-- Off the list since then; null: listed. The alias stays theirs.
alter table leader add column left_at timestamptz;

-- A trader of the sandbox that a program plays. Nobody can log in as one, and none counts as a
-- person: not among the popular markets, not in any statistics (H17).
alter table app_user
  add column is_simulated boolean not null default false,
  add check (not is_simulated or (book = 'demo' and demo_secret_hash is null));
create index app_user_simulated on app_user (id) where is_simulated;

-- Room on both tapes for days that a fresh sandbox lives through before its first price: one part
-- for all of them, named by the last, so that it is let go of with that. As make_tape_room, it is
-- the only way in which the application can make one.
create function make_past_tape_room(first_day date, last_day date) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tape text;
  part text;
begin
  if last_day - first_day not between 0 and 400 then
    raise exception 'between 0 and 400 days, not %', last_day - first_day;
  end if;
  perform pg_advisory_xact_lock(7283003);
  foreach tape in array array['tape_piece', 'raw_tape_piece'] loop
    part := tape || to_char(last_day, '_YYYYMMDD');
    continue when to_regclass(part) is not null;
    begin
      execute format('create table %I partition of %I for values from (%s) to (%s)', part, tape,
        (first_day - date '1970-01-01')::bigint * 86400000,
        (last_day - date '1970-01-01' + 1)::bigint * 86400000);
    exception when check_violation or invalid_object_definition then
      continue;
    end;
    execute format('comment on table %I is %L', part, 'append-only: days of the tape');
    execute format('create trigger append_only before update or delete or truncate on %I
      for each statement execute function refuse_change()', part);
  end loop;
end $$;

-- As before (0007), and days that such a part has already are left alone too.
create or replace function make_tape_room(first_day date, days integer) returns integer
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
      exception when check_violation or invalid_object_definition then
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
