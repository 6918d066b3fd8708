-- Why a withdrawal is not sent was a sentence, by which the program decided; it is a value of a list now, and `failure`
-- keeps what the network, the signer or a person said of it. The list is server/src/withdrawals/wait-reasons.ts.

alter table coin_withdrawals add column wait_reason text;

-- What the sentences began with, up to where somebody's words began.
with known (words, reason) as (values
    ('hot wallet short', 'hot_wallet_short'),
    ('collecting coins', 'collecting_coins'),
    ('waiting for gas', 'waiting_for_gas'),
    ('short of gas', 'short_of_gas'),
    ('network fee above the budget', 'fee_above_budget'),
    ('cannot be planned', 'cannot_be_planned'),
    ('payouts stopped', 'payouts_stopped'),
    ('waiting for final blocks', 'awaits_final_blocks'),
    ('no signer', 'no_signer'),
    ('quarantine', 'quarantined'),
    ('not payable: ', 'not_payable'),
    ('the signer refuses: ', 'signer_refuses'),
    ('being voided: ', 'being_voided'),
    ('refused for good: ', 'refused_for_good'),
    ('the network did not carry it out', 'not_carried_out')),
  found as (
    select w.project_id, w.id,
      case
        when k.reason = 'not_carried_out' and w.status <> 'failed' then 'lacked_funds'
        when k.reason is not null then k.reason
        when w.status = 'failed' then 'network_refuses'
        else 'cannot_be_planned'
      end as reason,
      nullif(ltrim(substr(w.failure, length(coalesce(k.words, '')) + 1), ': '), '') as said
    from coin_withdrawals w left join known k on starts_with(w.failure, k.words)
    where w.failure is not null and w.status in ('pending', 'completed', 'failed'))
update coin_withdrawals w set wait_reason = f.reason, failure = f.said
from found f where w.project_id = f.project_id and w.id = f.id;

alter table coin_withdrawals
  add constraint coin_withdrawals_wait_reason check (wait_reason in (
    'hot_wallet_short', 'collecting_coins', 'waiting_for_gas', 'short_of_gas', 'fee_above_budget',
    'cannot_be_planned', 'payouts_stopped', 'awaits_final_blocks', 'no_signer', 'signer_refuses', 'quarantined',
    'not_payable', 'lacked_funds', 'not_carried_out', 'refused_for_good', 'being_voided', 'network_refuses')),
  add constraint coin_withdrawals_waits check (
    wait_reason is null or status in ('pending', 'completed', 'failed'));

-- What kind of refusal a transfer met, where the program acts on it; `refusal` keeps the words.
alter table transfers add column refusal_kind text check (refusal_kind in ('conflict'));
update transfers set refusal_kind = 'conflict' where refusal like 'txn-mempool-conflict%';
