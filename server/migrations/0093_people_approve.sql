-- Who approves may be somebody who signs in: his role lets him, and no code. And mails to people, which belong to no
-- project; what stands in them may let somebody in, so it is sealed, and gone when it is sent.

alter table approvers
  alter column code_hash drop not null,
  add column user_id uuid references users,
  add constraint approvers_prove check (code_hash is not null or user_id is not null);
create unique index approvers_user on approvers (project_id, user_id)
  where user_id is not null and removed_at is null;
create index approvers_of_user on approvers (user_id) where user_id is not null;

-- Nobody approves what he asked for with a key that he made. Null: the command line made it.
alter table api_keys add column made_by uuid references users;
create index api_keys_made_by on api_keys (made_by) where made_by is not null;

create table people_mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body_sealed text,
  status text not null check (status in ('pending', 'sent', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz,
  leased_until timestamptz,
  failure text,
  created_at timestamptz not null,
  sent_at timestamptz,
  check ((status = 'pending') = (due_at is not null)),
  check ((status = 'pending') = (body_sealed is not null))
) with (fillfactor = 70);
create index people_mails_due on people_mails (due_at) where due_at is not null;
