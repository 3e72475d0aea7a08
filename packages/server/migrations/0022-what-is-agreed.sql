-- What two people agree on when money leaves covers all that the payer is told: the note that goes
-- with the payment, and the warning that the account may be somebody else's (H08).

create or replace function withdrawal_object_hash(w withdrawal) returns bytea
language sql immutable as $$
  select sha256(convert_to(
    '{"fields":{"account":' || w.account_id
    || ',"amount":' || w.amount
    || ',"currency":' || w.currency_id
    || ',"decimals":' || w.decimals
    || ',"destination":"' || encode(w.destination_hash, 'hex')
    || '","fee":' || w.fee
    || ',"id":' || w.id
    || ',"memo":' || to_json(w.memo)::text
    || ',"method":' || w.method_id
    || ',"rate":"' || w.rate
    || '","received":' || w.received
    || ',"thirdParty":' || w.is_third_party::text
    || ',"user":' || w.user_id
    || '},"kind":"withdrawal"}', 'UTF8'))
$$;

create trigger keeps_words before update on withdrawal
  for each row when (
    (new.memo, new.is_third_party) is distinct from (old.memo, old.is_third_party)
  ) execute function refuse_withdrawal_change();

-- The public promise is counted over what has ended (H11).
create index withdrawal_by_end on withdrawal (ended_at) where ended_at is not null;
