-- When markets are open beyond their weekly hours and the holidays that are rules
-- (src/trading/sessions): single days, and markets that were halted by hand.

-- As the engine has it: such markets have no cut on Saturday and Sunday.
alter table market drop constraint market_triple_day_check;
alter table market add constraint market_triple_day_check check (triple_day between 1 and 5);

-- A single day of a calendar, in its own time zone, that is unlike its weekday: holidays that
-- follow the moon, days of mourning, an exchange's own notice.
create table session_exception (
  calendar text not null check (calendar ~ '^[a-z][a-z-]{1,30}$'),
  local_date date not null,
  -- Minutes of the local day at which it opens and closes, in turn; none: closed all day.
  hours integer[] not null default '{}' check (
    cardinality(hours) % 2 = 0 and 0 <= all (hours) and 1440 >= all (hours)
  ),
  reason text not null check (length(reason) between 1 and 200),
  primary key (calendar, local_date)
);

-- A market halted by hand, and let go again: who said so, when and why. The newest row of a market
-- holds; the engine is told after the row is stored.
create table market_halt (
  id bigint generated always as identity primary key,
  market_id integer not null references market,
  is_halted boolean not null,
  reason text not null check (length(reason) between 1 and 500),
  ordered_by text not null check (length(ordered_by) between 1 and 200),
  at timestamptz not null default clock_timestamp()
);
create index market_halt_newest on market_halt (market_id, id desc);
comment on table market_halt is 'append-only: which markets were halted by hand, and why';
create trigger append_only before update or delete or truncate on market_halt
  for each statement execute function refuse_change();
