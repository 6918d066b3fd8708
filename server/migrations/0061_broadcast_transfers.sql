-- What may be stuck is looked for in every block (src/treasury/bump.ts, replace-stuck.ts): among what is on its way, not
-- among all that was ever sent.
create index transfers_broadcast on transfers (coin, created_at, id) where status = 'broadcast';
