-- Second factors, passkeys, what is known of sessions and logins, and what people have chosen.
-- Only real users have factors: the keys carry the book, so that a demo can never get one (T22).
-- Secrets are sealed or hashed with a key that the database does not have. Addresses are masked.

alter table user_session
  add column device text not null default '' check (length(device) <= 64),
  add column address_masked text not null default '' check (length(address_masked) <= 64),
  -- All there were until now.
  add column method text not null default 'demo' check (method in ('password', 'passkey', 'demo')),
  -- When its owner last proved to be there; sensitive acts ask for it.
  add column stepped_up_at timestamptz;
alter table user_session alter column method drop default;

create table login_record (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  at timestamptz not null default clock_timestamp(),
  device text not null check (length(device) <= 64),
  address_masked text not null check (length(address_masked) <= 64),
  method text not null check (method in ('password', 'passkey', 'demo')),
  is_ok boolean not null
);
create index login_record_by_user on login_record (user_id, id desc);
create index login_record_by_age on login_record (at);
comment on table login_record is 'derived: logins done and refused; never changed, dropped by age';

-- From where somebody has logged in before; what is not here is told to its owner once.
create table known_device (
  user_id bigint not null references app_user (id),
  device text not null check (length(device) <= 64),
  address_masked text not null check (length(address_masked) <= 64),
  first_seen_at timestamptz not null default clock_timestamp(),
  primary key (user_id, device, address_masked)
);

create table totp_secret (
  user_id bigint primary key,
  book text not null default 'real' check (book = 'real'),
  sealed bytea not null check (octet_length(sealed) between 29 and 512),
  created_at timestamptz not null default clock_timestamp(),
  -- Null while it is being set up.
  enabled_at timestamptz,
  -- The newest 30 seconds whose code was taken: neither it nor an older one is taken again.
  last_step bigint not null default 0,
  foreign key (user_id, book) references app_user (id, book)
);

create table recovery_code (
  user_id bigint not null references totp_secret (user_id) on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table passkey (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  book text not null default 'real' check (book = 'real'),
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null check (octet_length(public_key) between 1 and 4096),
  -- How often it says it was used; one that goes back was copied.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  foreign key (user_id, book) references app_user (id, book)
);
create index passkey_by_user on passkey (user_id, id);

-- A question to an authenticator: answered once, within minutes, or never.
create table passkey_challenge (
  id bytea primary key check (octet_length(id) = 16),
  challenge bytea not null check (octet_length(challenge) = 32),
  -- The session that adds a passkey; null for one that logs in or steps up.
  session_id bigint references user_session (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenge_by_age on passkey_challenge (expires_at);

create table member_setting (
  user_id bigint primary key references app_user (id),
  theme text check (length(theme) <= 16),
  up_down text check (length(up_down) <= 16),
  language text check (length(language) <= 8),
  has_mail_notices boolean not null default true,
  has_push_notices boolean not null default false,
  default_lots numeric(17, 8) check (default_lots > 0),
  is_one_tap boolean not null default false
);
