-- What the signer is shown: every withdrawal bears the seal of its request (keys/intent.ts), and a wallet can be
-- one whose seed is not here.

-- What is in the table before had no seal, and is paid by nobody: such a withdrawal shows that it was altered.
alter table coin_withdrawals add column seal text not null default '';
alter table coin_withdrawals alter column seal drop default;

-- A watch-only wallet has its extended public key from the signer, or from a file.
alter table wallets alter column seed_id drop not null;
