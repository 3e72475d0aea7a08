-- What the public page of figures needs beside the books: what the newest quote was when an order
-- arrived and how long its answer took, and indexes by time that cost a commit next to nothing.

-- One line per request to open or to close, written in batches after it was answered. It takes
-- part in no decision: a line that is missing changes no order, and what could not be written is
-- counted.
create table order_arrival (
  number bigint generated always as identity primary key,
  kind text not null check (kind in ('open', 'close')),
  book text not null check (book in ('real', 'demo')),
  arrived_at_ms bigint not null,
  -- From the arrival to the answer, by a clock that does not jump.
  took_us bigint not null check (took_us >= 0),
  -- Empty: it was done; else the reason why not.
  refused text not null check (refused ~ '^[A-Z0-9_]{0,60}$'),
  -- The order that was opened, or the part that was closed; null where it was refused.
  order_id bigint,
  -- The newest quote when it arrived; null where its market had none.
  market_id integer,
  tape_seq bigint,
  bid bigint,
  ask bigint,
  check ((refused = '') = (order_id is not null)),
  check (num_nonnulls(tape_seq, bid, ask) in (0, 3)),
  check (tape_seq is null or market_id is not null)
);
comment on table order_arrival is 'append-only: when orders came in and at which quote';
create index order_arrival_by_time on order_arrival using brin (arrived_at_ms);

-- How many requests had no room in memory before they could be written, each time some had none.
create table order_arrival_lost (
  number bigint generated always as identity primary key,
  at_ms bigint not null,
  count bigint not null check (count > 0)
);
comment on table order_arrival_lost is 'append-only: arrivals that were not written down';

create trigger append_only before update or delete or truncate on order_arrival
  for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on order_arrival_lost
  for each statement execute function refuse_change();

-- Found by time; fills have such an index already (0024).
create index ledger_posting_protection on ledger_posting (at_ms)
  where cause = 'protection' and account_id is not null;
create index identity_view_by_time on identity_view (at);

-- A moment for people and spreadsheets: "2026-11-15 09:30:00.125", UTC.
create function utc_text(moment_ms bigint) returns text language sql immutable as $$
  select to_char(to_timestamp(moment_ms / 1000.0) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS')
$$;
create function utc_text(moment timestamptz) returns text language sql immutable as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS')
$$;
