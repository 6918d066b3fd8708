-- What a person chose for a list of the dashboard: views (filters under a name) and hidden columns
-- (docs/decisions/0209-saved-views-belong-to-the-person.md).
create table list_choices (
  user_id uuid not null references users (id) on delete cascade,
  list text not null,
  -- The filters of each view, by its name.
  views jsonb not null default '{}',
  hidden text[] not null default '{}',
  constraint list_choices_pkey primary key (user_id, list),
  constraint list_choices_list_check check (char_length(list) <= 40),
  constraint list_choices_views_check check (jsonb_typeof(views) = 'object'),
  constraint list_choices_hidden_check check (cardinality(hidden) <= 40)
);
