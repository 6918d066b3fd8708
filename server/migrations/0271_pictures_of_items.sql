-- Pictures of what terminals sell, by the hash of their content, and which item shows which
-- (docs/decisions/0223-pictures-of-items-are-checked-like-logos.md).
create table terminal_pictures (
  project_id uuid not null,
  terminal_id uuid not null,
  -- Hash, size and type: the last part of its address.
  name text not null,
  content bytea not null,
  created_at timestamptz not null,
  constraint terminal_pictures_pkey primary key (project_id, terminal_id, name),
  constraint terminal_pictures_terminal foreign key (project_id, terminal_id) references terminals,
  constraint terminal_pictures_name_check check (char_length(name) <= 60),
  constraint terminal_pictures_content_check check (octet_length(content) <= 262144)
);

-- Null: none. A release without this column leaves it as it is.
alter table terminal_items add column picture text,
  add constraint terminal_items_picture foreign key (project_id, terminal_id, picture) references terminal_pictures;
create index terminal_items_of_picture on terminal_items (project_id, terminal_id, picture) where picture is not null;
