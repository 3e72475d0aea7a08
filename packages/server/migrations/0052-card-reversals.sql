-- What became of a card payment after it was made: refunds, and disputes of whoever holds the card.
-- The provider's words, as they came, in whatever order; what holds now is a fold of them in which
-- the order does not matter. They move no money: that is an adjustment, by two people (H08, H10).

create table card_reversal (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  -- The provider's own name of the event: each is kept once.
  event_id text not null unique check (length(event_id) between 1 and 200),
  event_type text not null check (length(event_type) between 1 and 100),
  -- As deposit.reference_key: what is said may arrive before the payment itself does, or be about
  -- a payment that is none of ours.
  payment_key text not null check (length(payment_key) between 1 and 120),
  -- "charge": how much was refunded of the payment in all. The others are single ones.
  about text not null check (about in ('charge', 'refund', 'dispute')),
  object_ref text not null check (length(object_ref) between 1 and 200),
  state text not null check (case about
    when 'charge' then state = 'done'
    when 'refund' then state in ('pending', 'done', 'failed')
    else state in ('inquiry', 'ended', 'open', 'won', 'lost') end),
  -- In the smallest part of the currency, as it was said: it need not be the deposit's.
  amount bigint not null check (amount >= 0),
  currency_code text not null check (currency_code ~ '^[A-Z]{3}$'),
  said_at timestamptz not null,
  at timestamptz not null default clock_timestamp()
);
create index card_reversal_by_payment on card_reversal (payment_key, id);
comment on table card_reversal is 'append-only: refunds and disputes, as the card provider said';
create trigger append_only before update or delete or truncate on card_reversal
  for each statement execute function refuse_change();

-- Who of the staff has looked at it; until then it waits.
create table card_reversal_look (
  reversal_id bigint primary key references card_reversal,
  staff_id bigint not null,
  at timestamptz not null default clock_timestamp()
);
comment on table card_reversal_look is 'append-only: who looked at a refund or a dispute';
create trigger append_only before update or delete or truncate on card_reversal_look
  for each statement execute function refuse_change();
