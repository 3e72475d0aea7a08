-- The verifier: what it found, night by night; the pieces of the tape that old receipts need for
-- ever; and what lets it read everything in small steps and in the order of the journal.

create table proof_verdict (
  number bigint generated always as identity primary key,
  started_at_ms bigint not null,
  finished_at_ms bigint not null check (finished_at_ms >= started_at_ms),
  -- Nothing was found.
  is_whole boolean not null,
  -- {log, market, seq, what, detail} of the first bad record; null when there is none.
  first_bad jsonb check (is_whole = (first_bad is null)),
  -- The first bad record of every log that has one.
  all_bad jsonb not null,
  -- How many rows of what were looked at.
  checked jsonb not null,
  -- The newest checkpoint that was read; 0 before the first.
  checkpoint bigint not null
);
comment on table proof_verdict is 'append-only: what the verifier found';
create trigger append_only before update or delete or truncate on proof_verdict
  for each statement execute function refuse_change();

-- Rows beside the journal come in its order: a summary per stretch of pages finds those of a
-- stretch of the journal, and costs the writer next to nothing.
create index ledger_posting_by_journal on ledger_posting
  using brin (journal_seq) with (pages_per_range = 32, autosummarize = on);
create index fill_by_journal on fill
  using brin (journal_seq) with (pages_per_range = 32, autosummarize = on);
create index financing_by_journal on financing
  using brin (journal_seq) with (pages_per_range = 32, autosummarize = on);
create index day_equity_by_journal on day_equity
  using brin (journal_seq) with (pages_per_range = 32, autosummarize = on);
create index trading_account_by_journal on trading_account (journal_seq);
create index market_session_change_by_journal on market_session_change (journal_seq);

-- Summarises what came since the last time: only the owner of an index may.
create function summarize_books() returns void
language sql security definer set search_path = public, pg_temp as $$
  select brin_summarize_new_values('ledger_posting_by_journal');
  select brin_summarize_new_values('fill_by_journal');
  select brin_summarize_new_values('financing_by_journal');
  select brin_summarize_new_values('day_equity_by_journal');
$$;

-- What a view of the invariants says must hold, and the first row against it. The application has
-- no right on the views themselves.
create function ask_invariant(of_name text) returns table (rule text, "row" jsonb)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if of_name !~ '^inv[0-9]{2}$' then raise exception 'no invariant: %', of_name; end if;
  rule := obj_description(of_name::regclass, 'pg_class');
  execute format('select to_jsonb(v) from %I v limit 1', of_name) into "row";
  return next;
end $$;

-- Pieces of parts that were let go of, kept because a fill, a conversion, a financing or a stop-out
-- names a quote of theirs: with them an old receipt still proves itself.
create table tape_kept_piece (
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
  primary key (market_id, first_seq),
  check (last_seq >= first_seq)
);
comment on table tape_kept_piece is 'append-only: pieces of the tape that outlive their part';
create trigger append_only before update or delete or truncate on tape_kept_piece
  for each statement execute function refuse_change();

-- Whether the pieces that something names were kept: not of parts dropped before there was a place.
alter table tape_retired add column keeps_named boolean not null default false;

-- As in 0007-tape.sql; before a part is dropped, its pieces that something names are kept.
create or replace function retire_tape(before_ms bigint) returns setof text
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
        last_bid, last_ask, pieces, prev_hash, hash, keeps_named)
      select %L, f.market_id, f.first_seq, l.last_seq, f.first_at_ms, l.last_at_ms,
        l.last_bid, l.last_ask, l.pieces, f.prev_hash, l.hash, true
      from (select distinct on (market_id) * from %I order by market_id, first_seq) f
      join (
        select distinct on (market_id) market_id, last_seq, last_at_ms, hash,
          %s, count(*) over (partition by market_id) as pieces
        from %I order by market_id, first_seq desc
      ) l (market_id, last_seq, last_at_ms, hash, last_bid, last_ask, pieces) using (market_id)
    $sql$, part.tape, part.name, prices, part.name);
    if part.tape = 'tape_piece' then
      execute format($sql$
        insert into tape_kept_piece (market_id, first_seq, last_seq, first_at_ms, last_at_ms,
          last_bid, last_ask, quotes, prev_hash, hash)
        select p.market_id, p.first_seq, p.last_seq, p.first_at_ms, p.last_at_ms,
          p.last_bid, p.last_ask, p.quotes, p.prev_hash, p.hash
        from %I p where exists (
          select from tape_quote q
          where q.market_id = p.market_id and q.seq between p.first_seq and p.last_seq
        )
      $sql$, part.name);
    end if;
    execute format('drop table %I', part.name);
    return next part.name;
  end loop;
end $$;

create or replace view inv18 as
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
where first_seq <> coalesce(seq_before, 0) + 1
union all
-- Of what was let go of since pieces are kept, every quote that is named has its piece still.
select q.market_id, q.seq
from tape_quote q
join tape_retired r on r.tape = 'tape_piece' and r.keeps_named and r.market_id = q.market_id
  and q.seq between r.first_seq and r.last_seq
where not exists (
  select from tape_kept_piece k
  where k.market_id = q.market_id and q.seq between k.first_seq and k.last_seq
)
union all
select k.market_id, k.first_seq
from tape_kept_piece k
where not exists (
  select from tape_retired r where r.tape = 'tape_piece' and r.market_id = k.market_id
    and r.first_seq <= k.first_seq and r.last_seq >= k.last_seq
);
comment on view inv18 is 'the tape has positive prices, no gap, and time that does not go back';

create or replace view inv19 as
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
     || int4send(market_id) || int8send(first_seq) || int8send(last_seq) || packed)
union all
select market_id, first_seq from tape_kept_piece
where hash <> sha256('truetick.chain.v1'::bytea || '\x00'::bytea || prev_hash
  || int4send(market_id) || int8send(first_seq) || int8send(last_seq) || quotes);
comment on view inv19 is 'the chains of the tape verify, across what was dropped';

-- The statement that a member was sent for a New York day: once.
create table statement_mail (
  user_id bigint not null references app_user,
  cut_date integer not null,
  -- The checkpoint whose roots it carried; 0: there was none yet.
  checkpoint bigint not null,
  sent_at timestamptz not null,
  primary key (user_id, cut_date)
);
comment on table statement_mail is 'append-only: which statements were sent to whom';
create trigger append_only before update or delete or truncate on statement_mail
  for each statement execute function refuse_change();
alter table member_setting add column has_statement_mail boolean not null default true;
