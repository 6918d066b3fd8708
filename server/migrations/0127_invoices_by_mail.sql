-- The invoices of a project are found by what their payer's mail begins with, in the order of bytes (as 0118 has it).
create index invoices_mail on invoices (project_id, (lower(payer_email) collate "C"), id) where payer_email is not null;
