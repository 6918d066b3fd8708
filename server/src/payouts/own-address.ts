// The wallet's own addresses, from the same pool as all others, so that the same scan detects payments to them.
import { NO_TAG } from '../addresses/derive.ts';
import { claimAddress, fillPool, withPool } from '../addresses/pool.ts';
import { readWallets } from '../addresses/wallets.ts';
import type { App } from '../app.ts';
import type { Destination } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';

/** Claims an unused address that is not in `except`. Throws PoolEmpty. */
export function claimOwnAddress(
  tx: Tx,
  coin: string,
  except: readonly string[] = [],
): Promise<Destination> {
  const ownerId = tx.newId();
  return claimAddress(tx, { coin, projectId: null, ownerType: 'treasury', ownerId, except });
}

export async function ensureFreeAddresses(app: App, coin: string, count: number): Promise<void> {
  const wallet = defined((await readWallets(app)).get(coin), 'every coin has a wallet');
  await fillPool(app, wallet, count);
}

/** Where the operator can deposit coins: an unused address; on ETH and XRP the hot one. */
export async function topUpAddress(
  app: App,
  wallet: { coin: string; model: 'outputs' | 'sequence' },
): Promise<Destination> {
  if (wallet.model === 'sequence') return ensureHotSender(app, wallet.coin);
  return withPool(app, () => app.db.transaction((tx) => claimOwnAddress(tx, wallet.coin)));
}

/** The default sending address of ETH or XRP; chosen once. */
export async function ensureHotSender(app: App, coin: string): Promise<Destination> {
  const existing = await readHotSender(app.db, coin);
  if (existing !== null) return existing;
  await withPool(app, () =>
    app.db.transaction(async (tx) => {
      // The unique index decides between two processes.
      await tx.query('lock table wallet_senders in share row exclusive mode');
      if ((await readHotSender(tx, coin)) !== null) return;
      const { address } = await claimOwnAddress(tx, coin);
      await tx.query(
        `insert into wallet_senders (coin, address, is_hot) values ($1, $2, true)
         on conflict (coin, address) do update set is_hot = true`,
        [coin, address],
      );
    }),
  );
  return ensureHotSender(app, coin);
}

/** With its destination tag, so that a top-up is not mistaken for an unmatched payment. */
export async function readHotSender(sql: Sql, coin: string): Promise<Destination | null> {
  const rows = await sql.query<{ address: string; tag: number }>(
    `select a.address, a.tag from wallet_senders s cross join lateral (
       select address, tag from addresses o
       where o.coin = s.coin and o.address = s.address and o.owner_type = 'treasury'
       order by o.coin, o.address, o.address_index limit 1) a
     where s.coin = $1 and s.is_hot`,
    [coin],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return { address: row.address, tag: row.tag === NO_TAG ? null : row.tag };
}
