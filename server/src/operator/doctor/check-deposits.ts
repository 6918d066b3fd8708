// The doctor's checks of deposits: payments to an address that this database never issued, or before it issued the
// address (both show that the database was rolled back). On BCH also token outputs and double spends.
import type { App } from '../../app.ts';
import { formatAmount } from '../../core/money.ts';
import { countContested } from '../../deposits/contested.ts';
import { tokenSums } from '../../payouts/wallet/kept-tokens.ts';
import type { Finding } from './examine.ts';

const NONE = { code: 'none' } as const;

/**
 * Paid to a retired address that is not just a destination tag (XRP), or to an address with an owner that does not have
 * the money.
 */
const LOST = `select d.coin, count(*)::int as n from deposits d
  join addresses a on a.coin = d.coin and a.address = d.address and a.tag = coalesce(d.tag, -1)
  where d.is_unmatched and d.owner_id is null and d.status <> 'dropped'
    and (a.retired_at is not null and d.tag is null or a.owner_type in ('invoice', 'channel'))
  group by d.coin order by d.coin`;

export async function checkAddresses(app: App): Promise<Finding> {
  const rows = await app.db.query<{ coin: string; n: number }>(LOST);
  const list = rows.map(({ coin, n }) => `${n} in ${coin}`).join(', ');
  const isFine = rows.length === 0;
  return {
    check: 'addresses',
    ...{ code: 'addresses', about: null },
    ok: isFine,
    text: isFine
      ? 'nothing came to one that nobody has'
      : `payments to addresses that this database gave to nobody when they came: ${list}`,
    hint: isFine ? null : 'they may be of payers that it forgot: docs/restores.md',
    detail: isFine ? { code: 'fine' } : { code: 'paid_unknown', payments: list },
  };
}

/**
 * The `chaintill doctor` findings for BCH only: outputs that carry tokens, and double-spent payments. Neither is an
 * error of the instance. One finding per coin whose outputs may carry tokens, and one for payments.
 */
export async function checkCash(app: App): Promise<Finding[]> {
  const coins = [...app.coins.values()].filter((coin) => coin.splitScript !== undefined);
  if (coins.length === 0) return [];
  const sums = await tokenSums(app.db);
  const tokens = coins.map((coin) => {
    const { outputs, amount } = sums.get(coin.code) ?? { outputs: 0, amount: 0n };
    const held = `${outputs} outputs hold ${formatAmount(amount, coin)} ${coin.code} beside tokens`;
    const text = outputs === 0 ? 'none' : `${held} and are never spent: chaintill wallet tokens`;
    const what = { check: `${coin.code} tokens`, code: 'tokens', about: coin.code } as const;
    const sum = { outputs, amount: `${formatAmount(amount, coin)} ${coin.code}` };
    const detail = outputs === 0 ? NONE : ({ code: 'beside_tokens', ...sum } as const);
    return { ...what, ok: true, text, hint: null, detail };
  });
  const contested = await countContested(app.db);
  const text =
    contested === 0
      ? 'none'
      : `${contested} unconfirmed, their money is spent twice: chaintill deposits contested`;
  const what = { check: 'contested payments', code: 'contested_payments', about: null } as const;
  const detail = contested === 0 ? NONE : ({ code: 'contested', count: contested } as const);
  return [...tokens, { ...what, ok: true, text, hint: null, detail }];
}
