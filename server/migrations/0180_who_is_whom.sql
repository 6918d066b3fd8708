-- Approvals need to know which people one person can act as. docs/decisions/0180-one-person-one-approval.md.

-- Who committed a quote is one of those who requested the withdrawal. Null: its maker did, or nobody has yet.
alter table coin_withdrawals add column committed_by text;

alter table sign_in_links
  -- The person who saw the link. Null: it was only mailed, or the command line printed it.
  add column shown_to uuid references users,
  -- The address that got the link by mail, if nobody saw it.
  add column mailed_to text,
  -- When it signed somebody in. `used_at` is also set when a link ends unused.
  add column redeemed_at timestamptz,
  add constraint sign_in_links_one_way check (shown_to is null or mailed_to is null);
create index sign_in_links_redeemed on sign_in_links (user_id, shown_to)
  where redeemed_at is not null and shown_to is not null;

-- An address that nobody has confirmed identifies nobody, and keeps no one else from using it.
alter table users add column email_confirmed_at timestamptz;
update users u set email_confirmed_at = created_at
  where email is not null
    and (sso_subject is not null or exists (select 1 from sessions s where s.user_id = u.id));
drop index users_email;
create unique index users_email on users (email) where email_confirmed_at is not null;
create index users_unconfirmed_email on users (email)
  where email is not null and email_confirmed_at is null;

-- A project's admin learns nothing about people elsewhere, and keeps no name from them: those whom a person invited may
-- share a name with somebody.
drop index users_name;
create index users_name on users (lower(name));
create unique index users_own_name on users (lower(name)) where invited_by is null;
drop index approvers_name;
create unique index approvers_name on approvers (project_id, name)
  where removed_at is null and code_hash is not null;
