// Builds the hosted page's view of a subscription from its row and the invoices of its current period.
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import type { Locale } from '../core/languages.ts';
import { formatAmount } from '../core/money.ts';
import { sitePath } from '../core/site-path.ts';
import { type Merchant, merchantOf } from '../projects/project.ts';
import type { Period } from '../subscriptions/decide-subscription.ts';
import { bringUpToDate, startedInvoice } from '../subscriptions/pay.ts';
import { statusesOf, UNPAID } from '../subscriptions/status.ts';
import type { SubscriptionRow } from '../subscriptions/store-subscriptions.ts';
import { type CoinToChoose, coinsToChoose } from './coin-choice.ts';

export interface SubscriptionPageView {
  readonly locale: Locale;
  readonly pagePath: string;
  readonly status: 'due' | 'confirming' | 'paid' | 'cancelled';
  readonly merchant: Merchant;
  readonly name: string;
  readonly description: string | null;
  readonly price: {
    readonly amount: string;
    readonly currency: string;
    readonly kind: 'fiat' | 'coin';
  };
  readonly period: Period;
  readonly periodQuantity: number;
  readonly periodEndsAt: Date;
  readonly coins: readonly CoinToChoose[];
  readonly isTestNetwork: boolean;
  /** The period's unfinished invoice that has received a payment. */
  readonly startedInvoice: string | null;
  readonly successUrl: string | null;
  readonly unsuccessUrl: string | null;
}

export async function viewOfSubscription(
  app: App,
  id: string,
  locale: Locale,
): Promise<SubscriptionPageView | null> {
  const found = await bringUpToDate(app, id);
  if (found === null) return null;
  const { row, project } = found;
  const progress = await statusesOf(app.db, project, [row.id]);
  const { isPaid, incomingInvoice } = progress.get(row.id) ?? UNPAID;
  const price = defined(app.currencies.get(row.currency), 'currency is registered');
  return {
    locale,
    pagePath: `${sitePath(app.config)}/subscriptions/${row.id}`,
    status: statusOf(row, { isPaid, isConfirming: incomingInvoice !== null }),
    merchant: merchantOf(project),
    name: row.product_name ?? row.name,
    description: row.product_description,
    price: {
      amount: formatAmount(row.amount, price),
      currency: price.code,
      kind: price.kind,
    },
    period: row.period,
    periodQuantity: row.period_quantity,
    periodEndsAt: row.current_period_ends_at,
    coins: coinsToChoose(app.coins.values()),
    isTestNetwork: app.config.network !== 'main',
    startedInvoice: incomingInvoice ?? (await startedInvoice(app.db, row)),
    successUrl: row.success_redirect_url,
    unsuccessUrl: row.unsuccess_redirect_url,
  };
}

function statusOf(
  row: SubscriptionRow,
  { isPaid, isConfirming }: { isPaid: boolean; isConfirming: boolean },
): SubscriptionPageView['status'] {
  if (row.status === 'cancelled') return 'cancelled';
  if (row.current_period_paid || isPaid) return 'paid';
  return isConfirming ? 'confirming' : 'due';
}
