-- What was moved in each hour that is over of a day that is not: who looks at today waits for its last hours alone. Derived as the
-- sums of days are, and gone once those of its day are kept.
alter table day_sums alter column day type timestamptz using day::timestamp at time zone 'UTC';
alter table day_sums rename column day to since;
create table hour_sums (
  project_id uuid not null references projects,
  since timestamptz not null,
  moved jsonb not null,
  sold jsonb not null,
  primary key (project_id, since)
);
