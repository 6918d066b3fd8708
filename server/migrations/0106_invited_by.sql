-- Nobody approves what was asked for by somebody whom he let in. Null: the command line did, or it was before this.
alter table users add column invited_by uuid references users;
create index users_invited_by on users (invited_by) where invited_by is not null;
