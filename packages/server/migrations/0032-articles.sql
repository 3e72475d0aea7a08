-- What editors write at the desk: news, announcements, and where the service is not provided. They
-- are one thing with three places to be read; the tables of the news become theirs.

alter table news rename to article;
alter table article rename constraint news_picture_check to article_picture_check;
alter table news_text rename to article_text;
alter table article_text rename column news_id to article_id;
alter index news_published rename to article_published;
alter index news_published_by_category rename to article_published_by_category;

alter table article
  add column kind text not null default 'news' check (kind in ('news', 'announcement', 'region')),
  -- Grows with every change, so that nobody writes over another's work unseen.
  add column version integer not null default 1 check (version > 0),
  add column updated_at timestamptz not null default clock_timestamp(),
  -- Who wrote last, by number; null for what came with the installation.
  add column updated_by bigint,
  alter column category_id drop not null,
  add check ((kind = 'news') = (category_id is not null)),
  -- Where the service is not provided is always said.
  add check (kind <> 'region' or published_at is not null);
alter table article alter column kind drop default;
create index article_by_kind on article (kind, id desc);
create unique index article_region on article (kind) where kind = 'region';
insert into article (kind, published_at) values ('region', clock_timestamp());

create function refuse_region_loss() returns trigger language plpgsql as $$
begin
  raise exception 'where the service is not provided is always said'
    using errcode = 'insufficient_privilege';
end $$;
create trigger keeps_region before delete on article
  for each row when (old.kind = 'region') execute function refuse_region_loss();
create trigger keeps_kind before update on article
  for each row when (new.kind <> old.kind) execute function refuse_region_loss();
create trigger keeps_articles before truncate on article
  for each statement execute function refuse_change();

-- Of the region's notice a body alone will do.
alter table article_text drop constraint news_text_title_check,
  add constraint article_text_title_check check (length(title) <= 200);

-- Pictures that everybody may see: encoded by us, in the database so that every gateway has them
-- and a backup is whole. A number means one picture for ever.
create table picture (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  staff_id bigint not null,
  created_at timestamptz not null,
  bytes bytea not null check (octet_length(bytes) between 1 and 4194304)
);
create index picture_by_staff on picture (staff_id, created_at);
comment on table picture is 'append-only: what stands under a number stays';
create trigger append_only before update or delete or truncate on picture
  for each statement execute function refuse_change();

-- Who writes what everybody reads is a role of its own: it moves no money and sees nobody.
alter table staff drop constraint staff_roles_check;
alter table staff add constraint staff_roles_check check (
  cardinality(roles) between 1 and 6
  and roles <@ array['support', 'finance', 'compliance', 'dealer', 'editor', 'admin']
);
