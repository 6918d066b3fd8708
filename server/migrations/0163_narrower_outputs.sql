-- Outputs of one amount follow each other by eight bytes of their transaction's id instead of all 64 characters.
drop index wallet_outputs_unspent;
create index wallet_outputs_unspent on wallet_outputs (coin, amount, hashtextextended(txid, 0)) where status = 'unspent';
