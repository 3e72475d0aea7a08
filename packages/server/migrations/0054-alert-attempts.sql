-- What the client called the attempt that set an alert, so that its repetition sets none (T01).
-- Alerts of before have none, nor have those of a build that knows of no attempts.
alter table price_alert add column attempt text check (length(attempt) between 1 and 300);
create unique index price_alert_attempt on price_alert (user_id, attempt)
  where attempt is not null;
