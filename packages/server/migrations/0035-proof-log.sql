-- What makes the house checkable from outside: Merkle logs over the tape, the journal, refusals and
-- the audit log, as tiles; the checkpoints that sign their roots; the operator's keys; what
-- witnesses have countersigned. Written by the proof's keeper alone (src/proof/log), but for
-- `refusal`, which the journal's writer fills in the commit that stores the refused key.

-- Every keyed command that was refused, whole. Numbers may have gaps (a commit that was rolled
-- back); one writer per shard commits them in order.
create table refusal (
  number bigint generated always as identity primary key,
  shard smallint not null,
  at_ms bigint not null,
  owner_id bigint not null,
  -- Null where the command is about no account.
  account_id bigint,
  command bytea not null,
  refusal jsonb not null
);
create index refusal_by_account on refusal (account_id, number) where account_id is not null;
comment on table refusal is 'append-only: what was refused, and why';

-- The hashes of a log in tiles: level k holds the tree's nodes of level 6k, 64 to a tile. The last
-- tile of a level grows; nothing in it ever changes.
create table proof_tile (
  log text not null check (log ~ '^[a-z]{1,20}(/[0-9]{1,5})?$'),
  level smallint not null check (level between 0 and 9),
  tile bigint not null check (tile >= 0),
  hashes bytea not null check (octet_length(hashes) between 32 and 2048
    and octet_length(hashes) % 32 = 0),
  primary key (log, level, tile)
) with (fillfactor = 85);
-- Hashes do not compress; within the row they are read without a second look.
alter table proof_tile alter column hashes set storage plain;
comment on table proof_tile is 'the tiles of the logs: they only grow';

create function refuse_tile_change() returns trigger language plpgsql as $$
begin
  raise exception 'tile % of level % of % only grows', old.tile, old.level, old.log
    using errcode = 'insufficient_privilege';
end $$;
create trigger keeps_tiles before delete or truncate on proof_tile
  for each statement execute function refuse_change();
create trigger only_grows before update on proof_tile for each row
  when ((new.log, new.level, new.tile) is distinct from (old.log, old.level, old.tile)
    or substr(new.hashes, 1, octet_length(old.hashes)) is distinct from old.hashes)
  execute function refuse_tile_change();

-- Which piece of the tape a leaf of its log is about. It stays when the piece is let go of.
create table proof_tape_leaf (
  leaf_index bigint primary key check (leaf_index >= 0),
  market_id integer not null,
  first_seq bigint not null,
  last_seq bigint not null,
  -- Finds the part of the tape that has the piece.
  first_at_ms bigint not null,
  -- The piece's own, which the leaf commits to.
  hash bytea not null check (octet_length(hash) = 32),
  unique (market_id, first_seq)
);
comment on table proof_tape_leaf is 'append-only: where each piece of the tape stands in its log';

-- Which refusal a leaf is about: numbers have gaps, leaves have none.
create table proof_refusal_leaf (
  leaf_index bigint primary key check (leaf_index >= 0),
  number bigint not null unique
);
comment on table proof_refusal_leaf is 'append-only: where each refusal stands in its log';

-- The rows of the journal that concern an account. Accounts share buckets, so that a turn writes a
-- few hundred rows however many traded; whoever asks for one reads its bucket.
create table proof_account_row (
  -- The account's number modulo 256.
  bucket smallint not null check (bucket between 0 and 255),
  first_seq bigint not null,
  last_seq bigint not null,
  -- Pairs in the order of the journal: the account, and the step from the row before. As
  -- variable-length integers, seven bits a byte, lowest first; the first step is 0.
  entries bytea not null,
  primary key (bucket, first_seq)
);
comment on table proof_account_row is 'append-only: which rows of the journal concern an account';

create table proof_checkpoint (
  number bigint primary key check (number > 0),
  at_ms bigint not null,
  -- The canonical JSON that is signed.
  body text not null check (octet_length(body) <= 8192),
  key_id text not null,
  signature bytea not null check (octet_length(signature) = 64)
);
comment on table proof_checkpoint is 'append-only: what every log was at a moment, signed';

-- The operator's keys. One is in use until some days after the next one came; every next one is
-- endorsed by the one before.
create table proof_key (
  generation integer primary key check (generation > 0),
  key_id text not null unique,
  public_key bytea not null check (octet_length(public_key) = 32),
  valid_from_ms bigint not null,
  -- How long the one before may still be used.
  overlap_ms bigint not null check (overlap_ms >= 0),
  endorsed_by text references proof_key (key_id),
  endorsement bytea check (octet_length(endorsement) = 64),
  check ((endorsed_by is null) = (endorsement is null))
);
comment on table proof_key is 'append-only: the keys that sign checkpoints and files';

create table proof_cosignature (
  checkpoint bigint not null references proof_checkpoint (number),
  witness text not null check (witness ~ '^[a-z0-9][a-z0-9.-]{0,62}$'),
  public_key bytea not null check (octet_length(public_key) = 32),
  signature bytea not null check (octet_length(signature) = 64),
  at_ms bigint not null,
  primary key (checkpoint, witness)
);
comment on table proof_cosignature is 'append-only: what witnesses outside have countersigned';

do $$
declare
  kept text;
begin
  foreach kept in array array[
    'refusal', 'proof_tape_leaf', 'proof_refusal_leaf', 'proof_account_row', 'proof_checkpoint',
    'proof_key', 'proof_cosignature'
  ] loop
    execute format(
      'create trigger append_only before update or delete or truncate on %I
         for each statement execute function refuse_change()', kept);
  end loop;
end $$;
