-- The ledger in two parts: what an order caused (profit, fee, financing), and money that came or
-- went without being won or lost. A line stands in one index by account, that of its part, and not
-- in two, as flows did. Who reads the ledger reads both as one table and need not know; the
-- journal's writer fills each part by its name (src/trading/ledger).

-- How the views that read the ledger are defined, before its name passes on.
create temporary table ledger_reader on commit drop as
select distinct v.oid::regclass as name, pg_get_viewdef(v.oid) as definition
from pg_depend d
join pg_rewrite r on d.classid = 'pg_rewrite'::regclass and r.oid = d.objid
join pg_class v on v.oid = r.ev_class and v.relkind = 'v'
where d.refclassid = 'pg_class'::regclass and d.refobjid = 'ledger_posting'::regclass;

alter table ledger_posting rename to ledger_posting_before;
drop index ledger_posting_by_account, ledger_posting_house_end, ledger_posting_adjustments,
  ledger_posting_flows, ledger_posting_by_journal, ledger_posting_protection, ledger_posting_holds;

create table ledger_posting (
  shard smallint not null,
  journal_seq bigint not null,
  position integer not null,
  movement_id bigint not null,
  book text not null,
  account_id bigint,
  house text,
  amount bigint not null,
  balance bigint not null,
  cause text not null,
  cause_id bigint not null,
  at_ms bigint not null,
  -- The last one of its house account in its commit: there its balance stood between commits.
  is_house_end boolean not null default false
) partition by list (cause);
comment on table ledger_posting is 'append-only: the ledger';

create table ledger_posting_order partition of ledger_posting
  for values in ('profit', 'fee', 'financing');
comment on table ledger_posting_order is 'append-only: the ledger, what orders caused';
create table ledger_posting_flow partition of ledger_posting default;
comment on table ledger_posting_flow is 'append-only: the ledger, what came and went';

-- Whoever may read and write the ledger may at once: who writes meanwhile is let in by name.
do $$
declare
  held record;
begin
  for held in
    select pg_get_userbyid(a.grantee) as holder, a.privilege_type as may
    from pg_class c cross join aclexplode(c.relacl) a
    where c.oid = 'ledger_posting_before'::regclass and a.grantee not in (0, c.relowner)
  loop
    execute format(
      'grant %s on ledger_posting, ledger_posting_order, ledger_posting_flow to %I',
      held.may, held.holder);
  end loop;
end $$;

-- Before the lines are copied: who asks a view meanwhile waits for the view, and not we for him.
do $$
declare
  reader record;
begin
  for reader in select * from ledger_reader loop
    execute format('create or replace view %s as %s', reader.name, reader.definition);
  end loop;
end $$;
insert into ledger_posting
  select * from ledger_posting_before order by shard, journal_seq, position;

create unique index ledger_posting_order_account
  on ledger_posting_order (account_id, journal_seq, position) where account_id is not null;
create unique index ledger_posting_flow_account
  on ledger_posting_flow (account_id, journal_seq, position) where account_id is not null;
create unique index ledger_posting_order_house
  on ledger_posting_order (house, book, shard, journal_seq, position) where is_house_end;
create unique index ledger_posting_flow_house
  on ledger_posting_flow (house, book, shard, journal_seq, position) where is_house_end;
-- The months' sums are public and come from the ledger itself.
create index ledger_posting_flow_adjustments on ledger_posting_flow (at_ms)
  where cause = 'adjustment' and account_id is not null;
create index ledger_posting_flow_protection on ledger_posting_flow (at_ms)
  where cause = 'protection' and account_id is not null;
-- What is held for withdrawals is found without reading the ledger.
create index ledger_posting_flow_holds on ledger_posting_flow (cause_id, journal_seq)
  where house = 'withdrawals' or (cause = 'withdrawal-hold' and account_id is not null);
create index ledger_posting_order_journal on ledger_posting_order
  using brin (journal_seq) with (pages_per_range = 32, autosummarize = on);
create index ledger_posting_flow_journal on ledger_posting_flow
  using brin (journal_seq) with (pages_per_range = 32, autosummarize = on);

-- A statement that names a part does not meet the triggers of the whole.
do $$
declare
  kept text;
begin
  foreach kept in array array['ledger_posting', 'ledger_posting_order', 'ledger_posting_flow'] loop
    execute format(
      'create trigger append_only before update or delete or truncate on %I
         for each statement execute function refuse_change()', kept);
  end loop;
end $$;

drop table ledger_posting_before;

create or replace function summarize_books() returns void
language sql security definer set search_path = public, pg_temp as $$
  select brin_summarize_new_values('ledger_posting_order_journal');
  select brin_summarize_new_values('ledger_posting_flow_journal');
  select brin_summarize_new_values('fill_by_journal');
  select brin_summarize_new_values('financing_by_journal');
  select brin_summarize_new_values('day_equity_by_journal');
$$;
