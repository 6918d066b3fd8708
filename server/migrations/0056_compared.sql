-- What a process has compared with the chains, said with its mark, so that a command can rely on it
-- (src/treasury/vouched.ts).
alter table process_marks add column compared text[] not null default '{}';
