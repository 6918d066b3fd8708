-- People: who may sign in, what each may do, and that they are signed in. Nothing by which somebody could sign in is here
-- in readable form. docs/decisions/0101-people.md.

create table users (
  id uuid primary key,
  -- As the journal names them, and how they are told apart.
  name text not null check (name = btrim(name) and length(name) between 1 and 100),
  email text check (email = lower(email)),
  -- Of the whole installation; the roles in projects are memberships.
  role text check (role in ('owner', 'operator', 'auditor')),
  language text,
  created_at timestamptz not null,
  disabled_at timestamptz
);
create unique index users_name on users (lower(name));
create unique index users_email on users (email) where email is not null;

create table project_members (
  project_id uuid not null references projects,
  user_id uuid not null references users,
  roles text[] not null check (
    cardinality(roles) > 0
    and roles <@ array['admin', 'finance', 'support', 'developer', 'approver', 'viewer']
  ),
  since timestamptz not null,
  primary key (user_id, project_id)
);
create index project_members_project on project_members (project_id);

-- A link signs in once.
create table sign_in_links (
  token_hash bytea primary key,
  user_id uuid not null references users,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_links_user on sign_in_links (user_id);

create table sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references users,
  began_at timestamptz not null,
  -- Kept to the minute.
  seen_at timestamptz not null,
  ends_at timestamptz not null,
  -- When it was last proven who it is, and how; what moves money asks again after a while.
  proved_at timestamptz not null,
  proved_by text not null,
  address inet,
  agent text,
  ended_at timestamptz
);
create index sessions_user on sessions (user_id, id);
