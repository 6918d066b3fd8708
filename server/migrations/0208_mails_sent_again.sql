-- Mails to payers that people of a project send again: how many in a day.
create index mails_again_of_project on mails (project_id, created_at) where purpose like 'again %';
