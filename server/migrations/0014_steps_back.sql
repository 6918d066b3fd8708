-- How a running process knows that the database went back in time under it (src/db/own-mark.ts).

-- One row for each process, raised by it alone.
create table process_marks (
  process uuid primary key,
  mark bigint not null,
  marked_at timestamptz not null
);

-- When the database was found to be older than a process remembered. A newest number that rose tells what hands out
-- addresses to skip ahead.
create table steps_back (
  id bigint primary key generated always as identity,
  reason text not null,
  noticed_at timestamptz not null
);
