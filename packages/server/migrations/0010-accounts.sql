-- Members: how a real user is named, reached and known, the codes that prove an address, pictures
-- to be solved, and how often who has tried what. Codes and answers are stored as keyed hashes
-- only, and so is whatever names a person who is no member (T13, T24).

alter table app_user
  -- Normalised: NFKC, lower case, the domain in ASCII (T15). Proved by a code, unless the platform
  -- lets members register by a picture.
  add column email text unique check (email ~ '^[^@\s]+@[^@\s]+$' and length(email) <= 254),
  -- E.164, proved like the address.
  add column mobile text unique check (mobile ~ '^\+[1-9][0-9]{6,14}$'),
  -- When a code first came back from it. Null after registering by a picture: until then whoever
  -- set the account up may be somebody else than the owner of its address.
  add column contact_proved_at timestamptz,
  -- Said beside an e-mail account and not proved: nobody logs in by it, nothing is sent to it.
  add column stated_mobile text check (stated_mobile ~ '^\+[1-9][0-9]{6,14}$'),
  -- Argon2id in PHC's notation.
  add column password_hash text check (password_hash ~ '^\$argon2id\$'),
  -- ISO 3166-1 alpha-2: the area that was chosen, and the country that was said.
  add column area text check (area ~ '^[A-Z]{2}$'),
  add column country text check (country ~ '^[A-Z]{2}$'),
  -- 50 random bits; opens nothing (T80).
  add column invite_code text unique check (invite_code ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  add column invited_by bigint,
  add column language text not null default 'hk' check (language ~ '^[a-z]{2,3}$'),
  -- Set when a password changes: what a thief could take waits (T16).
  add column withdrawals_frozen_until timestamptz,
  add foreign key (invited_by, book) references app_user (id, book),
  add check (book = 'demo' or num_nonnulls(email, mobile) > 0),
  add check (book = 'demo' or invite_code is not null),
  add check (book = 'real' or
    num_nonnulls(email, mobile, contact_proved_at, stated_mobile, password_hash, invite_code,
      invited_by) = 0);
create index app_user_invited_by on app_user (invited_by) where invited_by is not null;

create table verification_code (
  id bigint generated always as identity primary key,
  -- HMAC of the address; of the newest row of a target and purpose only the code is good.
  target_hash bytea not null check (octet_length(target_hash) = 32),
  purpose text not null check (purpose in ('register', 'password', 'change', 'step_up')),
  -- HMAC of target, purpose and code.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  tries smallint not null default 0 check (tries >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index verification_code_newest on verification_code (target_hash, purpose, id desc);
create index verification_code_old on verification_code (expires_at);

-- Worth nothing after a crash, so not worth its log.
create unlogged table captcha (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  purpose text not null check (purpose in ('login', 'register', 'code')),
  -- HMAC of the part of the network it was drawn for, and of the answer.
  network_hash bytea not null check (octet_length(network_hash) = 32),
  answer_hash bytea not null check (octet_length(answer_hash) = 32),
  expires_at timestamptz not null
);
create index captcha_old on captcha (expires_at);

-- How often something was tried since its window began: logins of an account, codes to a number.
-- Unlogged on purpose: restarts keep it, only a crash of PostgreSQL itself empties it, which nobody
-- outside can cause; logged, a storm of guesses would wait for the disk in one queue with orders.
create unlogged table attempt_window (
  -- HMAC of what is limited and of whom.
  subject bytea primary key check (octet_length(subject) = 32),
  tries integer not null check (tries >= 0),
  started_at timestamptz not null,
  ends_at timestamptz not null
);
create index attempt_window_old on attempt_window (ends_at);

create view inv29 as
select id from verification_code
where tries > 5
   or expires_at - created_at > interval '10 minutes'
   or used_at > expires_at
   or (used_at is not null and tries = 0);
comment on view inv29 is 'a code has at most 5 tries and 10 minutes, and is not used after';

create view inv30 as
select id from user_session where last_used_at > revoked_at or last_used_at > expires_at;
comment on view inv30 is 'no session is used after it ended';

create view inv31 as
select invited.id from app_user invited
join app_user inviter on inviter.id = invited.invited_by
where inviter.id >= invited.id or inviter.created_at > invited.created_at;
comment on view inv31 is 'nobody is invited by themselves, or by who came later';

create view inv37 as
select min(id) as id from app_user where email is not null
group by lower(normalize(email, nfkc)) having count(*) > 1
union all
select id from app_user where email <> lower(normalize(email, nfkc))
union all
select min(id) from app_user where mobile is not null
group by regexp_replace(mobile, '[^0-9]', '', 'g') having count(*) > 1
union all
select min(id) from app_user where invite_code is not null
group by upper(invite_code) having count(*) > 1;
comment on view inv37 is 'an account and an invite code, however spelt, are one user''s';
