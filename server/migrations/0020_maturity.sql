-- Outputs that cannot be spent at once: what miners get (100 confirmations), and what comes out of Litecoin's extension
-- block (6). They are credited and spent when they can be.

-- Confirmations before it can be spent at all; 1: it can at once.
alter table deposits add column maturity integer not null default 1 check (maturity >= 1);

-- Made by a block itself, and gone with it; null: an ordinary transaction.
alter table simulation.transactions add column made_by text check (made_by in ('coinbase', 'hogex'));
