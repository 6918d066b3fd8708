-- An asset may live on several networks. What is on a chain is of a coin, an asset on one network; what is booked is of
-- the asset. The code of a coin begins with its asset's: `USDC` on its first network, `USDC.polygon` on another
-- (server/src/coins/coin.ts).
create function asset_of(coin text) returns text language sql immutable strict parallel safe
  return split_part(coin, '.', 1);
