-- A third part of the ledger: what nobody asked for himself, corrections by the house
-- (adjustments) and what it pays for a negative balance (protection). Both are read by time, for
-- the public figures, and had an index each for it among all flows: every deposit was held against
-- their conditions, and an adjustment stood in a second B-tree. In a part of their own they are
-- found by it, and by the times of its blocks.

-- Whoever reads goes on; whoever writes waits.
lock table ledger_posting in exclusive mode;

create table ledger_posting_correction (like ledger_posting including defaults);
comment on table ledger_posting_correction
  is 'append-only: the ledger, what the house corrected or paid for';

insert into ledger_posting_correction
  select * from ledger_posting_flow where cause in ('adjustment', 'protection')
  order by shard, journal_seq, position;
-- They are in their part now: nothing is lost, which is checked before anything is believed.
alter table ledger_posting_flow disable trigger append_only;
do $$
declare
  taken bigint;
begin
  delete from ledger_posting_flow where cause in ('adjustment', 'protection');
  get diagnostics taken = row_count;
  if taken <> (select count(*) from ledger_posting_correction) then
    raise exception 'lines of the ledger were lost on their way to their part';
  end if;
end $$;
alter table ledger_posting_flow enable trigger append_only;
alter table ledger_posting
  attach partition ledger_posting_correction for values in ('adjustment', 'protection');

-- Whoever may read and write the ledger may at once: who writes meanwhile is let in by name.
do $$
declare
  held record;
begin
  for held in
    select pg_get_userbyid(a.grantee) as holder, a.privilege_type as may
    from pg_class c cross join aclexplode(c.relacl) a
    where c.oid = 'ledger_posting'::regclass and a.grantee not in (0, c.relowner)
  loop
    execute format('grant %s on ledger_posting_correction to %I', held.may, held.holder);
  end loop;
end $$;

drop index ledger_posting_flow_adjustments, ledger_posting_flow_protection;
create unique index ledger_posting_correction_account
  on ledger_posting_correction (account_id, journal_seq, position) where account_id is not null;
create unique index ledger_posting_correction_house
  on ledger_posting_correction (house, book, shard, journal_seq, position) where is_house_end;
create index ledger_posting_correction_journal on ledger_posting_correction
  using brin (journal_seq, at_ms) with (pages_per_range = 32, autosummarize = on);

create trigger append_only before update or delete or truncate on ledger_posting_correction
  for each statement execute function refuse_change();

create or replace function summarize_books() returns void
language sql security definer set search_path = public, pg_temp as $$
  select brin_summarize_new_values('ledger_posting_order_journal');
  select brin_summarize_new_values('ledger_posting_flow_journal');
  select brin_summarize_new_values('ledger_posting_correction_journal');
  select brin_summarize_new_values('fill_by_journal');
  select brin_summarize_new_values('financing_by_journal');
  select brin_summarize_new_values('day_equity_by_journal');
$$;
