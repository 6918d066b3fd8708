// Pays invoices and channels on the simulated network, as their customers would.
import type { Coin } from '../../coins/coin.ts';
import { defined } from '../../core/assert.ts';
import { SECOND } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import { divide, formatAmount, roundTo } from '../../core/money.ts';
import { findInvoiceById, type InvoiceRow } from '../../invoices/store-invoices.ts';
import { advanceClock } from '../../sandbox/clock.ts';
import { type PaymentRequest, paySimulated } from '../../sandbox/pay.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { HandlersOf, OperatorApp } from '../operator.ts';
import type { PaymentCase, simulatedPaymentsOperations } from './contract.ts';

export const simulatedPaymentsHandlers: HandlersOf<typeof simulatedPaymentsOperations> = {
  async 'invoices.simulate-payment'(app, { invoice_id: id, case: kind }) {
    const sandbox = sandboxOf(app);
    const invoice = await findInvoiceById(app.db, id);
    if (invoice === null) throw notFound();
    const coin = defined(app.coins.get(invoice.pay_currency), 'the coin of an invoice');
    if (kind === 'late') await expire(app, sandbox, invoice);
    const amount = formatAmount(amountFor(kind, { invoice, coin }), coin);
    return pay(app, id, { invoice_id: id, amount, risk_level: riskOf(kind === 'high_risk') });
  },
  async 'channels.simulate-payment'(app, { channel_id: id, amount, high_risk: isHighRisk }) {
    return pay(app, id, { channel_id: id, amount, risk_level: riskOf(isHighRisk === true) });
  },
};

const riskOf = (isHighRisk: boolean) => (isHighRisk ? 'high' : 'low');

/** Errors: 404 in live mode. */
function sandboxOf({ sandbox }: OperatorApp): Sandbox {
  if (sandbox === undefined) throw notFound();
  return sandbox;
}

async function pay(app: OperatorApp, id: string, request: PaymentRequest) {
  const { txid, currency, amount } = await paySimulated(app, sandboxOf(app).simulations, request);
  const coin = defined(app.coins.get(currency), 'the paid coin');
  const paid = { amount: formatAmount(amount, coin), currency: coin.asset.code };
  return { id, txid, paid };
}

/** Moves the clock of the whole sandbox. */
async function expire(app: OperatorApp, { clock }: Sandbox, invoice: InvoiceRow): Promise<void> {
  const left = invoice.expires_at.getTime() - clock.now();
  if (left >= 0) await advanceClock(app.db, clock, Math.floor(left / SECOND) + 1);
}

/** A partial payment is half of what is due, rounded down; `too_much` is one and a half times it, rounded up. */
function amountFor(kind: PaymentCase, { invoice, coin }: { invoice: InvoiceRow; coin: Coin }) {
  const open = invoice.pay_amount - invoice.paid_amount;
  const due = open > 0n ? open : invoice.pay_amount;
  const { precision } = coin;
  if (kind === 'partial')
    return roundTo(divide(due, 2n, 'down'), coin, { precision, rounding: 'down' });
  if (kind === 'too_much')
    return roundTo(due + divide(due, 2n, 'up'), coin, { precision, rounding: 'up' });
  return due;
}
