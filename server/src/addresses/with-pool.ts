// Runs a command that claims addresses, once the database is known to have everything that this process remembers: an
// older one would hand out addresses again. When the pool runs empty, more are derived and the command runs again.
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { fillPool, PoolEmpty } from './pool.ts';
import { ensureWallets } from './wallets.ts';

const ATTEMPTS_MAX = 5;
/** More than any batch claims at once. */
const REFILL = 256;

export async function withPool<T>(app: App, command: () => Promise<T>): Promise<T> {
  const { comparison } = app;
  if (comparison.trustedRound !== comparison.round) await app.reactions.databaseDoubted(app);
  for (let attempt = 1; ; attempt++) {
    try {
      return await command();
    } catch (error) {
      if (!(error instanceof PoolEmpty) || attempt === ATTEMPTS_MAX) throw error;
      // The pool is also empty right after a database rollback.
      await app.reactions.databaseDoubted(app);
      const wallets = await ensureWallets(app, { founds: false });
      for (const coin of error.coins)
        await fillPool(app, defined(wallets.get(coin), 'every coin has a wallet'), REFILL);
    }
  }
}
