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
