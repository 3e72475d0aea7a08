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
