-- No new risk (F30): a market that people can only leave. One row when it begins and one when it is
-- lifted: who said so, when and why. The newest row of a market holds, beside its halts and apart
-- from them; the engine is told after the row is stored.
create table market_closing_only (
  id bigint generated always as identity primary key,
  market_id integer not null references market,
  is_closing_only boolean not null,
  reason text not null check (length(reason) between 1 and 500),
  ordered_by text not null check (length(ordered_by) between 1 and 200),
  at timestamptz not null default clock_timestamp()
);
create index market_closing_only_newest on market_closing_only (market_id, id desc);
comment on table market_closing_only is 'append-only: which markets were for closing only, and why';
create trigger append_only before update or delete or truncate on market_closing_only
  for each statement execute function refuse_change();

-- A market for closing only fills what closes, and nothing that opens.
create or replace view inv11 as
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
   or not coalesce((
     select s.session = 'open' or (s.session = 'closing-only' and f.kind = 'close')
     from market_session_change s
     where s.shard = f.shard and s.market_id = f.market_id and s.journal_seq < f.journal_seq
     order by s.journal_seq desc limit 1
   ), false);
