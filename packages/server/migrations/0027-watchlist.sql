-- The markets that a person has starred, in that order: codes with commas between, each once (the
-- contract's check). Kept beside the other choices; null where nothing is starred.

alter table member_setting
  add column watchlist text check (watchlist ~ '^[A-Z0-9]{2,12}(,[A-Z0-9]{2,12}){0,99}$');
