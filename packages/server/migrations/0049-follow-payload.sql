-- What the call that began a follow asked for: its name with another wish is refused (T01). Follows
-- of before have none.
alter table follow add column payload_hash bytea check (octet_length(payload_hash) = 32);
