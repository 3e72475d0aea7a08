-- What the client called the attempt that left a reply, so that its repetition leaves none (T01).
-- Replies of before have none, nor have those of a build that knows of no attempts.
alter table feedback_reply add column attempt text check (length(attempt) between 1 and 300);
create unique index feedback_reply_attempt
  on feedback_reply (feedback_id, coalesce(staff_id, 0), attempt) where attempt is not null;
