// What networks took beyond what merchants paid for them, of all projects together: more than so much is an alarm, as
// fees that run away cost the house money that nobody is shown. What tokens' merchants paid counts at today's rate.
// Sweeps, merging and gas count as well; who has many of them sets the limit higher.
import type { App } from '../../app.ts';
import type { Coin } from '../../coins/coin.ts';
import { amountOf, formatAmount } from '../../core/money.ts';
import { endAlarm, raiseAlarm } from '../../ledger/alarms.ts';
import { inFeeCoin } from '../plan/fee-money.ts';

const ALARM = 'network_fees_lost';

/** Raises and ends the alarm of each coin that fees are paid in. */
export async function alarmFeeLosses(app: App): Promise<void> {
  const rows = await app.db.query<{ currency: string; balance: bigint }>(
    `select currency, sum(balance) as balance from ledger_accounts
     where kind = 'network_fees' group by currency order by currency`,
  );
  const balances = new Map(rows.map(({ currency, balance }) => [currency, balance]));
  for (const coin of app.coins.values()) {
    if (coin.feeCoin !== coin.code) continue;
    const about = { kind: ALARM, subject: coin.code };
    const limit = app.config.networkFeeLoss.get(coin.code) ?? coin.limits.feeLoss;
    const lost = -earnedIn(app, coin, balances);
    if (limit === null || lost <= amountOf(limit, coin))
      await app.db.transaction((tx) => endAlarm(tx, about));
    else {
      const facts = { lost: `${formatAmount(lost, coin)} ${coin.code}`, limit };
      await app.db.transaction((tx) => raiseAlarm(tx, { ...about, facts }));
    }
  }
}

/** In the coin's smallest unit; below zero: the networks took more than was paid. */
function earnedIn(app: App, { code }: Coin, balances: ReadonlyMap<string, bigint>): bigint {
  let earned = 0n;
  for (const coin of app.coins.values()) {
    const balance = balances.get(coin.code) ?? 0n;
    if (coin.feeCoin === code) earned += inFeeCoin(app, coin, balance);
  }
  return earned;
}
