-- A reorganization finds the settled transfers in the blocks that it removed (payouts/follow/follow-again.ts).
create index transfers_settled on transfers (coin, block_height) where due_at is null and status = 'confirmed';
