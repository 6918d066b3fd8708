-- The journal of what people do through operator operations: a line when it begins, and one of how it ended. A line
-- without an end is of something that still runs, or that was cut. docs/decisions/0097-a-journal-of-human-actions.md.

create table journal (
  id uuid primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('system_user', 'user', 'token')),
  actor text not null check (actor <> ''),
  face text not null check (face in ('cli', 'screen', 'api')),
  -- Where the request came from; the command line comes from nowhere.
  address inet,
  -- How and when the person proved once more who he is, for this.
  step_up jsonb,
  operation text not null check (operation <> ''),
  -- Null: it is about the installation, about what was not there yet, or about nothing that was found.
  project_id uuid references projects,
  object_type text,
  object_id text,
  -- As it was asked for, without secrets.
  input jsonb not null check (jsonb_typeof(input) = 'object'),
  reason text,
  before jsonb,
  constraint journal_object check (object_id is null or object_type is not null),
  constraint journal_command_line check (face <> 'cli' or (actor_kind = 'system_user' and address is null))
);
create index journal_project on journal (project_id, id) where project_id is not null;
create index journal_object_id on journal (object_id, id) where object_id is not null;
create index journal_actor on journal (actor, id);
create index journal_operation on journal (operation text_pattern_ops, id);
create index journal_at on journal (at);

create table journal_outcomes (
  journal_id uuid primary key references journal,
  at timestamptz not null,
  outcome text not null check (outcome in ('done', 'refused', 'failed')),
  code text,
  -- The fields that were refused, each with its rule.
  problems jsonb,
  -- What it made, which had no id when it began.
  project_id uuid references projects,
  object_id text,
  after jsonb,
  constraint journal_outcomes_code check ((outcome = 'done') = (code is null)),
  constraint journal_outcomes_problems check (problems is null or outcome = 'refused'),
  constraint journal_outcomes_made
    check (outcome = 'done' or (after is null and project_id is null and object_id is null))
);
create index journal_outcomes_project on journal_outcomes (project_id) where project_id is not null;
create index journal_outcomes_object on journal_outcomes (object_id) where object_id is not null;

create trigger journal_append_only before update or delete or truncate on journal
  for each statement execute function refuse_change();
create trigger journal_outcomes_append_only before update or delete or truncate on journal_outcomes
  for each statement execute function refuse_change();
