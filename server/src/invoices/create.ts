// Creates invoices: gathers rates and the customer, decides price, fee and expiry, then stores all pending invoices
// of a project in one transaction (insert.ts).
import type { App } from '../app.ts';
import { chooseAmount, chooseCoin, chooseCurrency } from '../coins/choose.ts';
import type { Coin } from '../coins/coin.ts';
import { CONVERTED_EXPIRES_IN_MAX } from '../contract/objects/invoices.ts';
import type { InputOf } from '../contract/operation.ts';
import type { Operations } from '../contract/operations.ts';
import { assert } from '../core/assert.ts';
import { SECOND } from '../core/clock.ts';
import { AppError, apiError, type ErrorDetail, invalid, rule } from '../core/errors.ts';
import {
  type Currency,
  type Decimal,
  divide,
  formatAmount,
  formatDecimal,
  pow10,
  roundTo,
  toQuote,
} from '../core/money.ts';
import { chargeFor } from '../core/pricing/fee.ts';
import { priceInvoice } from '../core/pricing/payment.ts';
import { customerProblems } from '../customers/customer.ts';
import { minimumDeposit } from '../deposits/minimum.ts';
import { feePercentOf, feePercentText, type Project } from '../projects/project.ts';
import { quoteNow } from '../rates/rates.ts';
import { insertInvoice } from './insert.ts';
import { CONVERTED_VALIDITY, type InvoiceRow, SAME_CURRENCY_VALIDITY } from './store-invoices.ts';
import type { NewInvoice } from './store-new.ts';

export type CreateInvoiceInput = InputOf<Operations['createInvoice']>;

export interface InvoiceCaller {
  readonly project: Project;
  readonly objectId: string;
  /** The invoice cannot be paid after the end of its subscription period. */
  readonly subscription?: { readonly id: string; readonly periodEndsAt: Date };
  /** What arrives counts toward the checkout, in part too. The quote ends with the checkout. */
  readonly checkout?: {
    readonly id: string;
    readonly expiresAt: Date;
    /** Milliseconds. */
    readonly quoteTime: number;
    /** In the price currency: what may be missing. */
    readonly allowance: bigint;
  };
}

/** Errors: 422 `invalid`, 409 `duplicate_custom_id`, 503 `rates_unavailable`. */
export async function createInvoice(
  app: App,
  caller: InvoiceCaller,
  input: CreateInvoiceInput,
): Promise<InvoiceRow> {
  const problems: ErrorDetail[] = [];
  const terms = await readRequest(app, caller.project, { input, problems });
  if (terms === null || problems.length > 0) throw invalid(...problems);
  const invoice = decide(app, caller, { input, terms });
  const outcome = await insertInvoice(app, invoice);
  if (outcome === 'duplicate_custom_id') throw apiError('duplicate_custom_id');
  return outcome.row;
}

interface Request {
  readonly input: Partial<CreateInvoiceInput>;
  readonly problems: ErrorDetail[];
}

export async function findInvoiceProblems(
  app: App,
  { project }: { project: Project },
  request: Request,
): Promise<void> {
  await readRequest(app, project, request);
}

async function readRequest(
  app: App,
  project: Project,
  { input, problems }: Request,
): Promise<Terms | null> {
  const terms = chooseTerms(app, input, problems);
  if (terms !== null) problems.push(...tooSmall(app, project, terms));
  problems.push(...(await customerProblems(app, project, input.customer_id)));
  return terms;
}

function decide(
  app: App,
  caller: InvoiceCaller,
  { input, terms }: { input: CreateInvoiceInput; terms: Terms },
): NewInvoice {
  const { price, priceCurrency, coin } = terms;
  const feePercent = feePercentOf(app, caller.project, {
    operation: 'invoice',
    currency: priceCurrency.code,
  });
  const rate = rateOf(app, coin, priceCurrency);
  const { payAmount, fee, credit } = priceInvoice({
    price,
    priceCurrency,
    payCurrency: coin.asset,
    payPrecision: coin.payPrecision,
    rate,
    feePercent,
  });
  assert(credit > 0n, 'a price that the fee eats whole was refused');
  const now = app.clock.now();
  return {
    project: caller.project,
    id: caller.objectId,
    custom_id: input.custom_id ?? null,
    customer_id: input.customer_id ?? null,
    subscription_id: caller.subscription?.id ?? null,
    checkout_id: caller.checkout?.id ?? null,
    enough_amount:
      caller.checkout === undefined ? null : enoughOf(caller.checkout, { price, payAmount }),
    network: coin.network,
    price_amount: price,
    price_currency: priceCurrency.code,
    pay_amount: payAmount,
    pay_currency: coin.code,
    fee,
    fee_percent: feePercentText(feePercent),
    rate: rate === null ? null : formatDecimal(rate),
    name: input.name ?? null,
    description: input.description ?? null,
    metadata: input.metadata ?? null,
    success_redirect_url: input.success_redirect_url ?? null,
    unsuccess_redirect_url: input.unsuccess_redirect_url ?? null,
    payer_email: input.payer_email ?? null,
    expires_in: input.expires_in ?? null,
    language: input.language ?? null,
    created_at: new Date(now),
    expires_at: new Date(
      Math.min(now + (caller.checkout?.quoteTime ?? validityOf(input, rate)), endOf(caller)),
    ),
  };
}

