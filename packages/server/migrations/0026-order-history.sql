-- The history of an account is filtered and summed by what the index itself carries, so that a page
-- and the totals of fifty thousand orders never visit the orders that nobody asked for (T60).

drop index trade_order_history;
create index trade_order_history on trade_order (account_id, journal_seq, order_id)
  include (ended_at_ms, market_id, side, end_reason, profit)
  where ended_at_ms is not null;

-- The closed parts of a position. Few orders are parts; the others cost it nothing.
create index trade_order_parts on trade_order (part_of) where part_of is not null;
