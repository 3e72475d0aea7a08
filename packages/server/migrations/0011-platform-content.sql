-- Messages on their way out, the companies, and the settings of the platform that its operator may
-- change. Which hosts anybody may be sent to is not here but in the configuration (T26, T27).

-- Recipient, text and code are sealed with a key that the database does not have, and erased as
-- soon as the message is delivered or given up: no copy of the database holds a code.
create table outbox_message (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  kind text not null check (kind ~ '^[a-z][A-Za-z]{1,39}$'),
  language text not null check (language ~ '^[a-z]{2,3}$'),
  sealed bytea check (octet_length(sealed) between 29 and 65536),
  -- HMAC of recipient, kind and purpose: a newer one replaces those that wait.
  topic bytea check (octet_length(topic) = 32),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused', 'expired')),
  attempts integer not null default 0 check (attempts >= 0),
  -- When it is tried next; while it is being tried, when another may try it.
  due_at timestamptz not null,
  expires_at timestamptz not null,
  -- The provider's number or the system's name of what went wrong last; never a text of theirs.
  problem text check (length(problem) <= 100),
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'waiting') = (sealed is not null)),
  check ((state = 'waiting') = (ended_at is null))
);
create index outbox_message_due on outbox_message (channel, due_at) where state = 'waiting';
create index outbox_message_topic on outbox_message (topic)
  where state = 'waiting' and topic is not null;
create index outbox_message_ended on outbox_message (ended_at) where state <> 'waiting';

-- Recognises a key without being able to open anything: a server that was given another key than
-- the one its rows are sealed with does not start.
create table key_fingerprint (
  name text primary key check (name ~ '^[a-z][A-Za-z]{1,39}$'),
  fingerprint bytea not null check (octet_length(fingerprint) = 32)
);

create table company (
  id integer generated always as identity primary key,
  -- The one of visitors who chose none; the configuration describes it.
  is_default boolean not null default false,
  name text not null check (length(name) between 1 and 100),
  logo text not null default '' check (length(logo) <= 300),
  website text not null default '' check (length(website) <= 300),
  main_company text not null default '' check (length(main_company) <= 200),
  registered_address text not null default '' check (length(registered_address) <= 300),
  office_address text not null default '' check (length(office_address) <= 300),
  email text not null default '' check (length(email) <= 254),
  created_at timestamptz not null default clock_timestamp()
);
create unique index company_default on company (is_default) where is_default;

-- What differs from the defaults; what the configuration says comes before either.
create table platform_setting (
  name text primary key check (name ~ '^[a-z][A-Za-z]{1,39}$'),
  value text not null check (length(value) <= 2000),
  changed_at timestamptz not null default clock_timestamp()
);
