-- Who takes care of an alert. Null: nobody.
alter table alerts add column assignee_id uuid references users (id);
