// Builds the hosted page's view of a checkout from its row, its invoices and the current rates.
import type { App } from '../app.ts';
import { bringUpToDate } from '../checkouts/choose.ts';
import { offersOf } from '../checkouts/offers.ts';
import { type Progress, progressOf } from '../checkouts/progress.ts';
import { unitOf } from '../coins/price-unit.ts';
import { defined } from '../core/assert.ts';
import type { Locale } from '../core/languages.ts';
import { formatAmount } from '../core/money.ts';
import { sitePath } from '../core/site-path.ts';
import { loadProject, type Merchant, merchantOf, type Project } from '../projects/project.ts';
import { type CoinToChoose, coinsToChoose } from './coin-choice.ts';
import { plainAmount } from './page-parts.ts';
import type { PaymentPageStatus } from './payment-page-view.ts';

interface Price {
  readonly amount: string;
  readonly currency: string;
  readonly kind: 'fiat' | 'coin';
}

export interface CheckoutPageView {
  readonly locale: Locale;
  readonly pagePath: string;
  /** `waiting`: a coin can be chosen. */
  readonly status: PaymentPageStatus;
  readonly merchant: Merchant;
  readonly name: string | null;
  readonly description: string | null;
  readonly price: Price;
  /** Null: nothing was paid yet, or nothing is missing. */
  readonly remaining: Price | null;
  readonly expiresAt: Date;
  readonly coins: readonly CoinToChoose[];
  readonly isTestNetwork: boolean;
  /** The newest invoice that has received a payment. */
  readonly startedInvoice: string | null;
  readonly successUrl: string | null;
  readonly unsuccessUrl: string | null;
}

export async function viewOfCheckout(
  app: App,
  id: string,
  locale: Locale,
): Promise<CheckoutPageView | null> {
  const row = await bringUpToDate(app, id);
  if (row === null) return null;
  const project = defined(await loadProject(app.db, row.project_id), 'its project exists');
  const [found] = await app.db.snapshot((sql) => progressOf(sql, app, [row]));
  const progress = defined(found ?? null, 'one for each');
  const currency = unitOf(app.currencies, row);
  const priceOf = (amount: bigint): Price => ({
    amount: formatAmount(amount, currency),
    currency: currency.code,
    kind: currency.kind,
  });
  const { decision, invoices } = progress;
  const status = statusOf(progress);
  const isPartly = status === 'underpaid' && decision.remaining > 0n;
  return {
    locale,
    pagePath: `${sitePath(app.config)}/checkouts/${row.id}`,
    status,
    merchant: merchantOf(project),
    name: row.name,
    description: row.description,
    price: priceOf(row.price_amount),
    remaining: isPartly ? priceOf(decision.remaining) : null,
    expiresAt: row.expires_at,
    coins: status === 'waiting' || status === 'underpaid' ? choicesOf(app, project, progress) : [],
    isTestNetwork: app.config.network !== 'main',
    startedInvoice: invoices.findLast(({ paid_amount: paid }) => paid > 0n)?.id ?? null,
    successUrl: row.success_redirect_url,
    unsuccessUrl: row.unsuccess_redirect_url,
  };
}

function choicesOf(app: App, project: Project, progress: Progress): readonly CoinToChoose[] {
  const offers = offersOf(app, project, progress);
  const amounts = new Map(offers.map(({ coin, amount }) => [coin.code, amount]));
  return coinsToChoose(offers.map(({ coin }) => coin)).map((choice) => {
    const coin = defined(app.coins.get(choice.code), 'a coin that is offered');
    const amount = plainAmount(formatAmount(amounts.get(choice.code) ?? 0n, coin));
    return { ...choice, amount: `${amount} ${choice.currency}` };
  });
}

/** From the facts: a payment is shown when it is seen, not when the worker has processed it. */
function statusOf({ decision: { status, context } }: Progress): PaymentPageStatus {
  if (status === 'completed') return context === 'overpaid' ? 'overpaid' : 'paid';
  if (status === 'processing') return 'confirming';
  if (status === 'cancelled') return 'cancelled';
  if (context === 'illicit_resource') return 'on_hold';
  if (context === 'paid_late') return 'late';
  if (context === 'partially_paid') return 'underpaid';
  return status === 'expired' ? 'expired' : 'waiting';
}
