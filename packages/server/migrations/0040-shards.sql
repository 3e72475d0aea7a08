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
