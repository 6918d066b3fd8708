// How much an invoice may be overpaid and still count as paid exactly: a share of it, capped by a value in EUR. Payers
// round up, and wallets add part of their fee.
import type { Instance } from '../app.ts';
import { assetCode } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { divide } from '../core/decimal.ts';
import { AppError } from '../core/errors.ts';
import { amountOf, toBase } from '../core/money.ts';
import { overpaymentToleranceOf, type Project } from '../projects/project.ts';
import { quoteNow } from '../rates/rates.ts';
import type { InvoiceRow } from './invoice.ts';

/** The amount in the pay currency, rounded down. Zero while no rate is available to value it. */
export function surplusMaxOf(instance: Instance, project: Project, invoice: InvoiceRow): bigint {
  const { percent, eur } = overpaymentToleranceOf(project);
  const whole = 100n * 10n ** BigInt(percent.scale);
  const share = divide(invoice.pay_amount * percent.digits, whole, 'down');
  if (share === 0n) return 0n;
  const worth = inPayCurrency(instance, invoice, eur);
  if (worth < share) return worth;
  return share;
}

function inPayCurrency(instance: Instance, { pay_currency }: InvoiceRow, eur: string): bigint {
  const base = defined(instance.currencies.get(assetCode(pay_currency)), 'currency is registered');
  const quote = defined(instance.currencies.get('EUR'), 'EUR is registered');
  try {
    const { sellRate: rate } = quoteNow(instance, { base: base.code, quote: quote.code });
    const rule = { rounding: 'down', precision: base.precision } as const;
    return toBase(amountOf(eur, quote), { base, quote, rate }, rule);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return 0n;
  }
}
