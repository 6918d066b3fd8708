-- The audit log: operations have the names that the field uses, an entry has a source and a result, and jobs say what they do.
-- Rows stay where they are.
alter table journal disable trigger journal_append_only;
alter table journal drop constraint journal_face_check, drop constraint journal_command_line;
alter table journal rename column face to source;
update journal set source = 'dashboard' where source = 'screen';
create temporary table new_operations (old text primary key, new text not null) on commit drop;
insert into new_operations values
  ('withdrawals.rehearse', 'withdrawals.dry-run'),
  ('withdrawals.refuse', 'withdrawals.reject'),
  ('withdrawals.void', 'withdrawals.cancel-by-replacement'),
  ('corrections.refuse', 'corrections.reject'),
  ('payouts.stop', 'payouts.pause'),
  ('payouts.stops', 'payouts.pauses'),
  ('callbacks.log', 'callbacks.deliveries'),
  ('callbacks.resend', 'callbacks.retry'),
  ('callbacks.resend-failed', 'callbacks.retry-failed'),
  ('deposits.decided', 'deposits.resolutions'),
  ('invoices.illicit', 'invoices.high-risk'),
  ('wallet.top-up', 'wallet.deposit-address'),
  ('wallet.sizes', 'wallet.utxo-stats'),
  ('solvency.declare', 'solvency.record-holding'),
  ('solvency.declarations', 'solvency.holdings'),
  ('users.link', 'users.sign-in-link'),
  ('members.link', 'members.sign-in-link'),
  ('subscriptions.send-again', 'subscriptions.resend'),
  ('projects.change', 'projects.update'),
  ('channel-payments.return', 'channel-payments.refund'),
  ('session.ways', 'session.sign-in-methods');
update journal j set operation = o.new from new_operations o where j.operation = o.old;
alter table journal
  add constraint journal_source_check check (source in ('cli', 'dashboard', 'api')),
  add constraint journal_command_line check (source <> 'cli' or actor_kind = 'system_user' and address is null);
alter table journal enable trigger journal_append_only;

alter table journal_outcomes rename to journal_results;
alter table journal_results rename column outcome to result;
alter table journal_results rename constraint journal_outcomes_pkey to journal_results_pkey;
alter table journal_results rename constraint journal_outcomes_journal_id_fkey to journal_results_journal_id_fkey;
alter table journal_results rename constraint journal_outcomes_project_id_fkey to journal_results_project_id_fkey;
alter table journal_results rename constraint journal_outcomes_code to journal_results_code;
alter table journal_results rename constraint journal_outcomes_made to journal_results_made;
alter table journal_results rename constraint journal_outcomes_outcome_check to journal_results_result_check;
alter table journal_results rename constraint journal_outcomes_problems to journal_results_problems;
alter index journal_outcomes_object rename to journal_results_object;
alter index journal_outcomes_project rename to journal_results_project;
alter trigger journal_outcomes_append_only on journal_results rename to journal_results_append_only;

create temporary table new_jobs (old text primary key, new text not null) on commit drop;
insert into new_jobs values
  ('cleaning-uses', 'spent-output-cleanup'),
  ('forgetting-callbacks', 'callback-retention'),
  ('packing-callbacks', 'callback-compaction'),
  ('silent-nodes', 'node-availability'),
  ('late-times', 'schedule-correction');
delete from schedules s using new_jobs j where s.name = j.new;
update schedules s set name = j.new from new_jobs j where s.name = j.old;
