-- Two builds of the engine never write at the same time (F24, H21): whoever owns a shard says which
-- build it is, and another build's claim is refused for as long as such an owner lives. An upgrade
-- is therefore: start the new engines, which stand by, then stop the old ones.

alter table lease add column build text;
comment on column lease.build is 'which program owns the shard; null for the feed and the jobs';

-- As claim_lease, for a shard. Null also while a living owner of any shard is of another build.
create function claim_shard(wanted text, claimant text, lasts_ms integer, claimant_build text)
returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  other lease;
  claimed bigint;
begin
  -- Two builds that claim two shards at the same moment must see each other.
  perform pg_advisory_xact_lock(hashtextextended('truetick.shards', 0));
  for other in
    select * from lease
    where name like 'shard/%' and name <> wanted and owner is not null
      and build is distinct from claimant_build
    order by name
  loop
    if is_connected(other.backend_pid, other.backend_start)
      and other.expires_at > clock_timestamp()
      and other.expires_at <= clock_timestamp() + lasts_ms * interval '1 millisecond' then
      return null;
    end if;
    -- It may only be paused: it must not wake beside us and go on.
    perform end_connection(other.backend_pid, other.backend_start);
    perform end_connection(other.writer_pid, other.writer_start);
    update lease set
      epoch = epoch + 1, owner = null, backend_pid = null, backend_start = null,
      writer_pid = null, writer_start = null, expires_at = '-infinity'
    where name = other.name and epoch = other.epoch and expires_at = other.expires_at;
    if not found then
      return null;
    end if;
  end loop;
  claimed := claim_lease(wanted, claimant, lasts_ms);
  if claimed is not null then
    update lease set build = claimant_build where name = wanted;
  end if;
  return claimed;
end $$;
