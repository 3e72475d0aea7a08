-- What must hold between the books, the approvals and the audit log, once all of them are there.
-- An account that a person owns is meant: the engine alone, as simulations run it, knows no people.

-- Booked by hand without two people who agreed on just that.
create view unapproved_adjustment as
select 'adjustment'::text as object_kind, p.cause_id as object_id
from ledger_posting p
join user_account owned on owned.id = p.account_id
left join proposal agreed on agreed.id = p.cause_id and agreed.kind = 'adjustment'
  and agreed.status in ('approved', 'applied')
where p.cause = 'adjustment' and p.book = 'real' and (
  select count(distinct a.staff_id) from approval a
  where a.object_kind = 'proposal' and a.object_id = agreed.id
    and a.object_hash = decode(proposal_hash(agreed), 'hex')
) < 2;

create or replace view inv26 as
select object_kind, object_id from unapproved_deposit
union all
select object_kind, object_id from unapproved_withdrawal
union all
select object_kind, object_id from unapproved_adjustment;

create function was_noted(of_kind text, of_id bigint, of_actions text[]) returns boolean
language sql stable as $$
  select exists (
    select from audit_log where subject_kind = of_kind and subject_id = of_id::text
      and actor_kind = 'staff' and action = any (of_actions))
$$;

create view inv33 as
select 'adjustment'::text as object_kind, p.cause_id as object_id
from ledger_posting p join user_account owned on owned.id = p.account_id
where p.cause = 'adjustment' and p.book = 'real'
  and not was_noted('proposal', p.cause_id, array['proposal.approve'])
union all
select 'deposit', d.id
from deposit d join ledger_posting p on p.account_id = d.account_id
  and p.cause = 'deposit' and p.cause_id = d.id
where d.kind <> 'card' and not was_noted('deposit', d.id, array['deposit.approve'])
union all
select 'withdrawal', w.id
from withdrawal w join ledger_posting p on p.house = 'withdrawals' and p.cause_id = w.id
where (p.cause = 'withdrawal-payout'
    and not was_noted('withdrawal', w.id, array['withdrawal.approve']))
   or (p.cause = 'withdrawal-release' and w.status = 'rejected'
    and not was_noted('withdrawal', w.id, array['withdrawal.reject']));
comment on view inv33 is 'money that staff moved was written down with who moved it';
