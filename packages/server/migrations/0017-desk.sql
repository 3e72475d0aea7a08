-- What staff do beside the queues: freezes, notes, adjustments and their disputes, exports; and the
-- indexes that let them find people and periods. Staff are named by number: who they are is told
-- by the table of staff.

-- Payouts of a person stopped for at most three days, and let go again. The newest row of a user
-- holds; what stood before stays readable.
create table user_freeze (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  book text not null default 'real' check (book = 'real'),
  -- Null: it was lifted.
  until timestamptz,
  -- What the trader is told.
  reason text not null check (length(reason) between 1 and 500),
  staff_id bigint not null,
  at timestamptz not null,
  foreign key (user_id, book) references app_user (id, book),
  check (until > at and until <= at + interval '72 hours')
);
create index user_freeze_newest on user_freeze (user_id, id desc);
comment on table user_freeze is 'append-only: whose payouts were stopped, by whom, until when, why';

create table user_note (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  staff_id bigint not null,
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null
);
create index user_note_by_user on user_note (user_id, id desc);
comment on table user_note is 'append-only: what staff wrote about a person';

-- The only way staff change a balance: written once the engine has booked it. The number is that
-- of the proposal two people agreed on, and the cause of its line in the ledger (H10).
create table adjustment (
  id bigint primary key,
  user_id bigint not null references app_user (id),
  account_id bigint not null references user_account (id),
  -- Millionths; negative takes.
  amount bigint not null check (amount <> 0),
  reason text not null check (length(reason) between 1 and 500),
  proposed_by bigint not null,
  approved_by bigint not null,
  booked_at timestamptz not null,
  check (proposed_by <> approved_by)
);
create index adjustment_by_user on adjustment (user_id, id desc);
create index adjustment_by_time on adjustment (booked_at);
comment on table adjustment is 'append-only: what was booked by hand, why, and who agreed';

create table adjustment_dispute (
  id bigint generated always as identity primary key,
  adjustment_id bigint not null references adjustment (id),
  user_id bigint not null references app_user (id),
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null,
  answer text check (length(answer) between 1 and 2000),
  answered_by bigint,
  answered_at timestamptz,
  check (num_nonnulls(answer, answered_by, answered_at) in (0, 3))
);
create unique index adjustment_dispute_open on adjustment_dispute (adjustment_id)
  where answer is null;
create index adjustment_dispute_waiting on adjustment_dispute (id) where answer is null;
create index adjustment_dispute_of on adjustment_dispute (adjustment_id, id);

-- An answer is given once.
create function refuse_answered_change() returns trigger language plpgsql as $$
begin
  raise exception 'dispute % is answered and does not change', old.id
    using errcode = 'insufficient_privilege';
end $$;
create trigger keeps_answered before update on adjustment_dispute
  for each row when (old.answer is not null) execute function refuse_answered_change();
create trigger keeps_disputes before delete or truncate on adjustment_dispute
  for each statement execute function refuse_change();

create table export_record (
  id bigint generated always as identity primary key,
  staff_id bigint not null,
  what text not null check (what ~ '^[a-z]{2,30}$'),
  at timestamptz not null
);
create index export_record_by_staff on export_record (staff_id, at);
comment on table export_record is 'append-only: who took what out, so that there is an end to it';

do $$
declare
  kept text;
begin
  foreach kept in array array['user_freeze', 'user_note', 'adjustment', 'export_record'] loop
    execute format(
      'create trigger append_only before update or delete or truncate on %I
         for each statement execute function refuse_change()', kept);
  end loop;
end $$;

-- People are found by how any of their names begins, whatever the collation.
create index app_user_email_prefix on app_user (email text_pattern_ops) where email is not null;
create index app_user_mobile_prefix on app_user (mobile text_pattern_ops) where mobile is not null;
create index app_user_uid_prefix on app_user (uid text_pattern_ops);
create index app_user_by_book on app_user (book, id desc);
create index outbox_message_newest on outbox_message (state, id desc);
-- The months' sums are public and come from the ledger itself.
create index ledger_posting_adjustments on ledger_posting (at_ms)
  where cause = 'adjustment' and account_id is not null;

-- The first row of a shard's journal that is not older than the moment; one past the newest when
-- all are. Time never goes back within a journal, so halving finds it in some thirty steps: a
-- period of a statement needs no index of its own on the busiest table there is.
create function journal_seq_at(of_shard smallint, moment_ms bigint) returns bigint
language plpgsql stable as $$
declare
  low bigint := coalesce((select min(seq) from journal where shard = of_shard), 1);
  high bigint := coalesce((select max(seq) from journal where shard = of_shard), 0) + 1;
  middle bigint;
  middle_ms bigint;
begin
  while low < high loop
    middle := (low + high) / 2;
    select at_ms into strict middle_ms from journal where shard = of_shard and seq = middle;
    if middle_ms < moment_ms then low := middle + 1; else high := middle; end if;
  end loop;
  return low;
end $$;
