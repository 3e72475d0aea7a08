-- Money in: currencies, networks, bank accounts, deposits, cards. Amounts are integers of the
-- currency's smallest part; USD in millionths. What the sandbox was seeded with says so, and a
-- server that takes real money does not start with it (H13). Rails change by proposals only (T63).

create table deposit_currency (
  id integer generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z0-9]{2,12}$'),
  name text not null check (length(name) between 1 and 60),
  channel text not null check (channel in ('coin', 'bank')),
  decimals smallint not null check (decimals between 0 and 8),
  -- Units that one USD buys: fixed, or as one of our markets says.
  fixed_price numeric(27, 12) check (fixed_price > 0),
  market_code text check (market_code ~ '^[A-Z0-9]{2,20}$'),
  amount_min bigint not null check (amount_min > 0),
  amount_max bigint not null,
  is_active boolean not null,
  is_sandbox boolean not null default false,
  check (amount_max >= amount_min),
  check (num_nonnulls(fixed_price, market_code) = 1)
);

create table deposit_network (
  id integer generated always as identity primary key,
  currency_id integer not null references deposit_currency,
  protocol_code text not null check (protocol_code in ('BTC', 'ERC20', 'TRC20')),
  address text not null check (length(address) between 20 and 90),
  memo text not null default '' check (length(memo) <= 100),
  confirmations smallint not null check (confirmations between 1 and 1000),
  is_active boolean not null,
  is_sandbox boolean not null default false
);
create unique index deposit_network_offered
  on deposit_network (currency_id, protocol_code) where is_active;

