-- inv20: the stored bars are those of the tape. Both packings are read here once more, from their
-- bytes alone and in the database's own words, and the tape is folded anew: a fault of
-- src/trading/candles cannot hide itself. Costs nothing while no hour is stored.

-- Whole numbers as both packings have them. A number is one to eight bytes, the lowest seven bits
-- first; a byte of 128 or more says that another one follows. Its lowest bit is the sign: 2n stands
-- for n, 2n - 1 for -n. Where no whole number stands, the list ends with null.
create function packed_numbers(packed bytea) returns bigint[]
language plpgsql immutable strict as $$
declare
  numbers bigint[] := '{}';
  -- A copy: as the table keeps it, it would be unfolded as a whole for every byte.
  bytes bytea := packed || ''::bytea;
  byte integer;
  number bigint := 0;
  bits integer := 0;
begin
  for place in 0 .. length(bytes) - 1 loop
    byte := get_byte(bytes, place);
    number := number + ((byte & 127)::bigint << bits);
    bits := bits + 7;
    if byte < 128 then
      numbers := numbers || case number & 1 when 1 then -(number >> 1) - 1 else number >> 1 end;
      number := 0;
      bits := 0;
    end if;
    exit when bits = 56;
  end loop;
  return case bits when 0 then numbers else array_append(numbers, null) end;
end $$;

-- The quotes of a market up to the end of an hour. A piece of the tape has three numbers for each
-- quote: milliseconds since 1970, bid, ask less bid; each as the step from the quote before, for
-- the first of the piece from zero. Numbers at the end that make no quote are none: that a piece
-- was changed is for the chain to say (inv19). See src/trading/tape/quote-run.ts.
create function tape_quotes(of_market integer, to_hour integer)
returns table (seq bigint, at_ms bigint, bid bigint, ask bigint)
language plpgsql stable as $$
declare
  piece record;
  steps bigint[];
  spread bigint;
  -- Where quotes are made, numbers are exact up to this one.
  number_max constant bigint := 9007199254740991;
begin
  for piece in
    select p.first_seq, p.quotes from tape_piece p
    where p.market_id = of_market order by p.first_seq
  loop
    steps := array_remove(packed_numbers(piece.quotes), null);
    at_ms := 0;
    bid := 0;
    spread := 0;
    for nth in 1 .. cardinality(steps) / 3 loop
      at_ms := at_ms + steps[3 * nth - 2];
      bid := bid + steps[3 * nth - 1];
      spread := spread + steps[3 * nth];
      exit when greatest(abs(at_ms), abs(bid), abs(spread)) > number_max;
      if at_ms / 3600000 > to_hour then return; end if;
      seq := piece.first_seq + nth - 1;
      ask := bid + spread;
      return next;
    end loop;
  end loop;
end $$;

-- The minutes of a stored hour, a row for each: its place in the hour, its ticks, then open, high,
-- low and close of the bid, of the ask, and of bid plus ask. Packed are the same fourteen numbers,
-- but each price as the step from the one before of its own kind, through all of the hour; the very
-- first of a kind from zero. Null when they are not whole. See
-- src/trading/candles/pack-minutes.ts.
create function stored_minutes(packed bytea) returns bigint[]
language plpgsql immutable strict as $$
declare
  numbers bigint[] := packed_numbers(packed);
  minutes bigint[] := '{}';
  price_before bigint[] := '{0,0,0}';
  minute bigint[];
  kind integer;
  number_max constant bigint := 2 * 9007199254740991;
begin
  if cardinality(numbers) % 14 <> 0 or array_position(numbers, null) is not null then
    return null;
  end if;
  for nth in 0 .. cardinality(numbers) / 14 - 1 loop
    minute := numbers[14 * nth + 1 : 14 * nth + 14];
    for price in 3 .. 14 loop
      kind := (price + 1) / 4;
      minute[price] := minute[price] + price_before[kind];
      price_before[kind] := minute[price];
      if abs(minute[price]) > number_max then return null; end if;
    end loop;
    minutes := minutes || array[minute];
  end loop;
  return minutes;
end $$;

-- The hours of a market's tape up to one of them, as they are to be stored. A bar opens with the
-- first quote and closes with the last; arrays are compared by their first number, the quote's.
create function tape_hours(of_market integer, to_hour integer)
returns table (
  hour integer, last_seq bigint, minute_count bigint, prices bigint[], ticks numeric,
  minutes bigint[]
) language sql stable as $$
  with folded as (
    select at_ms / 60000 as minute, count(*) as ticks,
      min(array[seq, bid, ask, bid + ask]) as first, max(array[seq, bid, ask, bid + ask]) as last,
      max(bid) as bid_high, min(bid) as bid_low, max(ask) as ask_high, min(ask) as ask_low,
      max(bid + ask) as sum_high, min(bid + ask) as sum_low
    from tape_quotes(of_market, to_hour) group by 1
  )
  select (minute / 60)::integer, max(last[1]), count(*),
    array[
      (min(array[minute] || first))[3], max(bid_high), min(bid_low),
      (max(array[minute] || last))[3],
      (min(array[minute] || first))[4], max(ask_high), min(ask_low),
      (max(array[minute] || last))[4],
      (min(array[minute] || first))[5], max(sum_high), min(sum_low),
      (max(array[minute] || last))[5]
    ],
    sum(ticks),
    array_agg(array[
      minute % 60, ticks, first[2], bid_high, bid_low, last[2],
      first[3], ask_high, ask_low, last[3], first[4], sum_high, sum_low, last[4]
    ] order by minute)
  from folded group by 1
$$;

-- An hour that is stored and not on the tape, is otherwise on the tape, or is on the tape and was
-- passed over. Left out, since nobody can fold them any more: hours of which a quote was let go of
-- with its part of the tape. Hours after the last stored one are still to come. Bars of a generated
-- past are never stored.
create view inv20 as
with newest as (
  select market_id, max(hour) as hour from candle_hour group by market_id
), tape as (
  select n.market_id, t.*
  from newest n cross join lateral tape_hours(n.market_id, n.hour) t
)
select market_id, hour
from candle_hour s full join tape t using (market_id, hour)
where (s.last_seq, s.minute_count, s.prices, s.ticks, stored_minutes(s.minutes))
    is distinct from (t.last_seq, t.minute_count, t.prices, t.ticks, t.minutes)
  and not exists (
    select 1 from tape_retired r
    where r.tape = 'tape_piece' and r.market_id = coalesce(s.market_id, t.market_id)
      and r.last_at_ms >= coalesce(s.hour, t.hour)::bigint * 3600000
  );
comment on view inv20 is
  'stored bars are a fold of the tape, for as long as it is kept: not of days let go of';
