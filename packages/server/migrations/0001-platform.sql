-- Which migrations this database has had. The runner writes it, in the same transaction as the
-- migration itself; the application may only read it (see src/platform/rights.ts).
create table schema_migration (
  number integer primary key check (number > 0),
  name text not null,
  checksum text not null check (checksum ~ '^[0-9a-f]{64}$'),
  applied_at timestamptz not null default clock_timestamp()
);
comment on table schema_migration is 'read-only: the record of the schema';
