// The doctor's checks of deposits: payments to an address that this database never handed out, or before it handed the
// address out (both show that the database was rolled back). On BCH, also token outputs and double spends.
import type { App } from '../../app.ts';
import { formatAmount } from '../../core/money.ts';
import { countContested } from '../../deposits/contested.ts';
import { tokenSums } from '../../payouts/wallet/kept-tokens.ts';
import type { Finding } from './finding.ts';

const NONE = { code: 'none' } as const;

/**
 * Deposits at a retired address (not just a destination tag, XRP), or at an address whose owner does not have the
 * money.
 */
const LOST = `select d.coin, count(*)::int as n from deposits d
  join addresses a on a.coin = d.coin and a.address = d.address and a.tag = coalesce(d.tag, -1)
  where d.is_unmatched and d.owner_id is null and d.status <> 'dropped'
    and (a.retired_at is not null and d.tag is null or a.owner_type in ('invoice', 'channel'))
  group by d.coin order by d.coin`;

export async function checkAddresses(app: App): Promise<Finding> {
  const rows = await app.db.query<{ coin: string; n: number }>(LOST);
  const payments = rows.map(({ coin, n }) => `${coin} ${n}`).join(', ');
  const ok = rows.length === 0;
  const detail = ok ? ({ code: 'fine' } as const) : ({ code: 'paid_unknown', payments } as const);
  return { code: 'addresses', about: null, ok, detail };
}

/**
 * The `chaintill doctor` findings for BCH only: outputs that carry tokens, and double-spent payments. Neither is an
 * error of the instance. One finding per coin whose outputs may carry tokens, and one for payments.
 */
export async function checkCash(app: App): Promise<Finding[]> {
  const coins = [...app.coins.values()].filter((coin) => coin.splitScript !== undefined);
  if (coins.length === 0) return [];
  const sums = await tokenSums(app.db);
  const tokens = coins.map((coin): Finding => {
    const { outputs, amount } = sums.get(coin.code) ?? { outputs: 0, amount: 0n };
    const sum = { outputs, amount: `${formatAmount(amount, coin)} ${coin.code}` };
    const detail = outputs === 0 ? NONE : ({ code: 'beside_tokens', ...sum } as const);
    return { code: 'tokens', about: coin.code, ok: true, detail };
  });
  const count = await countContested(app.db);
  const detail = count === 0 ? NONE : ({ code: 'contested', count } as const);
  return [...tokens, { code: 'contested_payments', about: null, ok: true, detail }];
}
