-- Notes on objects that wait for a person, and who takes care of each. Notes never change: a correction is another note.
create table object_notes (
  project_id uuid not null references projects (id),
  id uuid not null,
  object_type text not null,
  object_id uuid not null,
  -- Null for a note from the command line.
  author_id uuid references users (id),
  author_name text not null,
  note text not null,
  created_at timestamptz not null,
  constraint object_notes_pkey primary key (project_id, id),
  constraint object_notes_type_check check (object_type in ('invoice', 'deposit', 'withdrawal', 'channel_payment')),
  constraint object_notes_length_check check (char_length(note) between 1 and 2000)
);
create index object_notes_of_object on object_notes (project_id, object_id, id);

create table object_assignees (
  project_id uuid not null references projects (id),
  object_id uuid not null,
  object_type text not null,
  user_id uuid not null references users (id),
  assigned_at timestamptz not null,
  constraint object_assignees_pkey primary key (project_id, object_id),
  constraint object_assignees_type_check check (object_type in ('invoice', 'deposit', 'withdrawal', 'channel_payment'))
);
create index object_assignees_of_user on object_assignees (user_id, project_id);
