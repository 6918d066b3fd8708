-- What was moved between the accounts of a project on each day that is over: sums of postings, which stay as they are. Derived: a row
-- that is missing is added up again.
create table day_sums (
  project_id uuid not null references projects,
  day date not null,
  moved jsonb not null,
  sold jsonb not null,
  primary key (project_id, day)
);
