// What the doctor says of solvency: whether what merchants own is there, in each coin and in all.
import type { App } from '../../app.ts';
import { formatAmount } from '../../core/money.ts';
import { isShort, solvencyOf } from '../../payouts/wallet/solvency.ts';
import { moneyOf } from '../present.ts';
import type { Finding } from './finding.ts';

const VALUED_IN = 'EUR';

/** One finding for each coin that is owed or short, and one for all. */
export async function checkSolvency(app: App): Promise<Finding[]> {
  const found = await solvencyOf(app);
  const hint =
    'find out how it came about; bring the coins in, or declare what you hold elsewhere: chaintill solvency';
  const coins = found.positions.filter(({ currency }) => currency.kind === 'coin');
  const findings = coins.map((position) => {
    const { currency, owed, held, withTokens, declared } = position;
    const text = (amount: bigint) => `${formatAmount(amount, currency)} ${currency.code}`;
    const apart = withTokens === 0n ? '' : ` (${text(withTokens)} of it beside tokens)`;
    return {
      check: `${currency.code} solvency`,
      ok: !isShort(position),
      text: `merchants own ${text(owed)}, the wallet holds ${text(held)}${apart}, declared ${text(declared)}`,
      hint: isShort(position) ? hint : null,
    };
  });
  const rest = restText(app, found.rest);
  const isShortInAll = found.rest !== null && found.rest < 0n;
  const text = `when all are paid out: ${rest}`;
  const whole = { check: 'solvency', ok: !isShortInAll, text, hint: isShortInAll ? hint : null };
  return [...findings, whole];
}

function restText(app: App, rest: bigint | null): string {
  if (rest === null) return 'no fresh rates to value it';
  const { amount, currency } = moneyOf(app, rest, VALUED_IN);
  return `${amount} ${currency}`;
}
