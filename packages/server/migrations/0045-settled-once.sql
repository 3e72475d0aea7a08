-- As in 0005-invariants.sql, in one pass over orders and postings instead of a look for each order:
-- a busy account made that grow with the square of its orders.
create or replace view inv16 as
select order_id, sum(times) as times, sum(amount) as amount
from (
  select o.order_id, o.account_id, o.status = 'closed' as is_closed, f.profit,
    0 as times, null::bigint as amount
  from trade_order o
  left join fill f on f.order_id = o.order_id and f.kind = 'close'
  union all
  select cause_id, account_id, null, null, 1, amount
  from ledger_posting where cause = 'profit'
) step
group by order_id, account_id
having case bool_or(is_closed)
  when true then sum(times) <> 1 or sum(amount) is distinct from max(profit)
  when false then sum(times) <> 0 end;
