-- Money out: in which currencies, to where, who asked for what, and how it was paid. USD in
-- millionths; what is received in the smallest part of its currency. Destinations are sealed with a
-- key that the database does not have, and named by a keyed hash. What was asked for never changes:
-- no fee can be added and no destination exchanged afterwards (H11, T71).

create table payout_currency (
  id integer generated always as identity primary key,
  code text not null check (code ~ '^[A-Z0-9]{2,12}$'),
  network text not null check (network in ('BTC', 'ERC20', 'TRC20', 'WIRE')),
  channel text not null check (channel in ('coin', 'bank')),
  unique (code, network),
  check ((channel = 'bank') = (network = 'WIRE'))
);
comment on table payout_currency is 'append-only: in which currencies is paid out, over what';

-- The newest version of a currency holds.
create table payout_terms (
  currency_id integer not null references payout_currency,
  version integer not null check (version > 0),
  fee_kind text not null check (fee_kind in ('fixed', 'percent')),
  -- Millionths of a USD when fixed, else hundred-millionths of the amount.
  fee bigint not null check (fee >= 0),
  -- Units that one USD buys: fixed, or as one of our markets says.
  fixed_rate numeric(27, 12) check (fixed_rate > 0),
  market_code text check (market_code ~ '^[A-Z0-9]{2,20}$'),
  amount_min bigint not null check (amount_min > 0),
  amount_max bigint not null,
  decimals smallint not null check (decimals between 0 and 8),
  is_offered boolean not null,
  is_sandbox boolean not null default false,
  -- What two people agreed on; null for what an installation began with.
  proposal_id bigint unique,
  at timestamptz not null,
  primary key (currency_id, version),
  check (amount_max >= amount_min),
  check (fee_kind = 'fixed' or fee < 100000000),
  check (num_nonnulls(fixed_rate, market_code) = 1)
);
comment on table payout_terms is 'append-only: what a payout costs and at which rate';

create table payout_method (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  user_id bigint not null,
  book text not null default 'real' check (book = 'real'),
  currency_id integer not null references payout_currency,
  sealed bytea not null check (octet_length(sealed) between 29 and 8192),
  destination_hash bytea not null check (octet_length(destination_hash) = 32),
  bound_at timestamptz not null,
  -- Nothing is sent there before (T69).
  usable_at timestamptz not null check (usable_at >= bound_at),
  removed_at timestamptz,
  foreign key (user_id, book) references app_user (id, book)
);
create unique index payout_method_live
  on payout_method (user_id, currency_id, destination_hash) where removed_at is null;
create index payout_method_by_user on payout_method (user_id, id desc);
create trigger keeps_methods before delete or truncate on payout_method
  for each statement execute function refuse_change();
create function refuse_method_change() returns trigger language plpgsql as $$
begin
  raise exception 'payout method % does not change', old.id
    using errcode = 'insufficient_privilege';
end $$;
-- An edited method would be a new one without its wait.
create trigger keeps_destination before update on payout_method
  for each row when (
    (new.user_id, new.currency_id, new.sealed, new.destination_hash, new.bound_at, new.usable_at)
      is distinct from
    (old.user_id, old.currency_id, old.sealed, old.destination_hash, old.bound_at, old.usable_at)
    or old.removed_at is not null
  ) execute function refuse_method_change();

create table withdrawal (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  user_id bigint not null,
  book text not null default 'real' check (book = 'real'),
  account_id bigint not null references user_account,
  method_id bigint not null references payout_method,
  currency_id integer not null,
  terms_version integer not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee between 0 and amount),
  rate numeric(27, 12) not null check (rate > 0),
  -- The row of the tape it is from; null when the rate is fixed.
  rate_market text,
  rate_seq bigint,
  decimals smallint not null check (decimals between 0 and 8),
  received numeric(38, 0) not null check (received > 0),
  -- The destination as it was when it was asked for.
  sealed bytea not null check (octet_length(sealed) between 29 and 8192),
  destination_hash bytea not null check (octet_length(destination_hash) = 32),
  memo text not null default '' check (length(memo) <= 140),
  is_third_party boolean not null,
  -- placing → unconfirmed → reviewing → approved → paying → paid; or refused (nothing was held),
  -- cancelled, rejected, returned.
  status text not null check (status in ('placing', 'refused', 'unconfirmed', 'reviewing',
    'approved', 'paying', 'paid', 'cancelled', 'rejected', 'returned')),
  -- What the books still have to do for this status; done at once, or after a crash by a job.
  due_act text check (due_act in ('hold', 'release', 'settle')),
  -- Why nothing was held, with its numbers.
  refusal jsonb,
  -- Where no app confirms: a code by mail, good for this one alone (T69).
  needs_code boolean not null,
  code_hash bytea check (octet_length(code_hash) = 32),
  code_tries smallint not null default 0 check (code_tries between 0 and 5),
  code_sends smallint not null default 0 check (code_sends between 0 and 5),
  code_sent_at timestamptz,
  confirm_by timestamptz not null,
  -- The client's own name of the attempt, and of what it asked for (T01).
  attempt_hash bytea check (octet_length(attempt_hash) = 32),
  payload_hash bytea check (octet_length(payload_hash) = 32),
  question text not null default '' check (length(question) <= 500),
  answer text not null default '' check (length(answer) <= 500),
  rejection text check (rejection in
    ('details_wrong', 'third_party', 'funds_unclear', 'law', 'other')),
  remark text not null default '' check (length(remark) <= 500),
  created_at timestamptz not null,
  due_at timestamptz not null check (due_at > created_at),
  -- When it was approved, rejected or cancelled; and when it ended.
  decided_at timestamptz,
  ended_at timestamptz,
  foreign key (user_id, book) references app_user (id, book),
  foreign key (currency_id, terms_version) references payout_terms,
  unique (user_id, attempt_hash),
  check ((attempt_hash is null) = (payload_hash is null)),
  check ((rate_market is null) = (rate_seq is null)),
  check ((due_act = 'hold') is not true or status = 'placing'),
  check ((due_act = 'release') is not true or status in ('cancelled', 'rejected', 'returned')),
  check ((due_act = 'settle') is not true or status = 'paid'),
  check ((rejection is not null) = (status = 'rejected'))
);
create index withdrawal_by_user on withdrawal (user_id, id desc)
  where status not in ('placing', 'refused');
