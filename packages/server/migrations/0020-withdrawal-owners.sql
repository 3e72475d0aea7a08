-- Who may be paid out, once identities and freezes are both there.

create view inv25 as
select w.id from withdrawal w
where not exists (select from app_user u where u.id = w.user_id and u.book = 'real')
   or not exists (
     select from identity_case c
     where c.user_id = w.user_id and c.status = 'approved' and c.decided_at <= w.created_at
   )
   or (
     select f.until from user_freeze f
     where f.user_id = w.user_id and f.at < w.created_at order by f.id desc limit 1
   ) > w.created_at;
comment on view inv25 is 'only real, certified people who were not frozen asked for withdrawals';
