-- The support chat: conversations of members and visitors, what was said, and answers that are
-- written already. What was said is chained by hash and never changes (T32): the table itself makes
-- each link, so that nothing can be put in, taken out or rewritten without being seen (inv45).

create table support_thread (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  -- Null for a visitor who has not logged in.
  user_id bigint references app_user,
  -- SHA-256 of the visitor's key; null for members, and once the key has expired.
  visitor_hash bytea unique check (octet_length(visitor_hash) = 32),
  visitor_used_ms bigint not null default 0,
  language text not null check (language ~ '^[a-z]{2,3}$'),
  created_ms bigint not null,
  closed_ms bigint,
  -- Who answers it.
  staff_id bigint references staff,
  -- Up to which message each side has read.
  user_read_id bigint not null default 0,
  staff_read_id bigint not null default 0,
  -- Since when the person has been waiting for an answer; null: they have one.
  waiting_ms bigint,
  last_ms bigint not null,
  -- Who waits the longest first, then the newest of the others: ascending.
  place bigint generated always as (coalesce(waiting_ms, 10000000000000 - last_ms)) stored,
  -- Where the chain ends. Moved by the messages themselves.
  head_seq integer not null default 0 check (head_seq >= 0),
  head_hash bytea not null default decode(repeat('00', 32), 'hex')
    check (octet_length(head_hash) = 32),
  -- When the words were let go of; the end of the chain stays.
  forgotten_ms bigint,
  check (user_id is null or visitor_hash is null),
  check (closed_ms is null or waiting_ms is null)
);
create index support_thread_by_user on support_thread (user_id, id desc);
create index support_thread_open on support_thread (place, id) where closed_ms is null;
create index support_thread_mine on support_thread (staff_id, place, id) where closed_ms is null;
create index support_thread_by_place on support_thread (place, id);
create index support_thread_waiting on support_thread (waiting_ms) where waiting_ms is not null;
create index support_thread_visitors on support_thread (visitor_used_ms)
  where visitor_hash is not null;

