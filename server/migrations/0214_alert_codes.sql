-- Alerts, wait reasons, cancel, hold and refusal codes, and mail notices have the codes that people search for. What earlier
-- versions stored takes them, in the audit log and in the journal of policies too; nothing else of those changes.
create temporary table new_codes (old text primary key, new text not null) on commit drop;
insert into new_codes values
  ('clock_wrong', 'clock_skew'),
  ('callback_given_up', 'callback_delivery_failed'),
  ('node_silent', 'node_unreachable'),
  ('node_not_used', 'node_excluded'),
  ('wal_not_stored', 'wal_archiving_failed'),
  ('backup_place_claimed', 'backup_destination_claimed'),
  ('declaration_old', 'external_holdings_unconfirmed'),
  ('return_refused', 'automatic_refund_failed'),
  ('deposit_changed', 'deposit_amount_changed'),
  ('payment_without_transaction', 'unmatched_balance_increase'),
  ('token_paid_less', 'token_amount_mismatch'),
  ('token_unmeasured', 'token_balance_unverified'),
  ('network_fees_lost', 'network_fee_overspend'),
  ('payouts_stopped', 'payouts_paused'),
  ('hot_wallet_short', 'hot_wallet_low_balance'),
  ('gas_short', 'insufficient_gas'),
  ('payouts_await_final', 'waiting_for_finality'),
  ('payee_refuses', 'recipient_rejects_payment'),
  ('spent_elsewhere', 'foreign_spend'),
  ('unknown_spend', 'unrecognized_spend'),
  ('transfer_changed', 'transfer_txid_changed'),
  ('transfer_moved_otherwise', 'transfer_amount_mismatch'),
  ('transfer_refused', 'transfer_rejected'),
  ('numbers_held_up', 'nonce_gap'),
  ('signer_refused', 'rejected_by_signer'),
  ('no_signer', 'signer_unavailable'),
  ('database_went_back', 'database_rolled_back'),
  ('database_moved', 'database_replaced'),
  ('cancelled_but_paid', 'paid_after_cancellation'),
  ('audit', 'audit_finding'),
  ('collecting_coins', 'consolidating_funds'),
  ('short_of_gas', 'insufficient_gas'),
  ('cannot_be_planned', 'transaction_build_failed'),
  ('awaits_final_blocks', 'waiting_for_finality'),
  ('signer_refuses', 'rejected_by_signer'),
  ('lacked_funds', 'reverted_insufficient_funds'),
  ('not_carried_out', 'reverted'),
  ('refused_for_good', 'rejected_permanently'),
  ('being_voided', 'cancelling'),
  ('network_refuses', 'rejected_by_network'),
  ('too_dear', 'price_above_limit'),
  ('price_over', 'price_expired'),
  ('asked_by_merchant', 'requested_by_merchant'),
  ('callbacks_given_up', 'callback_deliveries_failed'),
  ('chains_unread', 'chains_not_synced'),
  ('looks_like_known', 'lookalike_address'),
  ('above_setting', 'above_transaction_limit'),
  ('maybe_paid', 'possibly_paid'),
  ('xrp_unwanted', 'xrp_disallowed'),
  ('not_authorised', 'not_authorized'),
  ('takes_no_payments', 'payments_not_accepted');

update ledger_alarms a set kind = c.new from new_codes c where a.kind = c.old;
update alarm_tellings t set kind = c.new from new_codes c where t.kind = c.old;
create function pg_temp.with_new_kinds(alarms jsonb) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(e.alarm || case when c.new is null then '{}' else jsonb_build_object('kind', c.new) end
    order by e.at), '[]')
  from jsonb_array_elements(alarms) with ordinality e (alarm, at)
  left join new_codes c on c.old = e.alarm ->> 'kind'
$$;
-- A message that was sent is kept as it was.
update alarm_messages set content = content || jsonb_build_object(
    'raised', pg_temp.with_new_kinds(content -> 'raised'),
    'repeated', pg_temp.with_new_kinds(content -> 'repeated'),
    'resolved', pg_temp.with_new_kinds(content -> 'resolved'))
