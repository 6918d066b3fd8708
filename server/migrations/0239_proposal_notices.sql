-- People who may decide are also told by mail of proposed decisions.
alter table notices drop constraint notices_kinds_check;
alter table notices add constraint notices_kinds_check check (kinds <@ array['deposits_unmatched',
  'withdrawals_for_approval', 'withdrawals_on_hold', 'withdrawals_failed', 'invoices_unresolved', 'channel_payments_held',
  'callback_deliveries_failed', 'proposals_open', 'alerts', 'hot_wallets_low', 'chains_not_synced']);
