-- Shards that do not write the tape name quotes of it which may not be stored yet, and bring them
-- along (tape_quote). Such a commit shows under which writer of the tape it heard them: once the
-- next writer has claimed shard 0, it reads what was brought, and nothing of the last one comes
-- after. A claim changes the key of the row, so it waits for commits that hold it here, and they
-- for it.

create function hold_tape(heard_epoch bigint) returns void
language plpgsql as $$
begin
  perform from lease where name = 'shard/0' and epoch = heard_epoch for key share;
  if not found then
    raise exception 'the tape has another writer than that of epoch %', heard_epoch
      using errcode = 'TT002';
  end if;
end $$;
