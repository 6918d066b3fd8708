-- The expiry and the language that a merchant chose for an invoice. Null: the usual expiry, and the payer's language.
alter table invoices add column expires_in integer, add column language text;
-- Open invoices whose expiry may be days away are counted without reading those that expired (invoices/shown-status.ts).
create index invoices_chosen_expiry on invoices (expires_at) where status = 'new' and expires_in is not null;
