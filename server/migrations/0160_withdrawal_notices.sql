-- People are also told by mail of withdrawals that the operator holds, and of those that failed.
alter table notices drop constraint notices_kinds_check, add constraint notices_kinds_check check (kinds <@ array[
  'deposits_unmatched', 'withdrawals_for_approval', 'withdrawals_on_hold', 'withdrawals_failed', 'invoices_unresolved',
  'channel_payments_held', 'callbacks_given_up', 'alarms', 'hot_wallets_low', 'chains_unread']);
