// Refunds that shops start: each becomes a refund claim of one paid invoice, so that the sum of all refunds never
// exceeds what was paid (docs/decisions/0213-refunds-after-completion.md).
import type { App } from '../app.ts';
import { type Progress, progressOf } from '../checkouts/progress.ts';
import { findCheckout } from '../checkouts/store-checkouts.ts';
import { defined } from '../core/assert.ts';
import { AppError } from '../core/errors.ts';
import { type Currency, formatAmount, parseAmount } from '../core/money.ts';
import type { Shares } from '../core/pricing/refund-shares.ts';
import { newIdOf } from '../core/slots.ts';
import { createClaim, type WantedClaim } from '../invoices/create-claim.ts';
import { currenciesOf } from '../invoices/refund-row.ts';
import { refundableNow } from '../invoices/refundable.ts';
import type { Project } from '../projects/project.ts';
import { coded, fieldErrors, missing } from './errors.ts';
import { type PullPaymentTexts, presentPullPayment } from './pull-payments.ts';
import {
  lessPercent,
  type Members,
  readPullPayment,
  readRefund,
  type WantedMoney,
} from './read-refund.ts';
import { checkoutsOfOrders, findShopInvoice } from './store-invoices.ts';

interface ShopCaller {
  readonly project: Project;
  readonly keyId: string;
}

type Invoice = Progress['invoices'][number];

/** What can still be refunded of one paid invoice of a checkout. */
interface Part {
  readonly invoice: Invoice;
  readonly left: Shares;
}

/**
 * Errors: 404; 400 `non-refundable` when nothing of it can be refunded; 422 with the field.
 */
export async function refundInvoice(
  app: App,
  caller: ShopCaller,
  { id, body }: { id: string | null; body: Members },
): Promise<object> {
  const { project } = caller;
  const shop = id === null ? null : await findShopInvoice(app.db, project.id, id);
  if (shop === null) throw missing('invoice');
  const wanted = readRefund(body);
  const parts = await partsOf(app, project.id, shop.checkout_id);
  if (parts.length === 0)
    throw coded(
      400,
      'non-refundable',
      'Nothing of this invoice can be refunded by a link. What is underpaid, late or overpaid is refunded in the dashboard',
    );
  const texts = { name: wanted.name ?? nameOf(shop.order_id), description: wanted.description };
  const { isThen, percent } = wanted;
  const money = wanted.money ?? wholeOf(app, parts, isThen);
  return claimOf(app, caller, { parts, money, percent, isThen, texts, expiresIn: null });
}

/**
 * For the order that its name or description mentions: a refund is always one of a paid invoice. Errors: 422, also
 * when no single order fits.
 */
export async function createPullPayment(
  app: App,
  caller: ShopCaller,
  body: Members,
): Promise<object> {
  const wanted = readPullPayment(body, new Date(app.clock.now()));
  const { texts, money } = wanted;
  const words = `${texts.name} ${texts.description}`.split(/[^\p{L}\p{N}_.-]+/u);
  const orders = [
    ...new Set(words.flatMap((word) => [word, word.endsWith('.') ? word.slice(0, -1) : word])),
  ];
  const found = await checkoutsOfOrders(app.db, caller.project.id, orders);
  const parts = (await Promise.all(found.map((id) => partsOf(app, caller.project.id, id)))).filter(
    (each) => each.length > 0,
  );
  const [only] = parts;
  if (only === undefined || parts.length > 1)
    throw fieldErrors([
      {
        path: 'Name',
        message:
          'The name or description must contain the number of one order that was paid here and can be refunded',
      },
    ]);
  const { expiresIn } = wanted;
  const plain = { percent: null, isThen: false };
  return claimOf(app, caller, { parts: only, money, ...plain, texts, expiresIn });
}

const nameOf = (orderId: string | null) => (orderId === null ? 'Refund' : `Refund ${orderId}`);

interface Claiming {
  readonly parts: readonly Part[];
  readonly money: WantedMoney;
  /** To subtract from it. */
  readonly percent: string | null;
  readonly isThen: boolean;
  readonly texts: PullPaymentTexts;
  readonly expiresIn: number | null;
}

/** From the part that has most left: one claim refunds one coin. */
async function claimOf(
  app: App,
  { project, keyId }: ShopCaller,
  { parts, money, percent, isThen, texts, expiresIn }: Claiming,
): Promise<object> {
  const ofCurrency = parts.filter(({ invoice }) => {
    const { price, coin } = currenciesOf(app, invoice);
    return money.currency === price.code || money.currency === coin.code;
  });
  const [chosen] = ofCurrency.toSorted((a, b) => (a.left.price < b.left.price ? 1 : -1));
  if (chosen === undefined)
    throw fieldErrors([
      {
        path: 'CustomCurrency',
        message: 'The currency must be that of the invoice, or a coin that it was paid in',
      },
    ]);
  const { price, coin } = currenciesOf(app, chosen.invoice);
  const isCoin = money.currency !== price.code;
  const requested: WantedClaim = {
    invoice_id: chosen.invoice.id,
    amount: lessPercentText(money.amount, percent, isCoin ? coin : price),
    amount_currency: money.currency,
    rate: isThen || isCoin ? 'then' : 'today',
    ...(expiresIn !== null && { expires_in: expiresIn }),
  };
  const objectId = newIdOf(project.id, app);
  const creator = { project, objectId, apiKey: `shop:${keyId}`, mayPayOut: false };
  const claim = await createClaim(app, creator, requested).catch((error: unknown) => {
    throw aboutAmount(error);
  });
  return defined(presentPullPayment(app, claim, texts), 'it was just made');
}

/** At what is refunded in the name of the field that shops sent. */
function aboutAmount(error: unknown): unknown {
  if (!(error instanceof AppError) || error.status !== 422 || error.details.length === 0)
    return error;
  return fieldErrors(error.details.map(({ message }) => ({ path: 'CustomAmount', message })));
}

/** What is no amount of the currency is reported with the claim. */
function lessPercentText(text: string, percent: string | null, currency: Currency): string {
  const amount = parseAmount(text, currency);
  if (typeof amount !== 'bigint' || percent === null) return text;
  return formatAmount(lessPercent(amount, percent, currency), currency);
}

/** All that is left: in coins at the original rate, else in the price. */
function wholeOf(app: App, parts: readonly Part[], isThen: boolean): WantedMoney {
  const [most] = parts.toSorted((a, b) => (a.left.price < b.left.price ? 1 : -1));
  const { invoice, left } = defined(most, 'checked');
  const { price, coin } = currenciesOf(app, invoice);
  const [amount, currency] = isThen ? [left.paid, coin] : [left.price, price];
  return { amount: formatAmount(amount, currency), currency: currency.code };
}

async function partsOf(app: App, projectId: string, checkoutId: string): Promise<readonly Part[]> {
  const row = await findCheckout(app.db, projectId, checkoutId);
  if (row === null) return [];
  const [progress] = await app.db.snapshot((sql) => progressOf(sql, app, [row]));
  const parts = await Promise.all(
    (progress?.invoices ?? [])
      .filter(({ status }) => status === 'completed')
      .map(async (invoice) => ({ invoice, left: await refundableNow(app.db, app, invoice) })),
  );
  return parts.filter(({ left }) => left.paid > 0n && left.price > 0n);
}
