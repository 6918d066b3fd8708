// The amount that one person may adjust alone: CHAINTILL_CORRECTION_LIMIT_EUR per project in 24 hours. Several small
// adjustments count like one large one.
import type { Instance } from '../app.ts';
import { defined } from '../core/assert.ts';
import { DAY } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { toQuote } from '../core/money.ts';
import type { Tx } from '../db/tx.ts';
import { quoteNow } from '../rates/rates.ts';
import { type CorrectionPerson, isSamePerson } from './people.ts';

export const LIMIT_CURRENCY = 'EUR';

/** The value in EUR cents at the buy rate, rounded up. Null without a fresh rate. */
export function correctionValue(
  instance: Instance,
  { amount, currency }: { amount: bigint; currency: string },
): bigint | null {
  const size = amount < 0n ? -amount : amount;
  if (currency === LIMIT_CURRENCY) return size;
  const base = instance.currencies.get(currency);
  if (base === undefined) return null;
  const quote = defined(instance.currencies.get(LIMIT_CURRENCY), 'EUR is registered');
  try {
    const rate = quoteNow(instance, { base: currency, quote: LIMIT_CURRENCY }).buyRate;
    return toQuote(size, { base, quote, rate }, 'up');
  } catch (error) {
    if (error instanceof AppError && error.code === 'rates_unavailable') return null;
    throw error;
  }
}

/** The caller holds the ledger lock, so that concurrent adjustments count toward each other's limit. */
export async function mayBookAlone(
  tx: Tx,
  { projectId, value, by }: { projectId: string; value: bigint | null; by: CorrectionPerson },
): Promise<boolean> {
  if (value === null) return false;
  const { scale } = defined(tx.instance.currencies.get(LIMIT_CURRENCY), 'EUR is registered');
  const limit = BigInt(tx.instance.config.correctionLimitEur) * 10n ** BigInt(scale);
  return value <= limit && value + (await bookedAlone(tx, projectId, by)) <= limit;
}

async function bookedAlone(tx: Tx, projectId: string, by: CorrectionPerson): Promise<bigint> {
  const rows = await tx.query<CorrectionPerson & { sum: string }>(
    `select requested_by as key, requested_by_name as name, sum(value_eur)::text as sum from corrections
     where project_id = $1 and status = 'booked' and requested_at > $2 group by 1, 2`,
    [projectId, new Date(tx.now.getTime() - DAY)],
  );
  let sum = 0n;
  for (const row of rows) if (await isSamePerson(tx, by, row)) sum += BigInt(row.sum);
  return sum;
}
