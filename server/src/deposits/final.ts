// Whether a deposit is in a block that nothing undoes: as deep as a coin's largest payments have to be, or as its
// network says.
import type { Till } from '../app.ts';
import { finalDepth } from './depth.ts';

/** SQL: the deposit of this name is in such a block. `depths`: SQL, as `finalDepths` gives them. */
export const isFinal = (deposit: string, depths: string): string =>
  `coalesce((select ${deposit}.block_height <= coalesce(c.final_height,
      c.height - (${depths}::jsonb ->> c.coin)::bigint + 1)
    from chain_cursors c where c.coin = ${deposit}.coin), false)`;

/** By coin, as JSON: also of those whose node was taken away. */
export function finalDepths({ knownCoins }: Pick<Till, 'knownCoins'>): string {
  return JSON.stringify(
    Object.fromEntries([...knownCoins.values()].map((coin) => [coin.code, finalDepth(coin)])),
  );
}
