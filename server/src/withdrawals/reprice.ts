// The price of a withdrawal on hold is valid for a day: an approval months later at the original rate would be a free
// option for the merchant. The amount that arrives and its seal stay as requested. The charged amount is quoted again
// when the withdrawal is released, or retried after a failure, within the creator's limit.
import type { Instance } from '../app.ts';
import { defined } from '../core/assert.ts';
import { HOUR } from '../core/clock.ts';
import { type Decimal, formatAmount, formatDecimal, parseDecimal } from '../core/money.ts';
import { AMOUNT_FORMS, priceWithdrawal } from '../core/pricing/withdrawal.ts';
import type { Tx } from '../db/tx.ts';
import { type Posting, post } from '../ledger/post.ts';
import {
  feePercentOf,
  loadProject,
  type Project,
  priceChangePercentOf,
  withdrawalPriceHoursOf,
} from '../projects/project.ts';
import { quoteNow } from '../rates/rates.ts';
import { type NewTransaction, recordTransactions } from '../transactions/record.ts';
import type { WithdrawalRow } from './withdrawal.ts';

export interface NewPrice {
  readonly charged: bigint;
  readonly fee: bigint;
  readonly rate: Decimal;
  /** Whether it is within the creator's limit. */
  readonly isAllowed: boolean;
}

type Priced = Pick<WithdrawalRow, 'rate' | 'repriced' | 'committed_at' | 'created_at'>;

/** False without a conversion, because there is no price then. */
export function isPriceOver(project: Pick<Project, 'settings'>, row: Priced, now: number): boolean {
  const requested = row.committed_at ?? row.created_at;
  const since = row.repriced === null ? requested : new Date(row.repriced.at);
  return row.rate !== null && now >= since.getTime() + withdrawalPriceHoursOf(project) * HOUR;
}

/** Null while the price is valid, or without a conversion. Errors: 503. */
export function newPriceOf(
  instance: Instance,
  project: Project,
  row: WithdrawalRow,
): NewPrice | null {
  if (!isPriceOver(project, row, instance.clock.now())) return null;
  const coin = defined(instance.knownCoins.get(row.received_currency), 'the coin is registered');
  const currency = defined(instance.currencies.get(row.charged_currency), 'currency is registered');
  const rate = quoteNow(instance, { base: coin.asset.code, quote: currency.code }).buyRate;
  const price = priceWithdrawal({
    amount: { ...AMOUNT_FORMS.received_amount, amount: row.received_amount },
    chargedCurrency: currency,
    receivedCurrency: coin.asset,
    rate,
    networkFee: row.network_fee,
    feePercent: feePercentOf(instance, project, {
      operation: 'withdrawal',
      currency: currency.code,
    }),
  });
  const { charged, fee } = defined(price, 'something is received');
  return { charged, fee, rate, isAllowed: charged <= mostAllowed(project, row) };
}

/** The old price plus the allowed increase, rounded down. */
export function mostAllowed(
  project: Pick<Project, 'settings'>,
  row: Pick<WithdrawalRow, 'charged_amount' | 'price_change_max'>,
): bigint {
  const text = row.price_change_max ?? priceChangePercentOf(project);
  const { digits, scale } = defined(parseDecimal(text), 'a stored percentage is a number');
  return row.charged_amount + (row.charged_amount * digits) / (100n * 10n ** BigInt(scale));
}

/** Both prices, for the person who decides; null while the price is valid. */
export function priceText(instance: Instance, row: WithdrawalRow, price: NewPrice): string {
  const currency = defined(instance.currencies.get(row.charged_currency), 'currency is registered');
  const was = `${formatAmount(row.charged_amount, currency)} ${currency.code} at ${row.rate}`;
  const now = `${formatAmount(price.charged, currency)} ${currency.code} at ${formatDecimal(price.rate)}`;
  const verdict = price.isAllowed ? '' : ', which is more than the request allows';
  return `charged ${was} when it was requested; now ${now}${verdict}`;
}

/** Null above the creator's limit or the balance, or for a second new price. The caller holds both locks. */
export async function repriceLate(tx: Tx, row: WithdrawalRow): Promise<WithdrawalRow | null> {
  const project = defined(await loadProject(tx, row.project_id), 'its ledger is locked');
  const price = newPriceOf(tx.instance, project, row);
  if (price === null) return row;
  // The postings are made only once.
  if (row.repriced !== null) return null;
  const more = price.charged - row.charged_amount;
  if (!price.isAllowed || (more > 0n && more > (await availableIn(tx, row)))) return null;
  const now = tx.now;
  const repriced = {
    charged_amount: `${row.charged_amount}`,
    fee: `${row.fee}`,
    rate: defined(row.rate, 'it is converted'),
    at: now.toISOString(),
  };
  await post(tx, row.project_id, { postings: postingsBetween(row, price), now });
  await recordTransactions(tx, row.project_id, {
    now,
    rows: [listedMore(tx.instance, row, price)],
  });
  const after = { charged_amount: price.charged, fee: price.fee, rate: formatDecimal(price.rate) };
  await tx.query(
    `update coin_withdrawals set charged_amount = $3, fee = $4, rate = $5, repriced = $6
     where project_id = $1 and id = $2`,
    [row.project_id, row.id, `${after.charged_amount}`, `${after.fee}`, after.rate, repriced],
  );
  return { ...row, ...after, repriced };
}

async function availableIn(tx: Tx, row: WithdrawalRow): Promise<bigint> {
  const rows = await tx.query<{ available: bigint }>(
    `select balance - held as available from ledger_accounts
     where project_id = $1 and kind = 'available' and currency = $2`,
    [row.project_id, row.charged_currency],
  );
  return rows[0]?.available ?? 0n;
}

/** A row in addition to that of its commit, which must not change. */
function listedMore(instance: Instance, row: WithdrawalRow, price: NewPrice): NewTransaction {
  return {
    nonce: instance.random.bytes(10).toString('hex'),
    currency: row.charged_currency,
    referenceType: 'CoinWithdrawal',
    referenceId: row.id,
    amount: row.charged_amount - price.charged,
    isCounted: true,
    fee: price.fee - row.fee,
    feeCurrency: row.charged_currency,
    customId: row.custom_id,
    customerId: row.customer_id,
    description: null,
    descriptionCode: 'repriced',
    status: 'completed',
    statusContext: null,
    risk: row.risk,
    riskLevel: row.risk?.level ?? null,
  };
}

/** The difference between the postings of the commit and those of the new price. */
function postingsBetween(row: WithdrawalRow, price: NewPrice): Posting[] {
  const reference = {
    referenceType: 'CoinWithdrawal' as const,
    referenceId: row.id,
    currency: row.charged_currency,
  };
  const net = price.charged - price.fee - (row.charged_amount - row.fee);
  const fee = price.fee - row.fee;
  const move = (purpose: string, to: 'exchange' | 'fees', amount: bigint): Posting =>
    amount > 0n
      ? { ...reference, purpose, from: 'available', to, amount }
      : { ...reference, purpose, from: to, to: 'available', amount: -amount };
  return [move('reprice:charge', 'exchange', net), move('reprice:fee', 'fees', fee)].filter(
    ({ amount }) => amount > 0n,
  );
}