where status = 'pending' and jsonb_typeof(content -> 'raised') = 'array';

alter table payouts drop constraint payouts_wait_reason, drop constraint payouts_refusal;
update payouts p set wait_reason = c.new from new_codes c where p.wait_reason = c.old;
update payouts p set refusal = c.new from new_codes c where p.refusal = c.old;
alter table payouts
  add constraint payouts_wait_reason check (wait_reason in (
    'hot_wallet_low_balance', 'consolidating_funds', 'waiting_for_gas', 'insufficient_gas', 'fee_above_budget',
    'transaction_build_failed', 'payouts_paused', 'waiting_for_finality', 'signer_unavailable',
    'rejected_by_signer', 'quarantined', 'not_payable', 'reverted_insufficient_funds', 'reverted',
    'rejected_permanently', 'cancelling', 'rejected_by_network')),
  add constraint payouts_refusal check (refusal in ('account_missing', 'tag_required', 'xrp_disallowed',
    'not_authorized', 'payments_not_accepted', 'unspendable', 'token_contract', 'below_dust'));

alter table coin_withdrawals drop constraint coin_withdrawals_cancel_code, drop constraint coin_withdrawals_hold;
update coin_withdrawals w set cancel_code = c.new from new_codes c where w.cancel_code = c.old;
update coin_withdrawals w set hold = jsonb_set(w.hold, '{code}', to_jsonb(c.new))
from new_codes c where w.hold ->> 'code' = c.old;
update coin_withdrawals w set decision = jsonb_set(w.decision, '{code}', to_jsonb(c.new))
from new_codes c where w.decision ->> 'code' = c.old;
alter table coin_withdrawals
  add constraint coin_withdrawals_cancel_code check (
    cancel_code in ('price_above_limit', 'price_expired', 'requested_by_merchant')),
  add constraint coin_withdrawals_hold check (case hold ->> 'code'
    when 'rule' then hold ? 'rule'
    when 'above_transaction_limit' then true
    when 'lookalike_address' then hold ? 'address'
    when 'possibly_paid' then hold ? 'txid'
    else hold is null end);

alter table policy_journal disable trigger policy_journal_append_only;
update policy_journal j set facts = jsonb_set(j.facts, '{rule_code}', to_jsonb(c.new))
from new_codes c where j.facts ->> 'rule_code' = c.old;
update policy_journal j set facts = jsonb_set(j.facts, '{cancel_code}', to_jsonb(c.new))
from new_codes c where j.facts ->> 'cancel_code' = c.old;
update policy_journal j set facts = jsonb_set(j.facts, '{decision,code}', to_jsonb(c.new))
from new_codes c where j.facts #>> '{decision,code}' = c.old;
alter table policy_journal enable trigger policy_journal_append_only;

alter table journal disable trigger journal_append_only;
update journal j set before = jsonb_set(j.before, '{kind}', to_jsonb(c.new))
from new_codes c where j.object_type = 'alarm' and j.before ->> 'kind' = c.old;
update journal j set before = jsonb_set(j.before, '{wait_reason}', to_jsonb(c.new))
from new_codes c where j.before ->> 'wait_reason' = c.old;
alter table journal enable trigger journal_append_only;

alter table notices drop constraint notices_kinds_check;
update notices n set
  kinds = array(select coalesce(c.new, k.kind) from unnest(n.kinds) with ordinality k (kind, at)
    left join new_codes c on c.old = k.kind order by k.at),
  told = pg_temp.with_new_kinds(n.told);
alter table notices add constraint notices_kinds_check check (kinds <@ array['deposits_unmatched',
  'withdrawals_for_approval', 'withdrawals_on_hold', 'withdrawals_failed', 'invoices_unresolved', 'channel_payments_held',
  'callback_deliveries_failed', 'alarms', 'hot_wallets_low', 'chains_not_synced']);

drop function pg_temp.with_new_kinds(jsonb);
