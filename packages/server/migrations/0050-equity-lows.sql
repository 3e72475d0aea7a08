-- How low the equity of a listed account was seen between two New York cuts, so that a fall which
-- was won back by the end of the day does not disappear (H18). A fact of the same kind as
-- day_equity, not a result: the figures are still computed, from this and the rest.
create table equity_low (
  account_id bigint not null references trading_account,
  -- It was seen after this row of the journal of its shard, and before any other that paid
  -- something in or out or started a day.
  journal_seq bigint not null,
  shard smallint not null,
  equity bigint not null,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (account_id, journal_seq, equity)
);
comment on table equity_low is 'append-only: how low the equity of listed accounts was seen';
create index equity_low_seen on equity_low (seen_at);

create trigger append_only before update or delete or truncate on equity_low
  for each statement execute function refuse_change();

-- What the row says of its place. What the account was worth there is not asked: that is the sum of
-- its orders at quotes that the row does not name.
create view inv50 as
select l.account_id, l.journal_seq, l.shard, l.equity
from equity_low l
left join trading_account t on t.account_id = l.account_id
where t.shard is distinct from l.shard or l.journal_seq < t.journal_seq
  or not exists (select from journal j where j.shard = l.shard and j.seq = l.journal_seq);
comment on view inv50 is 'a fall that was seen is of an account, in its shard, since its opening';