create index withdrawal_by_status on withdrawal (status, id);
create index withdrawal_due_act on withdrawal (id) where due_act is not null;
create index withdrawal_unconfirmed on withdrawal (confirm_by) where status = 'unconfirmed';
create index withdrawal_by_decision on withdrawal (decided_at) where decided_at is not null;
create index withdrawal_by_method on withdrawal (method_id);

create trigger keeps_withdrawals before delete or truncate on withdrawal
  for each statement execute function refuse_change();
create function refuse_withdrawal_change() returns trigger language plpgsql as $$
begin
  raise exception 'withdrawal % does not change like that', old.id
    using errcode = 'insufficient_privilege';
end $$;
create trigger keeps_request before update on withdrawal
  for each row when (
    (new.user_id, new.account_id, new.method_id, new.currency_id, new.terms_version, new.amount,
      new.fee, new.rate, new.rate_market, new.rate_seq, new.decimals, new.received, new.sealed,
      new.destination_hash, new.created_at, new.due_at, new.confirm_by, new.needs_code)
      is distinct from
    (old.user_id, old.account_id, old.method_id, old.currency_id, old.terms_version, old.amount,
      old.fee, old.rate, old.rate_market, old.rate_seq, old.decimals, old.received, old.sealed,
      old.destination_hash, old.created_at, old.due_at, old.confirm_by, old.needs_code)
  ) execute function refuse_withdrawal_change();
-- Every legal move. A pair that is not here cannot happen.
create trigger keeps_order before update of status on withdrawal
  for each row when (
    new.status <> old.status and (old.status || ' ' || new.status) not in (
      'placing refused', 'placing unconfirmed', 'placing reviewing',
      'unconfirmed reviewing', 'unconfirmed cancelled',
      'reviewing approved', 'reviewing rejected', 'reviewing cancelled',
      'approved paying', 'paying paid', 'paying returned')
  ) execute function refuse_withdrawal_change();

-- One payment of one approved withdrawal. The key is made of what is paid to where, so that the
-- provider can be asked whether it has it already (T73).
create table payout (
  withdrawal_id bigint primary key references withdrawal,
  payout_key text not null unique check (payout_key ~ '^[0-9a-f]{64}$'),
  provider text not null check (provider in ('manual', 'sandbox')),
  destination_hash bytea not null check (octet_length(destination_hash) = 32),
  received numeric(38, 0) not null check (received > 0),
  -- What the bank or the chain calls it; null until it is known.
  reference text check (length(reference) between 1 and 120),
  failure text check (length(failure) between 1 and 500),
  begun_at timestamptz not null,
  ended_at timestamptz,
  check (num_nonnulls(reference, failure) <= 1),
  check ((ended_at is null) = (num_nonnulls(reference, failure) = 0))
);
-- However it is spelled.
create unique index payout_reference on payout (provider, lower(reference))
  where reference is not null;
create trigger keeps_payouts before delete or truncate on payout
  for each statement execute function refuse_change();
create function refuse_payout_change() returns trigger language plpgsql as $$
begin
  raise exception 'payout % does not change like that', old.withdrawal_id
    using errcode = 'insufficient_privilege';
end $$;
create trigger keeps_payment before update on payout
  for each row when (
    (new.withdrawal_id, new.payout_key, new.provider, new.destination_hash, new.received,
      new.begun_at) is distinct from
    (old.withdrawal_id, old.payout_key, old.provider, old.destination_hash, old.received,
      old.begun_at)
    or old.ended_at is not null
  ) execute function refuse_payout_change();

do $$
declare
  kept text;
