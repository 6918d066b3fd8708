// Which deposits are in a block that counts: one as deep as the money at risk asks for (depth.ts) or, where the
// operator wants the network's own finality instead, one up to the final block. That is stored with the cursor, so that
// everything which reads or moves the cursor agrees about it.
import type { App } from '../app.ts';
import type { Chain } from '../chains/chain.ts';
import type { Cursor } from './cursor.ts';

/** SQL: deposit `d` is in such a block, by the cursor `c` of its coin. A block in the tip has one confirmation. */
export const IS_DEEP =
  '(d.block_height <= coalesce(c.final_height, c.height - d.confirmations_required + 1))';

/** Whether that is told by the depth alone, also before the cursor is moved. */
export function isToldByDepth(chain: Chain, cursor: Cursor): boolean {
  return chain.finalBlock === undefined && cursor.finalHeight === null;
}

const NOTHING_FINAL = -1;

/**
 * Stores up to where the chain that we have read is final. A final block that we have not read yet, or have
 * otherwise, makes nothing final: that is found out with the next blocks.
 */
export async function noteFinalHeight(app: App, chain: Chain, cursor: Cursor): Promise<void> {
  if (isToldByDepth(chain, cursor)) return;
  const final = await chain.finalBlock?.();
  await app.db.query(
    `update chain_cursors c set final_height = t.height
     from (select case when $2 then coalesce((select height from chain_blocks
         where coin = $1 and height = $3 and hash = $4), ${NOTHING_FINAL}) end as height) t
     where c.coin = $1 and c.final_height is distinct from t.height`,
    [chain.coin, final !== undefined, final?.height ?? null, final?.hash ?? null],
  );
}
