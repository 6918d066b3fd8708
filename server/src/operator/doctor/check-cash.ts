// What `chaintill doctor` tells of BCH alone: outputs that carry tokens, and payments whose money is spent twice.
// Neither is a fault of the till.
import type { App } from '../../app.ts';
import { formatAmount } from '../../core/money.ts';
import { listContested } from '../../deposits/contested.ts';
import { tokenSums } from '../../payouts/wallet/kept-tokens.ts';
import type { Finding } from './finding.ts';

/** One for each coin whose outputs may carry tokens, and one for payments. */
export async function checkCash(app: App): Promise<Finding[]> {
  const coins = [...app.coins.values()].filter((coin) => coin.splitScript !== undefined);
  if (coins.length === 0) return [];
  const sums = await tokenSums(app.db);
  const tokens = coins.map((coin) => {
    const { outputs, amount } = sums.get(coin.code) ?? { outputs: 0, amount: 0n };
    const held = `${outputs} outputs hold ${formatAmount(amount, coin)} ${coin.code} beside tokens`;
    const text = outputs === 0 ? 'none' : `${held} and are never spent: chaintill wallet tokens`;
    return { check: `${coin.code} tokens`, ok: true, text, hint: null };
  });
  const contested = (await listContested(app.db)).length;
  const text =
    contested === 0
      ? 'none'
      : `${contested} unconfirmed, their money is spent twice: chaintill deposits contested`;
  return [...tokens, { check: 'contested payments', ok: true, text, hint: null }];
}
