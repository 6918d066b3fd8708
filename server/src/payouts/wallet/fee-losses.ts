// What networks took beyond what merchants paid for them, of all projects together: more than so much is an alarm, as
// fees that run away cost the house money that nobody is shown. What tokens' merchants paid counts at today's rate.
// Sweeps, merging and gas count as well; who has many of them sets the limit higher. An asset is one, on whichever
// networks it pays fees.
import type { App } from '../../app.ts';
import { assetCode, type Coin } from '../../coins/coin.ts';
import { known } from '../../core/assert.ts';
import { groupBy } from '../../core/group.ts';
import { amountOf, formatAmount } from '../../core/money.ts';
import { endAlarm, raiseAlarm } from '../../ledger/alarms.ts';
import { inFeeCoin, worthOfFee } from '../plan/fee-money.ts';

const ALARM = 'network_fees_lost';

/** Raises and ends the alarm of each asset that fees are paid in. */
export async function alarmFeeLosses(app: App): Promise<void> {
  const rows = await app.db.query<{ currency: string; balance: bigint }>(
    `select currency, sum(balance) as balance from ledger_accounts
     where kind = 'network_fees' group by currency order by currency`,
  );
  const balances = new Map(rows.map(({ currency, balance }) => [currency, balance]));
  const coins = [...app.coins.values()];
  for (const [asset, ofAsset] of groupBy(coins, ({ feeCoin }) => assetCode(feeCoin))) {
    const about = { kind: ALARM, subject: asset };
    const own = known(
      ofAsset.find((coin) => coin.code === coin.feeCoin),
      `a coin of ${asset}`,
    );
    const limit = app.config.networkFeeLoss.get(asset) ?? own.limits.feeLoss;
    const lost = -earnedIn(app, { asset, ofAsset, balances });
    if (limit === null || lost <= amountOf(limit, own))
      await app.db.transaction((tx) => endAlarm(tx, about));
    else {
      const facts = { lost: `${formatAmount(lost, own)} ${asset}`, limit };
      await app.db.transaction((tx) => raiseAlarm(tx, { ...about, facts }));
    }
  }
}

interface FeeBooks {
  readonly asset: string;
  /** The coins whose fees are paid in it. */
  readonly ofAsset: readonly Coin[];
  /** Of all assets; what is counted here is taken out, as a token on several networks pays for each. */
  readonly balances: Map<string, bigint>;
}

/** In the smallest unit of the asset; below zero: the networks took more than was paid. */
function earnedIn(app: App, { asset, ofAsset, balances }: FeeBooks): bigint {
  let earned = balances.get(asset) ?? 0n;
  for (const token of ofAsset) {
    const code = token.asset.code;
    const paid = balances.get(code) ?? 0n;
    if (code === asset || paid === 0n || (earned >= 0n && paid > 0n)) continue;
    const worth = inFeeCoin(app, token, paid);
    const counted = paid < 0n || worth < -earned ? worth : -earned;
    const left = counted === worth ? 0n : paid - (worthOfFee(app, token, counted) ?? paid);
    balances.set(code, left);
    earned += counted;
  }
  return earned;
}
