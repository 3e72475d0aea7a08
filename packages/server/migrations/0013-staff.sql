-- Staff, their sessions, the audit log, and what two people must agree on. Staff and traders share
-- no table: a token of one is nothing to the other (T84). Secrets are sealed or hashed with keys
-- that the database does not have.

create table staff (
  id bigint generated always as identity primary key,
  -- Normalised like a member's.
  email text not null unique check (email ~ '^[^@\s]+@[^@\s]+$' and length(email) <= 254),
  name text not null check (length(name) between 1 and 60),
  -- Names the person outside of here: one person, one account (T87).
  person_ref text not null check (length(person_ref) between 1 and 60),
  roles text[] not null check (
    cardinality(roles) between 1 and 5
    and roles <@ array['support', 'finance', 'compliance', 'dealer', 'admin']
  ),
  -- Argon2id in PHC's notation; null until the invitation was accepted.
  password_hash text check (password_hash ~ '^\$argon2id\$'),
  -- Null until an authenticator app was set up, which the first login asks for.
  totp_sealed bytea check (octet_length(totp_sealed) between 29 and 512),
  -- The newest 30 seconds whose code was taken: neither it nor an older one is taken again.
  totp_last_step bigint not null default 0,
  disabled_at timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create unique index staff_person on staff (lower(person_ref));
comment on table staff is 'who works here; changed by two of them only';
create trigger keeps_staff before delete or truncate on staff
  for each statement execute function refuse_change();

create table staff_session (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  staff_id bigint not null references staff (id),
  device text not null check (length(device) <= 64),
  address_masked text not null check (length(address_masked) <= 64),
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
create index staff_session_by_staff on staff_session (staff_id, id desc);

-- What opens a door once: an invitation to choose a password, an app that is being set up, a code
-- by mail where there is no app yet (sandbox). The newest of a person and kind holds.
create table staff_ticket (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff (id),
  kind text not null check (kind in ('invitation', 'enrolment', 'mail-code')),
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  -- The app's secret, while it is being set up.
  sealed bytea check (octet_length(sealed) between 29 and 512),
  tries smallint not null default 0 check (tries >= 0),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index staff_ticket_newest on staff_ticket (staff_id, kind, id desc);
create index staff_ticket_by_secret on staff_ticket (secret_hash);

-- What was done, by whom, to what: gapless and chained. `body` is canonical JSON and all that the
-- hash covers; the columns beside it repeat parts of it, so that they can be searched (H07).
create table audit_log (
  seq bigint primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('staff', 'member', 'system')),
  actor_id bigint not null,
  action text not null check (action ~ '^[a-z][a-z0-9_.]{1,59}$'),
  subject_kind text not null check (subject_kind ~ '^[a-z][a-z0-9_]{1,39}$'),
  subject_id text not null check (length(subject_id) <= 80),
  body text not null check (length(body) <= 65536),
  prev_hash bytea not null check (octet_length(prev_hash) = 32),
  hash bytea not null check (octet_length(hash) = 32)
);
create index audit_log_by_actor on audit_log (actor_kind, actor_id, seq desc);
create index audit_log_by_action on audit_log (action text_pattern_ops, seq desc);
create index audit_log_by_subject on audit_log (subject_kind, subject_id, seq desc);
comment on table audit_log is 'append-only: what staff did and looked at';
create trigger append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- Where the log ends: who appends locks it, so that there are no gaps, and a log whose end was cut
-- off does not fit it.
create table audit_head (
  is_only boolean primary key default true check (is_only),
  seq bigint not null check (seq >= 0),
  hash bytea not null check (octet_length(hash) = 32)
);
insert into audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));
create function refuse_head_change() returns trigger language plpgsql as $$
begin
  raise exception 'the end of the audit log only moves forward, by one'
    using errcode = 'insufficient_privilege';
end $$;
create trigger keeps_head before insert or delete or truncate on audit_head
  for each statement execute function refuse_change();
create trigger moves_head before update on audit_head
  for each row when (new.seq <> old.seq + 1) execute function refuse_head_change();

-- What must be decided by two people, and how it was.
create table proposal (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  kind text not null check (kind ~ '^[a-z][a-z_]{1,39}$'),
  -- Canonical JSON: what will be applied, letter for letter what was agreed on.
  payload text not null check (length(payload) between 2 and 60000),
  reason text not null check (length(reason) between 1 and 500),
  proposed_by bigint not null references staff (id),
  proposed_at timestamptz not null,
  -- open → approved → applied; or rejected, withdrawn, failed.
  status text not null default 'open'
    check (status in ('open', 'approved', 'applied', 'rejected', 'withdrawn', 'failed')),
  decided_by bigint references staff (id),
  decided_at timestamptz,
  decision text not null default '' check (length(decision) <= 500),
  -- When an approved one takes effect: at once, or after its notice (H09).
  effective_at timestamptz,
  applied_at timestamptz,
  is_public boolean not null,
  check ((status = 'open') = (decided_at is null)),
  check ((status in ('approved', 'applied', 'failed')) = (effective_at is not null)),
  check ((status in ('applied', 'failed')) = (applied_at is not null)),
  check (status not in ('approved', 'applied', 'failed') or decided_by <> proposed_by)
);
create index proposal_by_status on proposal (status, id desc);
create index proposal_by_kind on proposal (kind, id desc);
create index proposal_open on proposal (kind) where status = 'open';
create index proposal_due on proposal (effective_at) where status = 'approved';
create index proposal_public on proposal (id desc) where is_public;
create trigger keeps_proposals before delete or truncate on proposal
  for each statement execute function refuse_change();
