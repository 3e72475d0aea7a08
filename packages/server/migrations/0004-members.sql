-- People, the trading accounts they own, and their sessions. Real and demo are told apart by
-- `book` in every table, and the keys between the tables carry it, so that nothing of one can
-- ever belong to the other (T22, inv34). Secrets are stored as hashes only (T18, T20).

create table app_user (
  id bigint generated always as identity primary key,
  book text not null check (book in ('real', 'demo')),
  -- What people quote to support; random, so that it tells nothing.
  uid text not null unique check (uid ~ '^[1-9][0-9]{8}$'),
  -- Names the user to the support chat; random, opens nothing.
  chat_name bytea not null unique check (octet_length(chat_name) = 16),
  -- SHA-256 of the secret that the device of a demo user made up.
  demo_secret_hash bytea unique check (octet_length(demo_secret_hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  unique (id, book),
  check (book = 'demo' or demo_secret_hash is null)
);

-- The engine knows an account by this number and by nothing else (H01).
create table user_account (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  user_id bigint not null,
  book text not null,
  -- The one that the user's own orders go to.
  is_main boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (user_id, book) references app_user (id, book)
);
create unique index user_account_main on user_account (user_id) where is_main;
create index user_account_by_user on user_account (user_id);

create table user_session (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  user_id bigint not null references app_user (id),
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  check (expires_at > created_at)
);
create index user_session_by_user on user_session (user_id, id);
