-- Deposits are assessed coin by coin: a slow node of one holds up no other.

drop index deposits_assess;
create index deposits_assess on deposits (coin, assess_at) where assess_at is not null;
