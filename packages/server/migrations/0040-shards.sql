-- Several journals in one database: what spoke of rows by their number alone names the shard too.
-- Rows of different shards have no order among each other; nothing here makes one up.

-- A follow hears of its leader from one shard, and of its owner's limits from another.
alter table copy_plan add column shard smallint not null default 0;
alter table copy_plan alter column shard drop default;
alter table copy_plan drop constraint copy_plan_follow_id_journal_seq_place_key;
alter table copy_plan add unique (follow_id, shard, journal_seq, place);
drop trigger keeps_plan on copy_plan;
create trigger keeps_plan before update on copy_plan
  for each row when (
    old.status in ('done', 'skipped')
    or (new.follow_id, new.shard, new.journal_seq, new.place, new.at_ms, new.kind,
        new.leader_order, new.leader_lots, new.market_id, new.side, new.wanted_lots, new.lots,
        new.details)
      is distinct from
       (old.follow_id, old.shard, old.journal_seq, old.place, old.at_ms, old.kind,
        old.leader_order, old.leader_lots, old.market_id, old.side, old.wanted_lots, old.lots,
        old.details)
  ) execute function refuse_plan_change();

-- On one shard a copy stands after its leader in the journal; on two, where it stands on the tape
-- tells, and that holds for all of them.
create or replace view inv39 as
select p.follow_id, p.order_id
from copy_plan p
join follow w on w.id = p.follow_id
left join fill copied on copied.order_id = p.order_id and copied.kind = 'open'
left join fill led on led.order_id = p.leader_order and led.kind = 'open'
where p.kind = 'open' and p.order_id is not null and not coalesce(
  copied.tape_seq >= led.tape_seq
  and (copied.shard <> led.shard or copied.journal_seq > led.journal_seq)
  and p.shard = led.shard
  and (copied.market_id, copied.side) = (led.market_id, led.side)
  and copied.account_id = w.account_id
  and led.account_id = w.leader_account_id
  and copied.lots = p.lots
  and led.journal_seq > w.started_seq, false);
comment on view inv39 is 'a copied fill is never earlier than its leader''s, same side and market';

-- Money does not move between shards: each is whole, and so is all of them.
create or replace view inv02 as
select book, sum(amount) as sum, shard from ledger_posting
group by grouping sets ((book), (book, shard)) having sum(amount) <> 0;
comment on view inv02 is 'all postings of a book sum to zero, also those of no journal row';

-- Transfers between one person's accounts stay on one shard, because the accounts do.
create view inv49 as
select owner_id from trading_account group by owner_id having count(distinct shard) > 1;
comment on view inv49 is 'all accounts of one owner live on one shard';

-- Of each shard's journal, which rows concern an account.
alter table proof_account_row add column shard smallint not null default 0;
alter table proof_account_row alter column shard drop default;
alter table proof_account_row drop constraint proof_account_row_pkey;
alter table proof_account_row add primary key (shard, bucket, first_seq);

-- Between shards a higher number may be committed before a lower one: each is taken by itself.
create index refusal_by_shard on refusal (shard, number);

-- Every journal has its log, and every checkpoint names them all.
alter table proof_checkpoint drop constraint proof_checkpoint_body_check;
alter table proof_checkpoint add check (octet_length(body) <= 65536);

-- What is owed is counted over all shards as of one moment: up to these rows of their journals.
create table liability_cut (
  as_of_ms bigint not null references liability_tree (as_of_ms) deferrable initially deferred,
  shard smallint not null,
  journal_seq bigint not null check (journal_seq >= 0),
  primary key (as_of_ms, shard)
);
comment on table liability_cut is 'append-only: up to which rows each tree counts';
insert into liability_cut (as_of_ms, shard, journal_seq)
  select as_of_ms, shard, journal_seq from liability_tree;
create trigger append_only before update or delete or truncate on liability_cut
  for each statement execute function refuse_change();

create or replace view inv48 as
select t.as_of_ms, t.sum, owed.cash + owed.held as owed
from (select * from liability_tree order by as_of_ms desc limit 1) t
cross join lateral (
  select (
    select coalesce(sum(greatest(balance, 0)), 0) from (
      select sum(p.amount) as balance
      from ledger_posting p join liability_cut c on c.as_of_ms = t.as_of_ms and c.shard = p.shard
      where p.book = 'real' and p.account_id is not null and p.journal_seq <= c.journal_seq
      group by p.account_id
    ) account
  ) as cash, (
    select coalesce(sum(p.amount), 0)
    from ledger_posting p join liability_cut c on c.as_of_ms = t.as_of_ms and c.shard = p.shard
    where p.book = 'real' and p.house = 'withdrawals' and p.journal_seq <= c.journal_seq
  ) as held
) owed
where t.sum <> owed.cash + owed.held
   or not exists (
     select from liability_cut c
     where (c.as_of_ms, c.shard, c.journal_seq) = (t.as_of_ms, t.shard, t.journal_seq)
   )
   or not exists (
     select from audit_log a where a.seq = t.audit_seq and a.action = 'liabilities.publish'
       and a.body::jsonb -> 'detail' ->> 'root' = encode(t.root, 'hex')
       and a.body::jsonb -> 'detail' ->> 'sum' = t.sum::text
   );
comment on view inv48 is 'the published sum is what the ledger says, and the audit log says it too';

-- A shard that does not keep the tape stores the quotes it names, and those before them, a moment
-- before the tape does: then they are the next numbers after the tape's end, without a gap.
create function is_about_to_be_stored(of_market integer, number bigint) returns boolean
language sql stable as $$
  select exists (select from journal where shard > 0)
    and number > ended.seq
    and number - ended.seq = (
      select count(*) from tape_quote q
      where q.market_id = of_market and q.seq > ended.seq and q.seq <= number)
  from (
    select greatest(0, (
      select max(p.last_seq) from tape_piece p where p.market_id = of_market
    ), (
      select max(r.last_seq) from tape_retired r
      where r.tape = 'tape_piece' and r.market_id = of_market
    )) as seq
  ) ended
$$;

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
     union all
     select 1 where is_about_to_be_stored(quote.market_id, quote.seq)
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
