-- Decisions about channel payments on hold can be proposed. docs/decisions/0210-proposals-end-with-their-object.md.
alter table proposals drop constraint proposals_type_check;
alter table proposals add constraint proposals_type_check check (object_type in ('invoice', 'deposit', 'channel_payment'));
