-- Logos of projects, by the hash of their content, and what an email to a payer shows of the merchant
-- (docs/decisions/0212-logos-are-checked-by-content.md).
create table project_logos (
  project_id uuid not null references projects (id),
  -- Hash, size and type: the last part of the logo's address.
  name text not null,
  content bytea not null,
  created_at timestamptz not null,
  constraint project_logos_pkey primary key (project_id, name),
  constraint project_logos_name_check check (char_length(name) <= 60),
  constraint project_logos_content_check check (octet_length(content) <= 524288)
);
create index project_logos_by_name on project_logos (name);

-- Null: the operator's own name. A release without these columns sends the email without them.
alter table mails add column sender_name text, add column logo_name text;
