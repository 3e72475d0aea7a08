-- The name by which a support widget of another house knows a user is the uid, which its client is
-- told beside the keyed hash of it (identifier_hash): a name that nobody is told could not be
-- checked by anybody.
alter table app_user drop column chat_name;
