-- Outputs of BCH that carry tokens beside their coins (CashTokens), and double-spend proofs of its nodes.

-- Category, amount and the part that is not fungible, as the chain has it; null: coins alone.
alter table deposits add column token jsonb;
create index deposits_with_token on deposits (coin, first_seen_at) where token is not null;
-- The proof's id, when a node showed one while the payment was in no block.
alter table deposits add column double_spend_proof text;

alter table simulation.outputs add column token jsonb;
alter table simulation.transactions add column double_spend_proof text;
