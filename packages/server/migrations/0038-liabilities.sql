-- What we owe and what covers it (H16): daily trees over the balances of real people, with what is
-- needed to show everybody their own leaf; and the reserves that two people declared.
-- Units: money in millionths of a USD. Nothing here tells who is who: leaves name people by salted
-- hashes, and the salts are derived from a key that the database does not have.

-- As the ledger stood before a moment: after this row of the journal and before the next.
create table liability_tree (
  as_of_ms bigint primary key check (as_of_ms > 0 and as_of_ms % 1000 = 0),
  shard smallint not null,
  journal_seq bigint not null check (journal_seq >= 0),
  root bytea not null check (octet_length(root) = 32),
  sum numeric(39, 0) not null check (sum >= 0),
  -- A power of two: with those that stand for nobody, so that nobody can count the people.
  leaves bigint not null check (leaves > 0 and leaves & (leaves - 1) = 0),
  -- The line of the audit log that says all this, by which signed checkpoints cover it.
  audit_seq bigint not null unique,
  published_at timestamptz not null
);
comment on table liability_tree is 'append-only: what was owed at each cut';

-- 48 bytes each, in the tree's order: at level 0 commitment and amount of a leaf, above it hash and
-- sum of what a full chunk of the level below comes to.
create table liability_chunk (
  as_of_ms bigint not null,
  level smallint not null check (level >= 0),
  chunk integer not null check (chunk >= 0),
  -- Of level 0: its first commitment. Leaves are in the order of these, so a leaf is found by it.
  first_key bytea not null check (octet_length(first_key) in (0, 32)),
  nodes bytea not null check (octet_length(nodes) % 48 = 0),
  primary key (as_of_ms, level, chunk)
);
create index liability_chunk_by_key on liability_chunk (as_of_ms, first_key) where level = 0;
-- It does not get smaller by being packed, and trying takes time.
alter table liability_chunk alter column nodes set storage external;
comment on table liability_chunk is 'append-only: the leaves of each tree, and what is above them';

-- What the house says it holds, place by place: the newest of a place counts. The number is that of
-- the proposal two people agreed on.
create table reserve_declaration (
  id bigint primary key references proposal (id),
  place text not null check (length(place) between 1 and 120),
  currency text not null check (currency ~ '^[A-Z0-9]{2,12}$'),
  amount numeric(30, 8) not null check (amount >= 0),
  usd bigint not null check (usd >= 0),
  as_of timestamptz not null,
  -- SHA-256 of the statement it was read from; null where none was named.
  document_hash bytea check (octet_length(document_hash) = 32),
  proposed_by bigint not null,
  approved_by bigint not null,
  declared_at timestamptz not null,
  check (proposed_by <> approved_by),
  check (currency <> 'USD' or amount * 1000000 = usd)
);
create index reserve_declaration_newest on reserve_declaration (place, id desc);
comment on table reserve_declaration is 'append-only: what the house says it holds, and where';

do $$
declare
  kept text;
begin
  foreach kept in array array['liability_tree', 'liability_chunk', 'reserve_declaration'] loop
    execute format(
      'create trigger append_only before update or delete or truncate on %I
         for each statement execute function refuse_change()', kept);
  end loop;
end $$;

-- What is held for withdrawals is found without reading the ledger.
create index ledger_posting_holds on ledger_posting (cause_id, journal_seq)
  where house = 'withdrawals' or (cause = 'withdrawal-hold' and account_id is not null);

-- Money leaves the house as the payout of a hold and in no other way: there is no path on which
-- house funds could be taken below what is owed (H16).
create view inv47 as
select shard, movement_id, cause from ledger_posting
where house = 'clearing' and book = 'real' and not case cause
  when 'deposit' then amount < 0
  when 'withdrawal-payout' then amount > 0
  else false
end;
comment on view inv47 is 'money comes in as deposits and leaves as payouts of holds, and not else';

-- Computed a second time, by amounts instead of running balances; of the newest tree alone.
create view inv48 as
select t.as_of_ms, t.sum, owed.cash + owed.held as owed
from (select * from liability_tree order by as_of_ms desc limit 1) t
cross join lateral (
  select (
    select coalesce(sum(greatest(balance, 0)), 0) from (
      select sum(amount) as balance from ledger_posting
      where book = 'real' and account_id is not null and journal_seq <= t.journal_seq
      group by account_id
    ) account
  ) as cash, (
    select coalesce(sum(amount), 0) from ledger_posting
    where book = 'real' and house = 'withdrawals' and journal_seq <= t.journal_seq
  ) as held
) owed
where t.sum <> owed.cash + owed.held
   or not exists (
     select from audit_log a where a.seq = t.audit_seq and a.action = 'liabilities.publish'
       and a.body::jsonb -> 'detail' ->> 'root' = encode(t.root, 'hex')
       and a.body::jsonb -> 'detail' ->> 'sum' = t.sum::text
   );
comment on view inv48 is 'the published sum is what the ledger says, and the audit log says it too';
