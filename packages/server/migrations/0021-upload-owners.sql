-- Whose the pictures are that proofs and identities name. After deposits and identities exist.

create view inv28 as
select named.kind, named.subject_id, named.upload_id
from (
  select 'identity_front' as kind, id as subject_id, user_id, front_id as upload_id
  from identity_case where front_id is not null
  union all
  select 'identity_back', id, user_id, back_id from identity_case where back_id is not null
  union all
  select 'proof', id, user_id, proof_id from deposit where proof_id is not null
) named
left join upload u on u.id = named.upload_id
where (u.user_id, u.purpose, u.subject_id)
  is distinct from (named.user_id, named.kind, named.subject_id);
comment on view inv28 is 'proofs and documents are the submitter''s own, each for its one purpose';
