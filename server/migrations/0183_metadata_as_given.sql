-- The metadata of an invoice as the merchant wrote it: jsonb sorts keys, drops white space and respells numbers. Text,
-- and not json, because a project that moves between cells is copied by to_jsonb. Older invoices keep theirs in `metadata`.
alter table invoices add column metadata_text text
  check (json_typeof(metadata_text::json) = 'object' and octet_length(metadata_text) <= 65536);
