-- Uploaded pictures and who somebody is. Only real users have either: keys carry the book (T22).
-- Names and document numbers are sealed with a key that the database does not have; a document is
-- known again by a keyed mark. The pictures are encrypted files beside the database.

create table upload (
  -- 128 random bits; the address of the picture.
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  user_id bigint not null,
  book text not null default 'real' check (book = 'real'),
  created_at timestamptz not null,
  bytes integer not null check (bytes > 0),
  width integer not null check (width between 1 and 4096),
  height integer not null check (height between 1 and 4096),
  -- SHA-256 of the pixels at a fixed size, and 64 bits of how it looks to the eye.
  pixel_hash bytea not null check (octet_length(pixel_hash) = 32),
  likeness bit(64) not null,
  -- What it is for, once that is known: one thing, for good.
  purpose text check (purpose in ('proof', 'identity_front', 'identity_back')),
  subject_id bigint,
  claimed_at timestamptz,
  foreign key (user_id, book) references app_user (id, book),
  check (num_nonnulls(purpose, subject_id, claimed_at) in (0, 3))
);
create unique index upload_by_subject on upload (purpose, subject_id) where purpose is not null;
create index upload_by_user on upload (user_id, created_at);
create index upload_unclaimed on upload (created_at) where purpose is null;

create function keep_claimed_uploads() returns trigger language plpgsql as $$
begin
  if old.purpose is not null then
    raise exception 'a picture that is for something stays what it is for';
  end if;
  return coalesce(new, old);
end $$;
create trigger keeps_claimed_uploads before update or delete on upload
  for each row execute function keep_claimed_uploads();
create trigger keeps_uploads before truncate on upload
  for each statement execute function refuse_change();

-- One case is one handing in: name, number and two pictures, which never change. What becomes of
-- it does. A member has at most one that waits and one that was approved.
create table identity_case (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  user_id bigint not null,
  book text not null default 'real' check (book = 'real'),
  status text not null default 'waiting'
    check (status in ('waiting', 'approved', 'rejected', 'replaced')),
  name_sealed bytea not null check (octet_length(name_sealed) between 29 and 1024),
  card_id_sealed bytea not null check (octet_length(card_id_sealed) between 29 and 512),
  -- The same for the same document, to whoever has the key.
  card_mark bytea not null check (octet_length(card_mark) = 32),
  -- Somebody else had handed in the same document; it may not be certified twice.
  is_duplicate boolean not null,
  front_id text references upload (id),
  back_id text references upload (id),
  submitted_at timestamptz not null,
  due_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint references staff (id),
  reason text not null default '' check (length(reason) <= 500),
  question text not null default '' check (length(question) <= 500),
  foreign key (user_id, book) references app_user (id, book),
  check ((status in ('approved', 'rejected')) = (decided_by is not null)),
  check ((status = 'waiting') = (decided_at is null)),
  check ((status = 'rejected') = (reason <> ''))
);
create unique index identity_case_open on identity_case (user_id)
  where status in ('waiting', 'approved');
-- One document, one certified person (T40).
create unique index identity_case_document on identity_case (card_mark) where status = 'approved';
create unique index identity_case_first_document on identity_case (card_mark)
  where status in ('waiting', 'approved') and not is_duplicate;
create index identity_case_by_mark on identity_case (card_mark);
create index identity_case_by_user on identity_case (user_id, id desc);
create index identity_case_waiting on identity_case (id) where status = 'waiting';
create index identity_case_by_status on identity_case (status, id desc);
create trigger keeps_identities before delete or truncate on identity_case
  for each statement execute function refuse_change();

-- Who looked at whose documents: shown to the member (H22), counted per day and person (T41).
create table identity_view (
  id bigint generated always as identity primary key,
  case_id bigint not null references identity_case (id),
  user_id bigint not null references app_user (id),
  staff_id bigint not null references staff (id),
  what text not null check (what in ('case', 'front', 'back')),
  at timestamptz not null,
  -- The line of the audit log that says the same.
  audit_seq bigint not null references audit_log (seq)
);
create index identity_view_by_user on identity_view (user_id, id desc);
create index identity_view_by_staff on identity_view (staff_id, at);
comment on table identity_view is 'append-only: looks at documents';
create trigger append_only before update or delete or truncate on identity_view
  for each statement execute function refuse_change();
