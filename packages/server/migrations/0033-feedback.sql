-- What traders tell us and what we answer. Words are never changed: what was said stays said.

alter table upload drop constraint upload_purpose_check;
alter table upload add constraint upload_purpose_check
  check (purpose in ('proof', 'identity_front', 'identity_back', 'support', 'feedback'));

create table feedback (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  user_id bigint not null references app_user (id),
  kind text not null check (kind in ('problem', 'idea', 'complaint', 'other')),
  text text not null check (length(text) between 1 and 4000),
  -- In which language it was sent, so that who answers knows.
  language text not null check (language ~ '^[a-z]{2,3}$'),
  image_id text references upload (id),
  -- new → working → answered → closed; a reply of the trader's makes it new again.
  status text not null default 'new' check (status in ('new', 'working', 'answered', 'closed')),
  created_at timestamptz not null,
  -- Since when the trader waits for us; null while we wait for the trader.
  waiting_since timestamptz,
  check ((status in ('new', 'working')) = (waiting_since is not null))
);
create index feedback_by_user on feedback (user_id, id desc);
create index feedback_waiting on feedback (waiting_since, id) where waiting_since is not null;
create index feedback_by_status on feedback (status, id desc);

create function refuse_feedback_change() returns trigger language plpgsql as $$
begin
  raise exception 'what feedback % says does not change', old.id
    using errcode = 'insufficient_privilege';
end $$;
create trigger keeps_words before update on feedback
  for each row when (
    (new.user_id, new.kind, new.text, new.language, new.created_at)
      is distinct from (old.user_id, old.kind, old.text, old.language, old.created_at)
    or (old.image_id is not null and new.image_id is distinct from old.image_id)
  ) execute function refuse_feedback_change();
create trigger keeps_feedback before delete or truncate on feedback
  for each statement execute function refuse_change();

create table feedback_reply (
  id bigint generated always as identity primary key,
  feedback_id bigint not null references feedback (id),
  -- Null: the trader.
  staff_id bigint,
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null
);
create index feedback_reply_of on feedback_reply (feedback_id, id);
comment on table feedback_reply is 'append-only: what was said about feedback';
create trigger append_only before update or delete or truncate on feedback_reply
  for each statement execute function refuse_change();

create or replace view inv28 as
select named.kind, named.subject_id, named.upload_id
from (
  select 'identity_front' as kind, id as subject_id, user_id, front_id as upload_id
  from identity_case where front_id is not null
  union all
  select 'identity_back', id, user_id, back_id from identity_case where back_id is not null
  union all
  select 'proof', id, user_id, proof_id from deposit where proof_id is not null
  union all
  select 'feedback', id, user_id, image_id from feedback where image_id is not null
) named
left join upload u on u.id = named.upload_id
where (u.user_id, u.purpose, u.subject_id)
  is distinct from (named.user_id, named.kind, named.subject_id);
