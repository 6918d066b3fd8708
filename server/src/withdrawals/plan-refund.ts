// Plans the withdrawal that refunds a completed invoice. The payer bears the network fee, as for every refund. The
// merchant bears the processing fee and, at the rate of then, what the coin costs today.
import type { Instance } from '../app.ts';
import { assetCode } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { apiError } from '../core/errors.ts';
import { type Currency, formatAmount, formatDecimal } from '../core/money.ts';
import type { Shares } from '../core/pricing/refund-shares.ts';
import { priceWithdrawal, type WithdrawalPrice } from '../core/pricing/withdrawal.ts';
import type { Tx } from '../db/tx.ts';
import { valueIn } from '../policy/windows.ts';
import { feePercentOf, type Project } from '../projects/project.ts';
import { quoteNow } from '../rates/rates.ts';
import type { CreateStep } from './decide-steps.ts';
import { refusedByRule } from './refused-by-rule.ts';
import { leastSent, type ReturnRoute, returnRow } from './send-back.ts';

/** `then`: the coin amount that was paid. `today`: the price, at the current rate. */
export type RefundRate = 'then' | 'today';

interface Priced {
  readonly project: Project;
  readonly invoice: { readonly price_currency: string; readonly pay_currency: string };
  readonly shares: Shares;
  readonly rate: RefundRate;
  readonly route: ReturnRoute;
}

interface RefundPlan extends Priced {
  readonly invoice: Priced['invoice'] & { readonly customer_id: string | null };
  readonly apiKey: string | null;
}

/** Errors: 422 `refund_too_small`, 503 `rates_unavailable`. */
export function planRefund(tx: Tx, plan: RefundPlan): CreateStep {
  const { project, invoice, route, apiKey } = plan;
  const price = refundPrice(tx.instance, plan);
  const row = returnRow(tx, {
    project,
    route,
    price,
    chargedCurrency: invoice.price_currency,
    rate: price.rate,
    customerId: invoice.customer_id,
    depositId: null,
    apiKey,
  });
  return {
    kind: 'create',
    signature: null,
    row,
    isForced: true,
    refuseShort: () => apiError('insufficient_funds'),
    refuseByRule: (broken) => refusedByRule(broken, 'amount'),
  };
}

/** Of what an account pays, rounded up. Throws 503 `rates_unavailable`. */
export function valueOfCharge(
  instance: Instance,
  { amount, currency }: { readonly amount: bigint; readonly currency: string },
  valued: Currency,
): bigint {
  return valueIn(instance, { code: currency, amount }, valued);
}

/** What is charged and what arrives now. Errors: 422 `refund_too_small`, 503 `rates_unavailable`. */
export function refundPrice(
  instance: Instance,
  { project, invoice, shares, rate: rateOf, route }: Priced,
): WithdrawalPrice & { readonly rate: string | null } {
  const { currencies } = instance;
  const charged = defined(currencies.get(invoice.price_currency), 'currency is registered');
  const coin = defined(currencies.get(assetCode(invoice.pay_currency)), 'currency is registered');
  const isConverted = coin.code !== charged.code;
  const rate = isConverted
    ? quoteNow(instance, { base: coin.code, quote: charged.code }).buyRate
    : null;
  const included = { includesProcessingFee: false, includesNetworkFee: true } as const;
  const price = priceWithdrawal({
    amount:
      isConverted && rateOf === 'today'
        ? { in: 'charged', amount: shares.price, ...included }
        : { in: 'received', amount: shares.paid, ...included },
    chargedCurrency: charged,
    receivedCurrency: coin,
    rate,
    networkFee: route.networkFee,
    feePercent: feePercentOf(instance, project, {
      operation: 'withdrawal',
      currency: charged.code,
    }),
  });
  if (price !== null && price.received >= leastSent(instance, route))
    return { ...price, rate: rate === null ? null : formatDecimal(rate) };
  throw apiError('refund_too_small', {
    amount: formatAmount(shares.paid, coin),
    asset: coin.code,
    fee: formatAmount(route.networkFee, coin),
  });
}
