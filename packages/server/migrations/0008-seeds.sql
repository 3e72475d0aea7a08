-- The seeds of simulated days (H14): promised by their hash before the day begins, shown when it is
-- over. Whoever has the seeds of all days up to one can make that day's prices again. A day that
-- was promised twice, because the server was given another seed, shows both promises.

create table seed_commitment (
  day date not null,
  -- SHA-256 over a label and the seed, in hexadecimal (packages/proof/src/seed.ts).
  commitment text not null check (commitment ~ '^[0-9a-f]{64}$'),
  committed_at timestamptz not null default clock_timestamp(),
  primary key (day, commitment)
);
comment on table seed_commitment is 'append-only: what was promised, and when';

create table seed_reveal (
  day date not null,
  commitment text not null,
  seed text not null check (seed ~ '^[0-9a-f]{64}$'),
  revealed_at timestamptz not null default clock_timestamp(),
  primary key (day, commitment),
  foreign key (day, commitment) references seed_commitment
);
comment on table seed_reveal is 'append-only: the seeds of days that are over';

create trigger append_only before update or delete or truncate on seed_commitment
  for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on seed_reveal
  for each statement execute function refuse_change();
