-- The brake: from now on every market is for closing only, with a reason that everybody reads. For
-- the day on which two people cannot be waited for; it stands in the record with who ordered it.
-- Run with psql (-v reason=… -v ordered_by=…): see docs/runbook.md; every engine takes it up within
-- seconds. It is lifted at the desk, by two people.
insert into market_closing_only (market_id, is_closing_only, reason, ordered_by)
select m.id, true, :'reason', :'ordered_by'
from market m
where not coalesce(
  (select c.is_closing_only from market_closing_only c
   where c.market_id = m.id order by c.id desc limit 1), false
);
