-- People are also told by mail of held payments of channels, of low hot wallets and of networks that are not read.
alter table notices drop constraint notices_kinds_check, add constraint notices_kinds_check check (kinds <@ array[
  'deposits_unmatched', 'withdrawals_for_approval', 'invoices_unresolved', 'channel_payments_held',
  'callbacks_given_up', 'alarms', 'hot_wallets_low', 'chains_unread']);
