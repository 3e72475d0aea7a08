-- Who may do what only one process may do at a time: write a shard ('shard/0' …), speak as the
-- feed ('feed'), run the jobs ('jobs'). Time is the database's. Every claim raises the epoch; a
-- commit of a shard's writer begins by showing its epoch (hold_pen), so that nobody who was
-- overtaken, paused or cut off can write another row (F09).

create table lease (
  name text primary key,
  -- Raised by every claim, never lowered.
  epoch bigint not null default 0,
  -- Which process, for people; null when it is free.
  owner text,
  -- The connection over which it is renewed: once that is gone, so is its owner.
  backend_pid integer,
  backend_start timestamptz,
  -- The one connection that may commit under it; null until its owner has opened one.
  writer_pid integer,
  writer_start timestamptz,
  expires_at timestamptz not null default '-infinity',
  -- Makes epoch and writer a key: a change of them waits for commits that hold the pen
  -- (for key share), while a renewal does not, and they do not wait for it.
  unique (name, epoch, writer_pid)
);
comment on table lease is 'who owns which shard, the feed and the jobs, and since which epoch';

-- Not hashed: it says who wrote the row, not what happened.
alter table journal add column epoch bigint not null default 0;
comment on column journal.epoch is 'of the lease under which the row was written';

-- These see other connections and end them, which the application's role may not by itself.

-- Whether that very connection is still there. One that is there but not to be seen counts.
create function is_connected(wanted_pid integer, wanted_start timestamptz) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from pg_stat_activity a
    where a.pid = wanted_pid and coalesce(a.backend_start = wanted_start, true)
  )
$$;

create function end_connection(wanted_pid integer, wanted_start timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  select pg_terminate_backend(a.pid) from pg_stat_activity a
  where a.pid = wanted_pid and a.backend_start = wanted_start
    and a.pid <> pg_backend_pid() and a.datname = current_database()
$$;
revoke execute on function end_connection from public;

create function own_start() returns timestamptz
language sql stable security definer set search_path = public, pg_temp as $$
  select backend_start from pg_stat_activity where pid = pg_backend_pid()
$$;

-- The new epoch, where the lease is free, has expired, or its owner's connection is gone.
-- Otherwise null.
create function claim_lease(wanted text, claimant text, lasts_ms integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  held lease;
  claimed bigint;
begin
  select * into held from lease where name = wanted;
  if not found then
    insert into lease (name) values (wanted) on conflict do nothing;
    select * into held from lease where name = wanted;
  end if;
  -- Further away than it ever was set, the clock has gone back since: nobody waits for that hour.
  if held.owner is not null and is_connected(held.backend_pid, held.backend_start)
    and held.expires_at > clock_timestamp()
    and held.expires_at <= clock_timestamp() + lasts_ms * interval '1 millisecond' then
    return null;
  end if;
  -- An owner that is paused in the middle of a commit would keep the row, and us, for ever.
  perform end_connection(held.backend_pid, held.backend_start);
  perform end_connection(held.writer_pid, held.writer_start);
  update lease set
    epoch = epoch + 1, owner = claimant, backend_pid = pg_backend_pid(),
    backend_start = own_start(), writer_pid = null, writer_start = null,
    expires_at = clock_timestamp() + lasts_ms * interval '1 millisecond'
  -- Unless somebody claimed or renewed it meanwhile.
  where name = wanted and epoch = held.epoch and expires_at = held.expires_at
  returning epoch into claimed;
  return claimed;
end $$;

-- Renews what is still ours, over whichever connection we have now; answers which that is.
create function renew_leases(names text[], epochs bigint[], lasts_ms integer) returns setof text
language sql security definer set search_path = public, pg_temp as $$
  update lease l set
    backend_pid = pg_backend_pid(), backend_start = own_start(),
    expires_at = clock_timestamp() + lasts_ms * interval '1 millisecond'
  from unnest(names, epochs) as h (name, epoch)
  where l.name = h.name and l.epoch = h.epoch and l.owner is not null
  returning l.name
$$;

-- From here on only this connection may commit under the lease. Answers once no other one of the
-- same owner can: what such a one had under way is done or undone. False: the epoch is not the
-- newest any more.
create function take_pen(wanted text, held_epoch bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform end_connection(writer_pid, writer_start) from lease
  where name = wanted and epoch = held_epoch;
  update lease set writer_pid = pg_backend_pid(), writer_start = own_start()
  where name = wanted and epoch = held_epoch;
  return found;
end $$;

-- The fence: the first statement of every commit of a shard's writer.
create function hold_pen(wanted text, held_epoch bigint) returns void
language plpgsql as $$
begin
  perform from lease
  where name = wanted and epoch = held_epoch and writer_pid = pg_backend_pid() for key share;
  if not found then
    raise exception 'epoch % of % is over', held_epoch, wanted using errcode = 'TT001';
  end if;
end $$;
