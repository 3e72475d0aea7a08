-- Every market is halted at once, closing too, with a reason that everybody reads: for the day on
-- which prices cannot be believed. Where they can, no-new-risk.sql lets people leave. It stands
-- in the record with who ordered it. Run with psql (-v reason=… -v ordered_by=…): see
-- docs/runbook.md; every engine takes it up within seconds. Markets are let go one by one at the
-- desk, by two people.
insert into market_halt (market_id, is_halted, reason, ordered_by)
select m.id, true, :'reason', :'ordered_by'
from market m
where not coalesce(
  (select h.is_halted from market_halt h where h.market_id = m.id order by h.id desc limit 1), false
);
