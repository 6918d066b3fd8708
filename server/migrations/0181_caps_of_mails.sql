-- How many mails one mailbox and one project get in a day. What stands between + and @ is the same mailbox.
create index mails_to_mailbox on mails (lower(regexp_replace(recipient, '\+[^@]*@', '@')), created_at);
create index mails_first_of_project on mails (project_id, created_at) where purpose = 'period 0';

alter table people_mails
  -- Of an invitation: whom it is for, and the person who made it.
  add column user_id uuid references users,
  add column made_by uuid references users;
create index people_mails_user on people_mails (user_id, created_at) where user_id is not null;
create index people_mails_made_by on people_mails (made_by, created_at) where made_by is not null;
create index people_mails_to_mailbox
  on people_mails (lower(regexp_replace(recipient, '\+[^@]*@', '@')), created_at) where user_id is not null;
