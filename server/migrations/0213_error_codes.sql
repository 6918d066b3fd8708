-- Errors have the codes that people search for. The audit log keeps the codes of refusals, so it takes the new ones;
-- nothing else of it changes.
alter table journal_outcomes disable trigger journal_outcomes_append_only;
update journal_outcomes set code = case code
    when 'link_over' then 'link_expired'
    when 'last_way' then 'last_sign_in_method'
    when 'nothing_to_prove_with' then 'no_step_up_method'
    when 'set_up_needed' then 'setup_required'
    when 'code_needed' then 'otp_required'
    when 'owner_needed' then 'owner_required'
    when 'not_over_http' then 'https_required'
    when 'foreign_origin' then 'cross_origin_forbidden'
    when 'own_withdrawal' then 'self_approval_forbidden'
    when 'copied_passkey' then 'passkey_counter_mismatch'
    when 'another_list' then 'list_changed'
  end
where code in ('link_over', 'last_way', 'nothing_to_prove_with', 'set_up_needed', 'code_needed', 'owner_needed',
  'not_over_http', 'foreign_origin', 'own_withdrawal', 'copied_passkey', 'another_list');
alter table journal_outcomes enable trigger journal_outcomes_append_only;
