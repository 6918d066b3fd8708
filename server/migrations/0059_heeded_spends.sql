-- Everything that the blocks above this height use up, up to the cursor, was compared with what is ours
-- (src/treasury/heed-spends.ts); null until the next block is read.
alter table chain_cursors add column heeded_above bigint;
