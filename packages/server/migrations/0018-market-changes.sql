-- Terms of markets changed in the open, with notice.

-- A paid withdrawal leaves in up to two movements since its fee stays with the house.
create or replace view inv08 as
select shard, book, cause_id from ledger_posting
where house = 'withdrawals'
group by shard, book, cause_id
having count(*) filter (where cause = 'withdrawal-hold') <> 1
    or count(*) filter (where cause = 'withdrawal-release') > 1
    or count(*) filter (where cause = 'withdrawal-payout') > 1
    or count(*) filter (where cause = 'withdrawal-fee') > 1
    or (bool_or(cause = 'withdrawal-release')
      and bool_or(cause in ('withdrawal-payout', 'withdrawal-fee')))
    or bool_or(cause not in
      ('withdrawal-hold', 'withdrawal-release', 'withdrawal-payout', 'withdrawal-fee'))
    or (count(*) > 1 and sum(amount) <> 0);
comment on view inv08 is 'a hold ends at most once, and exactly';

-- The desk looks for them. Few at any time, among many positions; more indexes would cost every
-- order something.
create index trade_order_pending on trade_order (order_id) where status = 'pending';
-- Without it, a platform where hardly anybody cancels would be looked through to its first order.
create index trade_order_cancelled on trade_order (order_id) where status = 'cancelled';

-- What stood before a public change: when it was announced, and when it was made. Without it, the
-- public list of changes could not say what a value was (H20, T63).
create table proposal_before (
  proposal_id bigint not null references proposal (id),
  moment text not null check (moment in ('announced', 'applied')),
  -- Canonical JSON, as its kind describes what stands where the payload would stand.
  value text not null check (length(value) between 2 and 60000),
  at timestamptz not null default clock_timestamp(),
  primary key (proposal_id, moment)
);
comment on table proposal_before is 'append-only: what public changes replaced';
create trigger append_only before update or delete or truncate on proposal_before
  for each statement execute function refuse_change();
