// Runs a command that claims addresses; when the pool runs dry, derives more and runs it again.
import type { App } from '../app.ts';
import { known } from '../core/assert.ts';
import { fillPool, PoolEmpty } from './pool.ts';
import { ensureWallets } from './wallets.ts';

const ATTEMPTS_MAX = 5;
/** More than any batch claims at once. */
const REFILL = 256;

export async function withPool<T>(app: App, command: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await command();
    } catch (error) {
      if (!(error instanceof PoolEmpty) || attempt === ATTEMPTS_MAX) throw error;
      const wallets = await ensureWallets(app);
      for (const coin of error.coins)
        await fillPool(app, known(wallets.get(coin), 'every coin has a wallet'), REFILL);
    }
  }
}
