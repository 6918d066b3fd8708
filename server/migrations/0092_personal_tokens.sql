-- Tokens by which a program asks on behalf of a person: part of what he may do, for a time.

create table personal_tokens (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references users,
  name text not null check (name = btrim(name) and length(name) between 1 and 100),
  permissions text[] not null check (cardinality(permissions) > 0),
  -- Null: wherever he may.
  project_id uuid references projects,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  -- Kept to the minute.
  used_at timestamptz,
  revoked_at timestamptz,
  check (expires_at <= made_at + interval '366 days')
);
create index personal_tokens_user on personal_tokens (user_id, id);
create index personal_tokens_project on personal_tokens (project_id) where project_id is not null;
