-- The fence of every commit of a shard's writer, as before (0039), and the row that its rows
-- follow: the writer sends a commit before the one before is answered, and when that one was not
-- stored, this one is not either.
create function hold_pen(wanted text, held_epoch bigint, of_shard smallint, follows bytea)
returns void language plpgsql as $$
declare
  newest bytea;
begin
  perform hold_pen(wanted, held_epoch);
  select hash into newest from journal where shard = of_shard order by seq desc limit 1;
  -- Before the first row there is a link of zeros.
  if coalesce(newest, decode(repeat('00', 32), 'hex')) <> follows then
    raise exception 'the journal of shard % does not end there', of_shard using errcode = 'TT002';
  end if;
end $$;