create table wire_option (
  id integer generated always as identity primary key,
  currency_id integer not null references deposit_currency,
  bank_name text not null check (length(bank_name) between 1 and 100),
  bank_address text not null check (length(bank_address) <= 200),
  bank_swift text not null check (bank_swift ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  payee_name text not null check (length(payee_name) between 1 and 100),
  payee_account text not null check (length(payee_account) between 4 and 40),
  -- What the payer must write; {uid} stands for the member's number.
  remark text not null check (remark ~ '\{uid\}' and length(remark) <= 100),
  is_active boolean not null,
  is_sandbox boolean not null default false
);

create table deposit (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  user_id bigint not null,
  book text not null default 'real' check (book = 'real'),
  account_id bigint not null references user_account,
  kind text not null check (kind in ('coin', 'wire', 'card')),
  -- unpaid (cards) or reviewing → crediting → credited; or rejected, invalid. stuck: the books
  -- refused what was decided, and somebody must look.
  state text not null check (state in
    ('unpaid', 'reviewing', 'crediting', 'stuck', 'credited', 'rejected', 'invalid')),
  currency_code text not null check (currency_code ~ '^[A-Z0-9]{2,12}$'),
  decimals smallint not null check (decimals between 0 and 8),
  amount bigint not null check (amount > 0),
  -- Where it should have gone, as it was shown then: later changes of a rail change nothing here.
  network_id integer references deposit_network,
  wire_option_id integer references wire_option,
  protocol_code text not null default '',
  address text not null default '',
  bank_name text not null default '',
  payee_account text not null default '',
  bank_remark text not null default '',
  note text not null default '' check (length(note) <= 200),
  -- The picture, the SHA-256 of its pixels, and how it looks to the eye.
  proof_id text,
  proof_hash bytea check (octet_length(proof_hash) = 32),
  proof_likeness bit(64),
  -- The picture, or one much like it, came with another deposit (T61).
  has_twin boolean not null default false,
  -- An estimate of the day; what counts is decided with the credit.
  expected_usd bigint check (expected_usd >= 0),
  -- What the bank or the chain calls the payment, and the same in one spelling.
  reference text not null default '' check (length(reference) <= 120),
  reference_key text check (length(reference_key) between 1 and 120),
  -- USD for one unit as a fraction, and the row of the tape it is from.
  rate_numerator numeric(40, 0) check (rate_numerator > 0),
  rate_denominator numeric(40, 0) check (rate_denominator > 0),
  rate_market text,
  rate_seq bigint,
  credit_usd bigint check (credit_usd > 0),
  remark text not null default '' check (length(remark) <= 500),
  -- A remark of our own, which every reader gets in the own language.
  remark_code text check (remark_code in ('expired', 'cancelled', 'failed', 'unavailable')),
  question text not null default '' check (length(question) <= 500),
  answer text not null default '' check (length(answer) <= 500),
  problem text not null default '' check (length(problem) <= 100),
  -- Cards: the provider's name of the payment page, and where it is.
  session_ref text unique check (length(session_ref) <= 200),
  pay_url text not null default '' check (length(pay_url) <= 2000),
  -- The client's own name of the attempt, and of what it asked for (T01).
  attempt_hash bytea check (octet_length(attempt_hash) = 32),
  payload_hash bytea check (octet_length(payload_hash) = 32),
  created_at timestamptz not null,
  due_at timestamptz,
  decided_at timestamptz,
  foreign key (user_id, book) references app_user (id, book),
  unique (user_id, attempt_hash),
  check (num_nonnulls(proof_id, proof_hash, proof_likeness) in (0, 3)),
  check (num_nonnulls(rate_numerator, rate_denominator, credit_usd) in (0, 3)),
  check ((rate_market is null) = (rate_seq is null)),
  check ((reference = '') = (reference_key is null)),
  check (state not in ('crediting', 'stuck', 'credited')
    or num_nonnulls(reference_key, credit_usd) = 2 or kind = 'card'),
  check ((state in ('credited', 'rejected', 'invalid')) = (decided_at is not null)),
  check ((kind = 'coin') = (network_id is not null)),
  check ((kind = 'wire') = (wire_option_id is not null))
);
create index deposit_by_user on deposit (user_id, id desc);
create index deposit_by_state on deposit (state, id);
create index deposit_by_proof on deposit (proof_hash) where proof_hash is not null;
create index deposit_by_reference on deposit (reference_key) where reference_key is not null;
-- A payment is credited once, whoever reports it, and so is a picture (T61, inv27).
create unique index deposit_reference on deposit (reference_key)
  where reference_key is not null and state not in ('rejected', 'invalid');
create unique index deposit_credited_proof on deposit (proof_hash)
  where proof_hash is not null and state in ('crediting', 'stuck', 'credited');
create trigger keeps_deposits before delete or truncate on deposit
  for each statement execute function refuse_change();
create function refuse_deposit_change() returns trigger language plpgsql as $$
begin
  raise exception 'deposit % does not change like that', old.id
    using errcode = 'insufficient_privilege';
end $$;
-- What was reported stays as it was reported, and what was credited stays credited.
create trigger keeps_report before update on deposit
  for each row when (
    (new.user_id, new.account_id, new.kind, new.currency_code, new.decimals, new.amount,
      new.network_id, new.wire_option_id, new.address, new.payee_account)
      is distinct from
    (old.user_id, old.account_id, old.kind, old.currency_code, old.decimals, old.amount,
      old.network_id, old.wire_option_id, old.address, old.payee_account)
    or (old.proof_hash is not null and new.proof_hash is distinct from old.proof_hash)
    or old.state in ('credited', 'rejected')
  ) execute function refuse_deposit_change();

-- What the card provider told us, each once.
create table card_event (
  id text primary key check (length(id) between 1 and 200),
  kind text not null check (length(kind) <= 100),
  deposit_id bigint references deposit,
  at timestamptz not null default clock_timestamp()
);
comment on table card_event is 'append-only: what the card provider told us';
create trigger append_only before update or delete or truncate on card_event
  for each statement execute function refuse_change();

-- The hash of what people agree on, computed a second time, apart from the program's own (H08).
create function deposit_hash(d deposit) returns text language sql stable as $$
  select object_hash('deposit', jsonb_build_object(
    'account', d.account_id, 'address', d.address, 'amount', d.amount, 'credit', d.credit_usd,
    'currency', d.currency_code, 'decimals', d.decimals, 'id', d.id, 'network', d.network_id,
    'payee', d.payee_account, 'proof', coalesce(encode(d.proof_hash, 'hex'), ''),
    'rateMarket', d.rate_market, 'rateSeq', d.rate_seq, 'reference', d.reference,
    'user', d.user_id, 'way', d.kind, 'wire', d.wire_option_id))
$$;

-- From this many millionths on, two people agree.
create function deposit_approvals_needed(credit_usd bigint) returns integer
language sql immutable as $$ select case when credit_usd >= 1000000000 then 2 else 1 end $$;

create view unapproved_deposit as
select 'deposit'::text as object_kind, d.id as object_id
from deposit d
where d.kind <> 'card' and d.state in ('crediting', 'stuck', 'credited')
  and deposit_approvals_needed(d.credit_usd) > (
    select count(distinct a.staff_id) from approval a
    where a.object_kind = 'deposit' and a.object_id = d.id
      and a.object_hash = decode(deposit_hash(d), 'hex')
  );

-- Whatever else needs two people replaces this view by one that has its own rows, too.
create view inv26 as select object_kind, object_id from unapproved_deposit;
comment on view inv26 is 'what two people must agree on was agreed on by two, as it stands';

create view inv27 as
select d.id, 'booked' as what from deposit d
cross join lateral (
  select count(*) as times, sum(p.amount) as amount from ledger_posting p
  where p.account_id = d.account_id and p.cause = 'deposit' and p.cause_id = d.id
) booked
where case when d.state = 'credited'
    then booked.times <> 1 or booked.amount is distinct from d.credit_usd
  when d.state = 'crediting' then booked.times > 1
  else booked.times <> 0 end
union all
select p.cause_id, 'unknown' from ledger_posting p
where p.cause = 'deposit' and p.account_id in (select id from user_account) and not exists (
  select 1 from deposit d where d.id = p.cause_id and d.account_id = p.account_id
)
union all
select min(id), 'reference' from deposit
where state in ('crediting', 'stuck', 'credited') and reference_key is not null
group by reference_key having count(*) > 1
union all
select min(id), 'proof' from deposit
where state in ('crediting', 'stuck', 'credited') and proof_hash is not null
group by proof_hash having count(*) > 1
union all
select id, 'rate' from deposit
where credit_usd is not null and credit_usd is distinct from half_even(
  amount::numeric * 1000000 * rate_numerator,
  power(10::numeric, decimals) * rate_denominator
);
comment on view inv27 is 'a deposit, a reference and a proof are credited once, at the rate';