/** The coin amount that leaves at most the allowance of the price, rounded up. */
function enoughOf(
  { allowance }: { allowance: bigint },
  { price, payAmount }: { price: bigint; payAmount: bigint },
): bigint {
  return allowance >= price ? payAmount : divide(payAmount * (price - allowance), price, 'up');
}

/** Milliseconds. */
function validityOf({ expires_in: seconds }: CreateInvoiceInput, rate: Decimal | null): number {
  if (seconds !== undefined) return seconds * SECOND;
  return rate === null ? SAME_CURRENCY_VALIDITY : CONVERTED_VALIDITY;
}

function endOf({ subscription, checkout }: InvoiceCaller): number {
  const end = subscription?.periodEndsAt ?? checkout?.expiresAt;
  return end?.getTime() ?? Number.POSITIVE_INFINITY;
}

interface Terms {
  readonly price: bigint;
  readonly priceCurrency: Currency;
  readonly coin: Coin;
}

function chooseTerms(
  app: App,
  input: Partial<CreateInvoiceInput>,
  problems: ErrorDetail[],
): Terms | null {
  const priceCurrency = chooseCurrency(
    app,
    { value: input.price_currency, target: 'price_currency' },
    problems,
  );
  const paid = { value: input.pay_currency, target: 'pay_currency', network: input.network };
  const coin = chooseCoin(app, paid, problems);
  if (priceCurrency === null) return null;
  const field = { value: input.price_amount, target: 'price_amount' };
  const price = chooseAmount(priceCurrency, field, problems);
  if (coin === null) return null;
  const isConverted = coin.asset.code !== priceCurrency.code;
  if (isConverted && (input.expires_in ?? 0) > CONVERTED_EXPIRES_IN_MAX)
    problems.push(rule.atMost('expires_in', String(CONVERTED_EXPIRES_IN_MAX)));
  return price === null ? null : { price, priceCurrency, coin };
}

function tooSmall(app: App, project: Project, terms: Terms): ErrorDetail[] {
  const [counts, credited] = [leastPrice(app, project, terms), leastCredited(app, project, terms)];
  const least = counts === null || counts < credited ? credited : counts;
  if (terms.price >= least) return [];
  return [rule.atLeast('price_amount', formatAmount(least, terms.priceCurrency))];
}

/** The smallest price that leaves one unit after the fee. The fee is rounded up. */
function leastCredited(app: App, project: Project, { priceCurrency }: Terms): bigint {
  const unit = pow10(priceCurrency.scale - priceCurrency.precision);
  const facts = { operation: 'invoice', currency: priceCurrency.code } as const;
  return chargeFor(unit, priceCurrency, feePercentOf(app, project, facts)).charged;
}

/** Rounded up. Null without rates. */
function leastPrice(app: App, project: Project, { coin, priceCurrency }: Terms): bigint | null {
  const minimum = minimumDeposit(app, coin, project.settings);
  const precision = { precision: priceCurrency.precision, rounding: 'up' } as const;
  try {
    const rate = rateOf(app, coin, priceCurrency);
    if (rate === null) return roundTo(minimum, priceCurrency, precision);
    return toQuote(minimum, { base: coin, quote: priceCurrency, rate }, 'up');
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** The merchant sells the coin that they will receive. Null when nothing is converted. */
function rateOf(app: App, coin: Coin, priceCurrency: Currency) {
  if (coin.asset.code === priceCurrency.code) return null;
  return quoteNow(app, { base: coin.asset.code, quote: priceCurrency.code }).sellRate;
}
