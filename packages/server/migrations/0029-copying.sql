-- Copy trading: who copies whom with which money, what was planned for each of a leader's events,
-- and what became of it. A follow is a trading account of its own; its money comes and goes by
-- transfers of the engine and in no other way (src/community/copying).
-- Units: money in millionths, lots in ten-thousandths, factors in hundredths.

alter table user_account add unique (id, is_main);

create table follow (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  book text not null check (book in ('real', 'demo')),
  main_account_id bigint not null,
  -- Its own account, which is nobody's main one: what it does is copied by nobody (T45).
  account_id bigint not null unique,
  leader_account_id bigint not null,
  account_is_main boolean generated always as (false) stored,
  leader_is_main boolean generated always as (true) stored,
  -- As it was at the start, for when the leader has none any more.
  leader_alias text not null,
  -- starting: its account is being opened and filled. refused: the money was not there after all.
  status text not null check (status in
    ('starting', 'copying', 'paused', 'stopping', 'stopped', 'kept', 'refused')),
  factor integer not null check (factor between 10 and 1000),
  -- Percent of the amount that may be lost; null: no copy stop-loss.
  stop_percent integer check (stop_percent between 5 and 95),
  -- The largest single copy; null: any.
  lots_max bigint check (lots_max > 0),
  -- What the owner has put in, less what the owner has taken out.
  amount bigint not null,
  -- All that the owner has ever put in.
  put_in bigint not null check (put_in >= 0),
  -- Only events of the journal after this row are copied.
  started_seq bigint,
  started_at timestamptz,
  stopped_at timestamptz,
  stop_reason text check (stop_reason in ('owner', 'stop-loss', 'leader-blown')),
  -- What the leader's first day had brought when it started: what came before is not of this time.
  leader_base text check (leader_base ~ '^-?[0-9]{1,12}(\.[0-9]{1,8})?$'),
  -- What was returned when it stopped, and what the leader had made over the same time.
  final_cash bigint,
  leader_rate text check (leader_rate ~ '^-?[0-9]{1,12}(\.[0-9]{1,8})?$'),
  -- The client's name of the call that began it: repeating that changes nothing (T01).
  attempt text,
  created_at timestamptz not null,
  unique (user_id, attempt),
  foreign key (main_account_id, leader_is_main) references user_account (id, is_main),
  foreign key (account_id, account_is_main) references user_account (id, is_main),
  foreign key (leader_account_id, leader_is_main) references user_account (id, is_main),
  check (leader_account_id <> main_account_id),
  check ((status in ('starting', 'refused')) = (started_seq is null)),
  check ((status = 'stopped') = (stopped_at is not null and final_cash is not null)),
  check ((status in ('stopping', 'stopped', 'kept')) = (stop_reason is not null))
);
create index follow_by_user on follow (user_id, id);
create index follow_by_leader on follow (leader_account_id);
create index follow_unsettled on follow (id) where status in ('starting', 'stopping', 'kept');
-- One at a time of each pair.
create unique index follow_once on follow (user_id, leader_account_id)
  where status in ('starting', 'copying', 'paused');
comment on table follow is 'who copies whom; nothing of it moves money';

-- Money between an owner's main account and a follow. The engine knows each by this number and
-- carries it out once; the ledger names it.
create table copy_transfer (
  id bigint generated always as identity primary key,
  follow_id bigint not null references follow,
  -- In: what a follow starts with, and what is added. Out: what is taken, and the rest at the end.
  kind text not null check (kind in ('start', 'add', 'take', 'return')),
  amount bigint not null check (amount > 0),
  status text not null check (status in ('planned', 'done', 'refused')),
  attempt text,
  created_at timestamptz not null,
  unique (follow_id, attempt)
);
create index copy_transfer_planned on copy_transfer (id) where status = 'planned';

-- What a follow is to do about one event of its leader: written whole with the place in the
-- journal, then submitted under its own key. Written once for each event, submitted until it is
-- answered, carried out once.
create table copy_plan (
  id bigint generated always as identity primary key,
  -- Without a check of its own: these come by the thousand, made from the rows of that table.
  follow_id bigint not null,
  -- The event: its row in the journal, and its place in the row.
  journal_seq bigint not null,
  place integer not null,
  at_ms bigint not null,
  kind text not null check (kind in ('open', 'stops', 'trailing', 'reduce', 'close', 'limits')),
  -- Of the leader: the order, and how much of it was opened or closed. Null for limits.
  leader_order bigint,
  leader_lots bigint,
  market_id integer,
  side text check (side in ('buy', 'sell')),
  -- What the rule asks for before it is cut to the lot step, and after.
  wanted_lots bigint,
  lots bigint,
  -- The copy. Of an opening: known when it is done.
  order_id bigint,
  -- The rest of the command: leverage, prices, limits.
  details jsonb not null,
  -- waiting: its market was closed, and it is tried again when it opens.
  status text not null check (status in ('planned', 'waiting', 'done', 'skipped')),
  -- Why it was skipped, with the numbers.
  reason jsonb,
  tries integer not null default 0,
  unique (follow_id, journal_seq, place),
  check ((status = 'skipped') = (reason is not null)),
  check (status <> 'waiting' or kind in ('reduce', 'close'))
) with (fillfactor = 80);
create unique index copy_plan_copy on copy_plan (order_id)
  where kind = 'open' and order_id is not null;
create index copy_plan_of_leader on copy_plan (leader_order)
  where kind = 'open' and order_id is not null;
create index copy_plan_undone on copy_plan (id) where status in ('planned', 'waiting');
create index copy_plan_skipped on copy_plan (follow_id, id) where status = 'skipped';

create function refuse_plan_change() returns trigger language plpgsql as $$
begin
  raise exception 'copy plan % does not change so', old.id using errcode = 'insufficient_privilege';
end $$;
-- Only its answer is noted, once.
create trigger keeps_plan before update on copy_plan
  for each row when (
    old.status in ('done', 'skipped')
    or (new.follow_id, new.journal_seq, new.place, new.at_ms, new.kind, new.leader_order,
        new.leader_lots, new.market_id, new.side, new.wanted_lots, new.lots, new.details)
      is distinct from
       (old.follow_id, old.journal_seq, old.place, old.at_ms, old.kind, old.leader_order,
        old.leader_lots, old.market_id, old.side, old.wanted_lots, old.lots, old.details)
  ) execute function refuse_plan_change();
create trigger keeps_plans before delete or truncate on copy_plan
  for each statement execute function refuse_change();

-- Up to which row of a shard's journal leaders were followed.
create table copy_cursor (
  shard smallint primary key,
  seq bigint not null check (seq >= 0)
);
insert into copy_cursor (shard, seq) select shard, max(seq) from journal group by shard;

-- A copy is filled after its leader, never at an earlier row of the tape, on the same side of the
-- same market, in the account of its follow, and no larger than the follow allows.
create view inv39 as
select p.follow_id, p.order_id
from copy_plan p
join follow w on w.id = p.follow_id
left join fill copied on copied.order_id = p.order_id and copied.kind = 'open'
left join fill led on led.order_id = p.leader_order and led.kind = 'open'
where p.kind = 'open' and p.order_id is not null and not coalesce(
  copied.tape_seq >= led.tape_seq
  and copied.journal_seq > led.journal_seq
  and (copied.market_id, copied.side) = (led.market_id, led.side)
  and copied.account_id = w.account_id
  and led.account_id = w.leader_account_id
  and copied.lots = p.lots
  and led.journal_seq > w.started_seq, false);
comment on view inv39 is 'a copied fill is never earlier than its leader''s, same side and market';