create table support_message (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  thread_id bigint not null references support_thread,
  seq integer not null check (seq > 0),
  author text not null check (author in ('user', 'staff', 'system')),
  staff_id bigint references staff,
  -- Plain text, always: it is escaped wherever it is shown (T31).
  text text not null check (length(text) <= 2000),
  upload_id text unique references upload,
  at_ms bigint not null,
  -- Names the attempt, so that its repetition says nothing twice (T01).
  attempt text check (length(attempt) between 1 and 300),
  prev_hash bytea not null check (octet_length(prev_hash) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  unique (thread_id, seq),
  check ((author = 'staff') = (staff_id is not null) or author = 'system'),
  check (text <> '' or upload_id is not null)
);
create unique index support_message_attempt on support_message (thread_id, author, attempt)
  where attempt is not null;
create index support_message_by_thread on support_message (thread_id, id desc);
comment on table support_message is 'append-only: what was said in the support chat';

-- The text stands last, and nothing before it has a slash: no two messages have the same bytes.
create function support_link(before bytea, m support_message) returns bytea
language sql immutable as $$
  select sha256(before || convert_to(
    m.thread_id || '/' || m.seq || '/' || m.at_ms || '/' || m.author || '/'
      || coalesce(m.staff_id, 0) || '/' || coalesce(m.upload_id, '') || '/' || m.text, 'UTF8'))
$$;

create function chain_support_message() returns trigger language plpgsql as $$
declare
  head support_thread%rowtype;
begin
  select * into strict head from support_thread where id = new.thread_id for update;
  if head.forgotten_ms is not null then
    raise exception 'conversation % was let go of', head.id
      using errcode = 'insufficient_privilege';
  end if;
  new.seq := head.head_seq + 1;
  new.prev_hash := head.head_hash;
  new.hash := support_link(head.head_hash, new);
  update support_thread set head_seq = new.seq, head_hash = new.hash, last_ms = new.at_ms
    where id = new.thread_id;
  return new;
end $$;
create trigger chains before insert on support_message
  for each row execute function chain_support_message();

create trigger never_changed before update or truncate on support_message
  for each statement execute function refuse_change();

create function refuse_support_loss() returns trigger language plpgsql as $$
begin
  if exists (select from support_thread where id = old.thread_id and forgotten_ms is null) then
    raise exception 'support_message is append-only: delete is refused'
      using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
create trigger kept_until_forgotten before delete on support_message
  for each row execute function refuse_support_loss();

create function refuse_support_rewind() returns trigger language plpgsql as $$
begin
  raise exception 'the end of conversation % only moves forward, by one', old.id
    using errcode = 'insufficient_privilege';
end $$;
create trigger moves_forward before update on support_thread
  for each row when (
    (new.head_seq, new.head_hash) is distinct from (old.head_seq, old.head_hash)
      and new.head_seq <> old.head_seq + 1
    or old.forgotten_ms is not null and new.forgotten_ms is distinct from old.forgotten_ms
  ) execute function refuse_support_rewind();
create trigger keeps_threads before delete or truncate on support_thread
  for each statement execute function refuse_change();

-- Lets go of the words of visitors who never became members, 90 days after the last one, by the
-- database's own clock. The end of each chain stays. Runs as the owner: the application cannot take
-- a message out in another way. Answers how many conversations that were.
create function forget_visitor_chats() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  now_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  gone bigint[];
begin
  with forgotten as (
    update support_thread set forgotten_ms = now_ms, closed_ms = coalesce(closed_ms, now_ms),
      waiting_ms = null, visitor_hash = null
    where user_id is null and forgotten_ms is null and last_ms < now_ms - 90 * 86400000::bigint
    returning id
  )
  select coalesce(array_agg(id), '{}') into gone from forgotten;
  delete from support_message where thread_id = any (gone);
  return cardinality(gone);
end $$;

create table support_canned (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  name text not null check (length(name) between 1 and 60),
  changed_by bigint not null references staff,
  changed_ms bigint not null
);
create unique index support_canned_name on support_canned (lower(name));

create table support_canned_text (
  canned_id bigint not null references support_canned on delete cascade,
  language text not null check (language ~ '^[a-z]{2,3}$'),
  text text not null check (length(text) between 1 and 2000),
  primary key (canned_id, language)
);

-- Pictures may be for the chat, too, and for feedback.
alter table upload drop constraint upload_purpose_check;
alter table upload add constraint upload_purpose_check
  check (purpose in ('proof', 'identity_front', 'identity_back', 'support', 'feedback'));

-- Every link follows the one before it and is what its message makes it; each conversation ends
-- where its last message is; pictures belong to who sent them.
create view inv45 as
select thread_id, seq
from (
  select m.*, support_link(m.prev_hash, m) as made,
    coalesce(lag(m.seq) over line, 0) as before_seq,
    coalesce(lag(m.hash) over line, decode(repeat('00', 32), 'hex')) as before_hash
  from support_message m
  window line as (partition by m.thread_id order by m.seq)
) link
where seq <> before_seq + 1 or prev_hash <> before_hash or hash <> made
union all
select t.id, t.head_seq
from support_thread t
left join support_message m on m.thread_id = t.id and m.seq = t.head_seq
where case
  when t.forgotten_ms is not null then m.id is not null
  when t.head_seq = 0 then t.head_hash <> decode(repeat('00', 32), 'hex')
  else m.id is null or m.hash <> t.head_hash
    or exists (select from support_message l where l.thread_id = t.id and l.seq > t.head_seq)
end
union all
select m.thread_id, m.seq
from support_message m
join support_thread t on t.id = m.thread_id
join upload u on u.id = m.upload_id
where u.purpose is distinct from 'support' or u.subject_id is distinct from m.id
  or m.author <> 'user' or u.user_id is distinct from t.user_id;
comment on view inv45 is 'what was said to support is chained whole, and ends where it ended';
