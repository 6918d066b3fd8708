-- What was paid to a payee without this database's knowledge is looked up also when it completed a withdrawal
-- (src/withdrawals/payout-doubts.ts).
create index unknown_payments_payee on unknown_payments (coin, address);
drop index unknown_payments_lost;
