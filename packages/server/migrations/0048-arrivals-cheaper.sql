-- A line per order is only worth what it costs: nobody looks for one by its number, so there is no
-- index of numbers, and a reason is held against its pattern where there is one.
alter table order_arrival
  drop constraint order_arrival_pkey,
  drop constraint order_arrival_refused_check,
  add constraint order_arrival_refused_check
    check (refused = '' or refused ~ '^[A-Z0-9_]{1,60}$');
