// Disables the polling of a coin's watcher, so that only block notifications can trigger it.
import { watchTaskName } from '../../src/chains/chain.ts';
import { until } from '../support/service.ts';
import type { Shop, ShopNode } from './shop.ts';

/** Never due again automatically. */
export async function stopPolling(shop: Shop<ShopNode>, coin: string): Promise<void> {
  await until('the watcher rests', async () => {
    const rows = await shop.database.db.query(
      `update schedules set due_at = 'infinity' where name = $1 and leased_until is null returning name`,
      [watchTaskName(coin)],
    );
    return rows.length === 1;
  });
}
