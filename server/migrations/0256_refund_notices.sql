-- Mail notifications of refunds that wait for approval. docs/decisions/0213-refunds-after-completion.md.
alter table notices drop constraint notices_kinds_check;
alter table notices add constraint notices_kinds_check check (kinds <@ array['deposits_unmatched',
  'withdrawals_for_approval', 'withdrawals_on_hold', 'withdrawals_failed', 'invoices_unresolved', 'channel_payments_held',
  'refund_claims_claimed', 'callback_deliveries_failed', 'proposals_open', 'alerts', 'hot_wallets_low',
  'chains_not_synced']);
