-- Customers, channels and subscriptions are found by what their id, reference or payer's mail begins with: in the order of
-- bytes, in which what begins alike stands together. Beside the project, only those of one project are looked at.
create index subscriptions_payer_email on subscriptions (project_id, (lower(payer_email) collate "C"), id);
create index subscriptions_reference on subscriptions (project_id, (custom_id collate "C"), id) where custom_id is not null;
create index channels_reference on channels (project_id, (custom_id collate "C"), id) where custom_id is not null;
create index customers_id on customers (project_id, (id collate "C"));
