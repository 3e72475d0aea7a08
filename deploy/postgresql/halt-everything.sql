-- The brake: every market is halted at once, with a reason that everybody reads. For the day on
-- which two people cannot be waited for; it stands in the record with who ordered it. Run with psql
-- (-v reason=… -v ordered_by=…), then start the engines anew: see docs/runbook.md. Markets are let
-- go one by one at the desk, by two people.
insert into market_halt (market_id, is_halted, reason, ordered_by)
select m.id, true, :'reason', :'ordered_by'
from market m
where not coalesce(
  (select h.is_halted from market_halt h where h.market_id = m.id order by h.id desc limit 1), false
);
