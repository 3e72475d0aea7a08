-- The durable heart: the journal (every accepted command with its events, hash-chained) and what
-- is written beside it in the same commit: ledger, blotter, evidence, keys, tape. One writer per
-- shard writes all of it (src/trading/journal); nobody else writes here.
-- Rows that come by the ten thousand have no checks of their own: what they must fulfil is said by
-- the invariants, and names come from lists of the engine.
-- Units: money in millionths, prices in the market's points, lots in ten-thousandths.

create table journal (
  shard smallint not null,
  seq bigint not null,
  at_ms bigint not null,
  command bytea not null,
  events bytea not null,
  prev_hash bytea not null,
  hash bytea not null,
  primary key (shard, seq)
);
comment on table journal is 'append-only: what was asked and what happened, in order';

-- Double entry: two rows per movement. A trader's account by number or a house account by name.
create table ledger_posting (
  shard smallint not null,
  journal_seq bigint not null,
  position integer not null,
  movement_id bigint not null,
  book text not null,
  account_id bigint,
  house text,
  amount bigint not null,
  balance bigint not null,
  cause text not null,
  cause_id bigint not null,
  at_ms bigint not null,
  -- The last one of its house account in its commit: there its balance stood between commits.
  is_house_end boolean not null default false
);
create unique index ledger_posting_by_account
  on ledger_posting (account_id, journal_seq, position) where account_id is not null;
create unique index ledger_posting_house_end
  on ledger_posting (house, book, shard, journal_seq, position) where is_house_end;
comment on table ledger_posting is 'append-only: the ledger';

create table trading_account (
  account_id bigint primary key,
  shard smallint not null,
  owner_id bigint not null,
  book text not null check (book in ('real', 'demo')),
  opened_at_ms bigint not null,
  journal_seq bigint not null
);
create index trading_account_by_owner on trading_account (owner_id);
comment on table trading_account is 'append-only: who owns which account';

-- One row per order, as it stands. Live ones change; what has ended never does.
create table trade_order (
  order_id bigint primary key,
  shard smallint not null,
  account_id bigint not null,
  book text not null,
  market_id integer not null,
  -- pending, holding, closed or cancelled
  status text not null,
  side text not null,
  lots bigint not null,
  leverage integer not null,
  asked_price bigint not null,
  open_price bigint,
  close_price bigint,
  pending_kind text,
  stop_loss bigint,
  take_profit bigint,
  trailing_distance bigint,
  margin bigint not null,
  fee bigint not null,
  profit bigint,
  expires_at_ms bigint,
  placed_at_ms bigint not null,
  opened_at_ms bigint,
  ended_at_ms bigint,
  end_reason text,
  -- The order that this closed part was split from.
  part_of bigint,
  -- Newest number on the tape when the stops were last set: only later quotes fire them (T59).
  stops_seq bigint,
  -- The terms it was placed under; a fill names the terms it was filled under.
  terms_version integer not null,
  -- The row of the journal that changed it last; of an ended order, the one that ended it.
  journal_seq bigint not null
) with (fillfactor = 85);
-- What a commit changes of an order that was there before: null leaves a column as it is; for a
-- stop, a trailing distance or an expiry, 0 takes it off.
create type trade_order_change as (
  order_id bigint,
  status text,
  lots bigint,
  asked_price bigint,
  open_price bigint,
  close_price bigint,
  pending_kind text,
  stop_loss bigint,
  take_profit bigint,
  trailing_distance bigint,
  margin bigint,
  fee bigint,
  profit bigint,
  expires_at_ms bigint,
  opened_at_ms bigint,
  ended_at_ms bigint,
  end_reason text,
  stops_seq bigint,
  journal_seq bigint
);
create index trade_order_history
  on trade_order (account_id, journal_seq, order_id) where ended_at_ms is not null;
create index trade_order_live on trade_order (shard, order_id) where ended_at_ms is null;
comment on table trade_order is 'the blotter: written by the journal only';

-- The evidence of every opening and closing (H02).
create table fill (
  order_id bigint not null,
  -- open or close
  kind text not null,
  shard smallint not null,
  journal_seq bigint not null,
  at_ms bigint not null,
  account_id bigint not null,
  market_id integer not null,
  side text not null,
  lots bigint not null,
  tape_seq bigint not null,
  bid bigint not null,
  ask bigint not null,
  price bigint not null,
  rule text not null,
  level bigint,
  rules_version integer not null,
  terms_version integer not null,
  -- Frozen by an opening, set free by a closing.
  margin bigint not null,
  -- Of a closing; null on an opening.
  profit bigint,
  -- [{market, seq, bid, ask, inverse}], null when nothing was converted.
  quote_conversion jsonb,
  base_conversion jsonb,
  constraint fill_pkey primary key (order_id, kind)
);
comment on table fill is 'append-only: which row of the tape, which rule, under which terms';

