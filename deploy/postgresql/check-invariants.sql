-- Asks every invariant of the record (the views inv01, inv02, …, which must be empty) and fails
-- with the names of those that are broken. Run with psql by an operator: see docs/runbook.md.
do $$
declare
  asked record;
  broken text[] := '{}';
  is_broken boolean;
  views integer := 0;
begin
  for asked in select viewname from pg_views where viewname ~ '^inv[0-9][0-9]$' order by 1 loop
    views := views + 1;
    execute format('select exists (select from %I)', asked.viewname) into is_broken;
    if is_broken then
      broken := broken || asked.viewname::text;
    end if;
  end loop;
  if views = 0 then
    raise exception 'this is no database of Truetick: it has no invariants';
  end if;
  if cardinality(broken) > 0 then
    raise exception 'broken invariants: %', array_to_string(broken, ', ');
  end if;
  raise notice '% invariants hold', views;
end
$$;
