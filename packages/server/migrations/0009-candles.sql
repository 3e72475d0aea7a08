-- Bars of the tape, hour by hour, so that charts need not read the tape itself. Derived: written by
-- src/trading/candles from quotes that are stored, and from nothing else; dropped and written anew
-- they are the same for as long as the tape is kept.
create table candle_hour (
  market_id integer not null,
  -- Hours since 1970-01-01 UTC.
  hour integer not null,
  -- The last quote in it: the next hour is folded from the number after.
  last_seq bigint not null,
  -- How many of its minutes have a quote.
  minute_count smallint not null check (minute_count between 1 and 60),
  -- Open, high, low and close of bid, ask and bid plus ask, in points; and the number of ticks.
  prices bigint[] not null check (cardinality(prices) = 12),
  ticks integer not null check (ticks > 0),
  -- The same of each minute, packed; see src/trading/candles/pack-minutes.ts.
  minutes bytea not null,
  primary key (market_id, hour)
);
comment on table candle_hour is 'derived: from the tape';
