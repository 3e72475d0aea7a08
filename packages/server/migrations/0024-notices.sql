-- What people are told: their inbox, price alerts, and the browsers that are reached by push. Facts
-- of the books come from a follower of the journal whose place is kept here, so that each is told
-- once, also across a crash (src/members/inbox).

alter table outbox_message drop constraint outbox_message_channel_check;
alter table outbox_message add constraint outbox_message_channel_check
  check (channel in ('email', 'sms', 'push'));

create table notice (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  kind text not null check (kind ~ '^[a-z][A-Za-z]{1,39}$'),
  -- The values of its text; written in the reader's language when it is read.
  facts jsonb not null,
  -- What it tells of: one thing is told once.
  source text not null check (source ~ '^[a-z][A-Za-z-]{1,39}$'),
  source_id text not null check (length(source_id) between 1 and 100),
  created_at timestamptz not null,
  read_at timestamptz,
  unique (user_id, source, source_id)
);
create index notice_newest on notice (user_id, id desc);
create index notice_unread on notice (user_id) where read_at is null;
create index notice_by_age on notice (created_at);

create function refuse_notice_change() returns trigger language plpgsql as $$
begin
  raise exception 'notice % was told and does not change', old.id
    using errcode = 'insufficient_privilege';
end $$;
-- Only that it was read is noted, and never taken back.
create trigger keeps_words before update on notice
  for each row when (
    (new.user_id, new.kind, new.facts, new.source, new.source_id, new.created_at)
      is distinct from (old.user_id, old.kind, old.facts, old.source, old.source_id, old.created_at)
    or (old.read_at is not null and new.read_at is distinct from old.read_at)
  ) execute function refuse_notice_change();

-- Up to which row of a shard's journal people were told, and from which on they are.
create table notice_cursor (
  shard smallint primary key,
  first_seq bigint not null check (first_seq >= 0),
  seq bigint not null check (seq >= first_seq)
);
-- What happened before there was an inbox is not news.
insert into notice_cursor (shard, first_seq, seq)
  select shard, max(seq), max(seq) from journal group by shard;

create table price_alert (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  market_id integer not null,
  -- In the market's points.
  price bigint not null check (price > 0),
  direction text not null check (direction in ('above', 'below')),
  created_at timestamptz not null,
  -- The newest row of the tape at that moment: only later ones reach it.
  created_seq bigint not null check (created_seq >= 0),
  fired_at timestamptz,
  fired_seq bigint,
  fired_bid bigint,
  check ((fired_at is null) = (fired_seq is null) and (fired_at is null) = (fired_bid is null)),
  check (fired_seq > created_seq),
  check (case direction when 'above' then fired_bid >= price else fired_bid <= price end)
);
create index price_alert_by_user on price_alert (user_id, id);
create index price_alert_waiting on price_alert (market_id) where fired_at is null;

create function refuse_alert_change() returns trigger language plpgsql as $$
begin
  raise exception 'price alert % does not change', old.id using errcode = 'insufficient_privilege';
end $$;
-- It fires once, and is otherwise what was asked for.
create trigger keeps_alert before update on price_alert
  for each row when (
    old.fired_at is not null
    or (new.user_id, new.market_id, new.price, new.direction, new.created_at, new.created_seq)
      is distinct from
        (old.user_id, old.market_id, old.price, old.direction, old.created_at, old.created_seq)
  ) execute function refuse_alert_change();

-- Up to which stored row of a market's tape every alert was looked at.
create table alert_cursor (
  market_id integer primary key,
  seq bigint not null check (seq >= 0)
);

-- A browser that is reached by push, for as long as its session lasts. Where it is reached and its
-- keys are sealed; the mark knows an endpoint again.
create table push_device (
  id bigint generated always as identity primary key,
  session_id bigint not null references user_session on delete cascade,
  endpoint_mark bytea not null unique check (octet_length(endpoint_mark) = 32),
  sealed bytea not null check (octet_length(sealed) between 29 and 4096),
  created_at timestamptz not null
);
create index push_device_by_session on push_device (session_id);

-- Who dealt where in the last day is asked every minute; fills come in the order of time.
create index fill_by_time on fill using brin (at_ms);

-- Each stop-out that the follower has passed was told to the account's owner, for as long as
-- notices are kept; and nobody else was told.
create view inv42 as
select s.shard, s.journal_seq, s.account_id
from stop_out s
join notice_cursor c on c.shard = s.shard
join trading_account a on a.account_id = s.account_id
join app_user u on u.id = a.owner_id
where s.journal_seq > c.first_seq and s.journal_seq <= c.seq
  -- By the journal's own time.
  and s.at_ms > (
    select j.at_ms from journal j where j.shard = c.shard and j.seq = c.seq
  ) - 89 * 86400000::bigint
  and not exists (
    select from notice n
    where n.user_id = a.owner_id and n.source = 'stop-out'
      and n.source_id = s.shard || '/' || s.journal_seq || '/' || s.account_id
  )
  -- Of somebody who was told so much since, the oldest give way.
  and (select count(*) from notice n where n.user_id = a.owner_id) < 500
union all
select s.shard, s.journal_seq, s.account_id
from notice n
join stop_out s
  on n.source_id = s.shard || '/' || s.journal_seq || '/' || s.account_id
join trading_account a on a.account_id = s.account_id
where n.source = 'stop-out' and n.user_id <> a.owner_id;
comment on view inv42 is 'stop-outs are told to the owner of the account, and to nobody else';

-- A fired alert names a row of its market's tape and the bid that stood there.
create view inv43 as
select p.id
from price_alert p
join tape_piece t on t.market_id = p.market_id
  and p.fired_seq between t.first_seq and t.last_seq
where p.fired_at is not null
  -- The bid is every second number of three, each the step from the one before.
  and p.fired_bid is distinct from (
    select sum(step.number)
    from unnest(packed_numbers(t.quotes)) with ordinality as step (number, place)
    where step.place % 3 = 2 and step.place <= 3 * (p.fired_seq - t.first_seq + 1)
  );
comment on view inv43 is 'a fired alert names a row of the tape and its bid, while that is kept';