-- The evidence of every stop-out (H12).
create table stop_out (
  shard smallint not null,
  journal_seq bigint not null,
  account_id bigint not null,
  book text not null,
  at_ms bigint not null,
  cash bigint not null,
  equity bigint not null,
  used bigint not null,
  level bigint not null,
  -- [{market, seq, bid, ask}]: every quote the equity was computed from.
  quotes jsonb not null,
  primary key (shard, journal_seq, account_id)
);
comment on table stop_out is 'append-only: what the account looked like when it was stopped out';

create table financing (
  order_id bigint not null,
  cut_date integer not null,
  shard smallint not null,
  journal_seq bigint not null,
  at_ms bigint not null,
  account_id bigint not null,
  market_id integer not null,
  lots bigint not null,
  days integer not null,
  annual_rate bigint not null,
  tape_seq bigint not null,
  bid bigint not null,
  ask bigint not null,
  quote_conversion jsonb,
  amount bigint not null,
  primary key (order_id, cut_date)
);
comment on table financing is 'append-only: one line per position and cut';

-- The answer to every keyed command, so that repeating it changes nothing (T01).
create table command_key (
  owner_id bigint not null,
  -- Of owner and key.
  key_hash uuid not null,
  payload_hash uuid not null,
  shard smallint not null,
  at_ms bigint not null,
  -- Null with a null refusal: accepted, and there was nothing to write.
  journal_seq bigint,
  refusal jsonb,
  constraint command_key_pkey primary key (key_hash)
);
comment on table command_key is 'append-only: which attempts were made and how they ended';

-- The public terms a fill names by version.
create table market_terms (
  market_id integer not null,
  version integer not null,
  shard smallint not null,
  journal_seq bigint not null,
  at_ms bigint not null,
  base_currency text,
  quote_currency text not null,
  price_precision integer not null,
  units_per_lot bigint not null,
  lots_min bigint not null,
  lots_max bigint not null,
  lot_step bigint not null,
  leverages jsonb not null,
  margin_mode text not null,
  fee_type text not null,
  fee_rate bigint not null,
  price_age_max_ms bigint not null,
  long_rate bigint not null,
  short_rate bigint not null,
  triple_day integer,
  primary key (shard, market_id, version)
);
comment on table market_terms is 'append-only: the terms of every market, version by version';

create table market_session_change (
  market_id integer not null,
  shard smallint not null,
  journal_seq bigint not null,
  at_ms bigint not null,
  session text not null,
  primary key (shard, market_id, journal_seq)
);
comment on table market_session_change is 'append-only: when each market opened and closed';

-- The tape, number by number without gaps: runs of quotes of one market, packed.
create table tape_piece (
  market_id integer not null,
  first_seq bigint not null,
  last_seq bigint not null,
  first_at_ms bigint not null,
  last_at_ms bigint not null,
  last_bid bigint not null,
  last_ask bigint not null,
  quotes bytea not null,
  prev_hash bytea not null,
  hash bytea not null,
  primary key (market_id, first_seq),
  check (last_seq >= first_seq)
);
comment on table tape_piece is 'append-only: the tape, packed';

-- The rows of the tape that a fill, a conversion, a financing or a stop-out names; for ever.
create table tape_quote (
  market_id integer not null,
  seq bigint not null,
  bid bigint not null,
  ask bigint not null,
  at_ms bigint not null,
  primary key (market_id, seq)
);
comment on table tape_quote is 'append-only: the quotes that something was filled at';

-- The state at some row of the journal, so that recovery need not fold everything. Derived.
create table state_snapshot (
  shard smallint not null,
  seq bigint not null,
  at_ms bigint not null,
  journal_hash bytea not null,
  state bytea not null,
  state_hash bytea not null,
  primary key (shard, seq)
);
comment on table state_snapshot is 'derived: from the journal; old ones are dropped';

-- Refuses to change what was written, whoever asks (T86, H07).
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op)
    using errcode = 'insufficient_privilege';
end $$;

create function refuse_ended_change() returns trigger language plpgsql as $$
begin
  raise exception 'order % has ended and does not change', old.order_id
    using errcode = 'insufficient_privilege';
end $$;

do $$
declare
  kept text;
begin
  foreach kept in array array[
    'journal', 'ledger_posting', 'trading_account', 'fill', 'stop_out', 'financing',
    'command_key', 'market_terms', 'market_session_change', 'tape_piece', 'tape_quote'
  ] loop
    execute format(
      'create trigger append_only before update or delete or truncate on %I
         for each statement execute function refuse_change()', kept);
  end loop;
end $$;

create trigger keeps_orders before delete or truncate on trade_order
  for each statement execute function refuse_change();
create trigger keeps_ended before update on trade_order
  for each row when (old.ended_at_ms is not null) execute function refuse_ended_change();
create trigger never_changed before update or truncate on state_snapshot
  for each statement execute function refuse_change();