-- What was agreed on cannot become something else, and what has ended does not come back.
create function refuse_proposal_change() returns trigger language plpgsql as $$
begin
  raise exception 'proposal % does not change like that', old.id
    using errcode = 'insufficient_privilege';
end $$;
create trigger keeps_payload before update on proposal
  for each row when (
    (new.kind, new.payload, new.reason, new.proposed_by, new.proposed_at, new.is_public)
      is distinct from
    (old.kind, old.payload, old.reason, old.proposed_by, old.proposed_at, old.is_public)
    or old.status not in ('open', 'approved')
    or (old.status = 'approved'
      and new.status not in ('approved', 'applied', 'failed', 'withdrawn'))
  ) execute function refuse_proposal_change();

-- Who agreed on exactly what: the maker of a thing, and those who checked it. An approval of
-- another hash is an approval of another thing (H08).
create table approval (
  id bigint generated always as identity primary key,
  object_kind text not null check (object_kind ~ '^[a-z][a-z_]{1,39}$'),
  object_id bigint not null,
  object_hash bytea not null check (octet_length(object_hash) = 32),
  staff_id bigint not null references staff (id),
  part text not null check (part in ('maker', 'checker')),
  at timestamptz not null default clock_timestamp(),
  unique (object_kind, object_id, object_hash, staff_id)
);
comment on table approval is 'append-only: who agreed on what';
create trigger append_only before update or delete or truncate on approval
  for each statement execute function refuse_change();

-- The canonical JSON of packages/proof, by other code than that: sorted keys, no spaces, integers.
create function canonical_json(value jsonb) returns text
language plpgsql immutable strict parallel safe as $$
begin
  case jsonb_typeof(value)
    when 'object' then
      return '{' || coalesce((
        select string_agg(to_json(key)::text || ':' || canonical_json(field), ','
          order by key collate "C")
        from jsonb_each(value) as entry (key, field)), '') || '}';
    when 'array' then
      return '[' || coalesce((
        select string_agg(canonical_json(element), ',' order by place)
        from jsonb_array_elements(value) with ordinality as list (element, place)), '') || ']';
    when 'string' then return to_json(value #>> '{}')::text;
    else return value::text;
  end case;
end $$;

-- The hash that approvals name, by other code than members/approvals (H08).
create function object_hash(kind text, fields jsonb) returns text
language sql immutable strict parallel safe as $$
  select encode(sha256(convert_to(
    canonical_json(jsonb_build_object('kind', kind, 'fields', fields)), 'UTF8')), 'hex')
$$;

create function proposal_hash(of_proposal proposal) returns text language sql stable as $$
  select object_hash('proposal', jsonb_build_object(
    'id', of_proposal.id, 'kind', of_proposal.kind, 'payload', of_proposal.payload,
    'proposed_by', of_proposal.proposed_by, 'reason', of_proposal.reason))
$$;

create view inv32 as
select seq from (
  select *, lag(seq, 1, 0::bigint) over (order by seq) as before_seq,
    lag(hash, 1, decode(repeat('00', 32), 'hex')) over (order by seq) as before_hash
  from audit_log
) line
where seq <> before_seq + 1
   or prev_hash <> before_hash
   or hash <> sha256(prev_hash || convert_to(body, 'UTF8'))
   or (body::jsonb ->> 'seq')::bigint <> seq
   or body::jsonb -> 'actor' ->> 'kind' <> actor_kind
   or (body::jsonb -> 'actor' ->> 'id')::bigint <> actor_id
   or body::jsonb ->> 'action' <> action
   or body::jsonb -> 'subject' ->> 'kind' <> subject_kind
   or body::jsonb -> 'subject' ->> 'id' <> subject_id
   or (body::jsonb ->> 'at')::bigint <> floor(extract(epoch from at) * 1000)
union all
select head.seq from audit_head head
left join audit_log line on line.seq = head.seq
where head.seq <> (select coalesce(max(seq), 0) from audit_log)
   or head.hash <> coalesce(line.hash, decode(repeat('00', 32), 'hex'));
comment on view inv32 is 'the audit log has no gap, its chain holds and it ends where it ended';

create view inv38 as
select checked.object_kind, checked.object_id from approval checked
join approval made using (object_kind, object_id, staff_id)
where checked.part = 'checker' and made.part = 'maker'
union all
select 'proposal', id from proposal
where status in ('approved', 'applied', 'failed') and decided_by = proposed_by
union all
select 'proposal', p.id from proposal p
join approval a on a.object_kind = 'proposal' and a.object_id = p.id
where a.staff_id = p.proposed_by and a.part = 'checker';
comment on view inv38 is 'nobody approves what they created';