begin
  foreach kept in array array['payout_currency', 'payout_terms'] loop
    execute format(
      'create trigger append_only before update or delete or truncate on %I
         for each statement execute function refuse_change()', kept);
  end loop;
end $$;

-- The hash of what two people agree on, computed a second time, apart from the program's own (H08):
-- the same canonical JSON, keys in order, without spaces.
create function withdrawal_object_hash(w withdrawal) returns bytea language sql immutable as $$
  select sha256(convert_to(
    '{"fields":{"account":' || w.account_id
    || ',"amount":' || w.amount
    || ',"currency":' || w.currency_id
    || ',"decimals":' || w.decimals
    || ',"destination":"' || encode(w.destination_hash, 'hex')
    || '","fee":' || w.fee
    || ',"id":' || w.id
    || ',"method":' || w.method_id
    || ',"rate":"' || w.rate
    || '","received":' || w.received
    || ',"user":' || w.user_id
    || '},"kind":"withdrawal"}', 'UTF8'))
$$;

create view inv21 as
select w.id, w.status
from withdrawal w
left join (
  select cause_id,
    count(*) filter (where cause = 'withdrawal-hold') as holds,
    coalesce(sum(amount) filter (where cause = 'withdrawal-hold'), 0) as held,
    count(*) filter (where cause = 'withdrawal-release') as releases,
    coalesce(-sum(amount) filter (where cause = 'withdrawal-release'), 0) as released,
    coalesce(-sum(amount) filter (where cause = 'withdrawal-fee'), 0) as kept,
    coalesce(-sum(amount) filter (where cause = 'withdrawal-payout'), 0) as paid
  from ledger_posting where house = 'withdrawals' and book = 'real' group by cause_id
) booked on booked.cause_id = w.id
cross join lateral (
  select coalesce(booked.holds, 0) = 1 and booked.held = w.amount as is_held,
    coalesce(booked.releases, 0) = 1 and booked.released = w.amount as is_released,
    coalesce(booked.kept, 0) = w.fee and coalesce(booked.paid, 0) = w.amount - w.fee as is_paid,
    coalesce(booked.releases, 0) = 0 as is_unreleased,
    coalesce(booked.kept, 0) = 0 and coalesce(booked.paid, 0) = 0 as is_unpaid
) money
where not case
  when w.status = 'placing' then is_unreleased and is_unpaid and (booked.holds is null or is_held)
  when w.status = 'refused' then booked.holds is null
  when w.status = 'paid' then is_held and is_unreleased
    and (is_paid or (w.due_act is not null and is_unpaid))
  when w.status in ('cancelled', 'rejected', 'returned') then is_held and is_unpaid
    and (is_released or (w.due_act is not null and is_unreleased))
  else is_held and is_unreleased and is_unpaid
end;
comment on view inv21 is 'a withdrawal has one hold and is paid or returned once, as it says';

create view inv22 as
select min(withdrawal_id) as withdrawal_id, provider, lower(reference) as reference from payout
where reference is not null group by provider, lower(reference) having count(*) > 1
union all
select w.id, p.provider, p.reference from withdrawal w left join payout p on p.withdrawal_id = w.id
where (w.status = 'paid') <> (p.reference is not null);
comment on view inv22 is 'what was paid has a reference, and a reference is of one payment';

create view inv23 as
select w.id from withdrawal w
join payout_method m on m.id = w.method_id
left join payout p on p.withdrawal_id = w.id
where m.user_id <> w.user_id
   or m.currency_id <> w.currency_id
   or m.destination_hash <> w.destination_hash
   or m.usable_at > w.created_at
   or m.removed_at <= w.created_at
   or (p.destination_hash, p.received) <> (w.destination_hash, w.received);
comment on view inv23 is 'money goes where its owner said, in the currency of it, after the wait';

create view inv24 as
select w.id from withdrawal w
join payout_terms t on t.currency_id = w.currency_id and t.version = w.terms_version
where w.amount <= 0
   or w.fee <> case t.fee_kind when 'fixed' then t.fee
     else ceil(w.amount::numeric * t.fee / 100000000) end
   or w.decimals <> t.decimals
   or w.rate <> coalesce(t.fixed_rate, w.rate)
   or w.received <> greatest(0, half_even(
     (w.amount - w.fee)::numeric * trim_scale(w.rate * 1000000000000)
       * power(10::numeric, w.decimals),
     power(10::numeric, 18)));
comment on view inv24 is 'what is received is (amount - fee) times the rate, by the terms of then';

create view unapproved_withdrawal as
select 'withdrawal'::text as object_kind, w.id as object_id from withdrawal w
where w.status in ('approved', 'paying', 'paid', 'returned') and (
  select count(distinct a.staff_id) from approval a
  where a.object_kind = 'withdrawal' and a.object_id = w.id and a.part = 'checker'
    and a.object_hash = withdrawal_object_hash(w)
) < 2;

create or replace view inv26 as
select object_kind, object_id from unapproved_deposit
union all
select object_kind, object_id from unapproved_withdrawal;
