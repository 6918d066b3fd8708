-- The simulated networks of Ethereum take a base fee and a tip, and give back what is left of the fee that was offered.

-- Of transfers of ours; null: the whole fee may be taken.
alter table simulation.transactions add column tip numeric(78, 0) check (tip >= 0 and tip <= fee);
-- What its block took; null: the whole fee, or it is in none.
alter table simulation.transactions add column taken numeric(78, 0) check (taken >= 0 and taken <= fee);
