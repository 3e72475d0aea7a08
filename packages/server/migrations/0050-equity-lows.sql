-- How low the equity of a listed account was seen between two New York cuts, so that a fall which
-- was won back by the end of the day does not disappear (H18). A fact of the same kind as
-- day_equity, not a result: the figures are still computed, from this and the rest.
create table equity_low (
  account_id bigint not null,
  -- It was seen after this row of the journal of its shard, and before any other that paid
  -- something in or out or started a day.
  journal_seq bigint not null,
  shard smallint not null,
  equity bigint not null,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (account_id, journal_seq, equity)
);
comment on table equity_low is 'append-only: how low the equity of listed accounts was seen';
create index equity_low_seen on equity_low (seen_at);

create trigger append_only before update or delete or truncate on equity_low
  for each statement execute function refuse_change();
