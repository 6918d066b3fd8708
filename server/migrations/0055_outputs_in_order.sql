-- A transfer takes the outputs with the least amount above a bound: many are of the same amount, and then by their names.
drop index wallet_outputs_unspent;
create index wallet_outputs_unspent on wallet_outputs (coin, amount, txid, output_index) where status = 'unspent';
