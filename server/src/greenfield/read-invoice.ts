// Reads the request for an invoice, leniently: shops send numbers as texts, lists as objects, and nulls.
import type { App } from '../app.ts';
import type { CreateCheckoutInput } from '../checkouts/create.ts';
import type { Coin } from '../coins/coin.ts';
import { priceUnit } from '../coins/price-unit.ts';
import { isPlainObject } from '../contract/fields.ts';
import { isStorable } from '../contract/storable-text.ts';
import { isLocale } from '../core/languages.ts';
import {
  compareDecimals,
  type Decimal,
  divide,
  formatAmount,
  formatDecimal,
  parseDecimal,
} from '../core/money.ts';
import { checkoutToleranceOf, type Project } from '../projects/project.ts';
import { shortId } from '../shops/ids.ts';
import { type FieldProblem, fieldErrors } from './errors.ts';
import { coinOfMethod, methodOf } from './methods.ts';
import { type Metadata, readMetadata, textOf } from './read-metadata.ts';
import type { InvoiceOptions } from './store-invoices.ts';

const URL_LENGTH_MAX = 2048;
/** Of a shop that names none. */
const CURRENCY = 'EUR';
const MINUTES = { least: 5, most: 43_200, usual: 60 };
/** Confirmations. `HighSpeed` leaves ours as they are: a shop never lowers them. */
const SPEEDS: Readonly<Record<string, number>> = {
  HighSpeed: 0,
  MediumSpeed: 1,
  LowMediumSpeed: 2,
  LowSpeed: 6,
};

export interface InvoiceRequest {
  readonly input: CreateCheckoutInput;
  readonly metadataText: string;
  readonly orderId: string | null;
  readonly options: InvoiceOptions;
}

type Members = Readonly<Record<string, unknown>>;

/** Errors: 422 with all problems. */
export function readInvoiceRequest(
  app: App,
  { id, body, project }: { id: string; body: Members; project: Project },
): InvoiceRequest {
  const problems: FieldProblem[] = [];
  const price = readPrice(app, body, problems);
  const metadata = readMetadata(body, problems);
  const checkout = isPlainObject(body.checkout) ? body.checkout : {};
  const coins = readCoins(app, checkout, problems);
  const redirect = readRedirect(checkout, problems);
  const minutes = readMinutes(checkout, problems);
  const tolerance = readTolerance(checkout.paymentTolerance, checkoutToleranceOf(project).usual);
  const speed =
    SPEEDS[String(checkout.speedPolicy)] === undefined ? null : String(checkout.speedPolicy);
  const first = firstOf(app, checkout, coins);
  const isReceipt = !isPlainObject(body.receipt) || body.receipt.enabled !== false;
  if (problems.length > 0 || price === null || metadata === null) throw fieldErrors(problems);
  const terms = {
    id,
    storeName: project.name,
    first,
    checkout,
    coins,
    redirect,
    minutes,
    tolerance,
    speed,
  };
  return {
    metadataText: metadata.text,
    orderId: metadata.orderId,
    input: inputOf({ ...terms, price, metadata, isReceipt }),
    options: {
      checkout: optionsOf(terms),
      receipt: { enabled: isReceipt, showQR: null, showPayments: null },
    },
  };
}

interface Terms {
  readonly id: string;
  readonly storeName: string;
  readonly checkout: Members;
  readonly coins: readonly Coin[];
  /** Offered first. Null: as listed. */
  readonly first: Coin | null;
  readonly redirect: string | null;
  readonly minutes: number;
  readonly tolerance: string;
  readonly speed: string | null;
}

interface AllTerms extends Terms {
  readonly price: { readonly amount: string; readonly currency: string };
  readonly metadata: Metadata;
  readonly isReceipt: boolean;
}

function inputOf(terms: AllTerms): CreateCheckoutInput {
  const { id, checkout, coins, first, redirect, price, metadata } = terms;
  const { orderId, email, description } = metadata;
  const returnUrl = redirect === null ? undefined : filled(redirect, { id, orderId });
  return {
    price_amount: price.amount,
    price_currency: price.currency,
    pay_currencies: coins.map(chosen),
    default_pay_currency: first === null ? undefined : chosen(first),
    custom_id: undefined,
    customer_id: undefined,
    name: description ?? orderId ?? terms.storeName,
    description: undefined,
    items: undefined,
    metadata: metadata.text,
    payer_email: email ?? undefined,
    payer_email_required: false,
    language: languageOf(checkout.defaultLanguage),
    expires_in: terms.minutes * 60,
    quote_minutes: undefined,
    tolerance_percent: terms.tolerance,
    min_confirmations: SPEEDS[terms.speed ?? ''] || undefined,
    receipt: terms.isReceipt,
    success_redirect_url: returnUrl,
    unsuccess_redirect_url: returnUrl,
    redirect_automatically: checkout.redirectAutomatically === true,
  };
}

function optionsOf({
  checkout,
  coins,
  first,
  redirect,
  minutes,
  tolerance,
  speed,
}: Terms): Members {
  const { redirectAutomatically, defaultLanguage: language } = checkout;
  return {
    speedPolicy: speed ?? 'MediumSpeed',
    paymentMethods: coins.map(methodOf),
    defaultPaymentMethod: first === null ? null : methodOf(first),
    lazyPaymentMethods: true,
    expirationMinutes: minutes,
    monitoringMinutes: MINUTES.most,
    paymentTolerance: Number(tolerance),
    redirectURL: redirect,
    redirectAutomatically: redirectAutomatically === true,
    defaultLanguage: typeof language === 'string' ? language.slice(0, 20) : null,
  };
}

const chosen = ({ asset, network }: Coin) => ({ currency: asset.code, network });

function readPrice(
  app: App,
  body: Members,
  problems: FieldProblem[],
): { amount: string; currency: string } | null {
  const code = (textOf(body.currency) ?? CURRENCY).slice(0, 20).toUpperCase();
  const found = priceUnit(app.currencies, code);
  if (found === null) {
    problems.push({ path: 'Currency', message: `The currency ${code} is not supported` });
    return null;
  }
  const text = textOf(body.amount);
  const value = text === null ? null : parseDecimal(text);
  if (value === null || value.digits <= 0n) {
    const message =
      text === null ? 'The amount is required' : 'The amount must be a number above zero';
    problems.push({ path: 'Amount', message });
    return null;
  }
  return { amount: formatAmount(rounded(value, found.unit), found.unit), currency: code };
}

/** More decimals than the currency has: rounded half up, like BTCPay Server. Zeros change nothing. */
function rounded({ digits, scale }: Decimal, unit: { scale: number; precision: number }): bigint {
  const dropped = Math.max(0, scale - unit.precision);
  const by = 10n ** BigInt(dropped);
  const kept = divide(digits + by / 2n, by, 'down');
  return kept * 10n ** BigInt(unit.scale - (scale - dropped));
}

/** Unknown ones are ignored, unless none remains: an order must not fail because a coin was switched off. */
function readCoins(
  app: App,
  { paymentMethods }: Members,
  problems: FieldProblem[],
): readonly Coin[] {
  const isListed = typeof paymentMethods === 'object' && paymentMethods !== null;
  const names = isListed ? Object.values(paymentMethods).slice(0, 100) : [];
  if (names.length === 0) return [...app.coins.values()];
  const found = names.flatMap((name) =>
    typeof name === 'string' ? (coinOfMethod(app, name) ?? []) : [],
  );
  if (found.length === 0)
    problems.push({
      path: 'Checkout.PaymentMethods[0]',
      message: 'No payment method of the list is available',
    });
  return [...new Set(found)];
}

function firstOf(
  app: App,
  { defaultPaymentMethod: name }: Members,
  coins: readonly Coin[],
): Coin | null {
  const found = typeof name === 'string' ? coinOfMethod(app, name) : null;
  return found !== null && coins.includes(found) ? found : null;
}

/** Kept as it was written: shops compare it. */
function readRedirect({ redirectURL }: Members, problems: FieldProblem[]): string | null {
  if (redirectURL === undefined || redirectURL === null || redirectURL === '') return null;
  const isLink =
    typeof redirectURL === 'string' &&
    redirectURL.length <= URL_LENGTH_MAX &&
    isStorable(redirectURL) &&
    URL.canParse(redirectURL) &&
    /^https?:$/.test(new URL(redirectURL).protocol);
  if (isLink) return redirectURL;
  problems.push({
    path: 'Checkout.RedirectURL',
    message: 'The address must be a complete web address',
  });
  return null;
}

const PLACEHOLDERS = /(?:\{|%7B)(InvoiceId|OrderId)(?:\}|%7D)/gi;

function filled(url: string, { id, orderId }: { id: string; orderId: string | null }): string {
  return url.replace(PLACEHOLDERS, (_, name: string) =>
    encodeURIComponent(name.toLowerCase() === 'invoiceid' ? shortId(id) : (orderId ?? '')),
  );
}

function readMinutes({ expirationMinutes }: Members, problems: FieldProblem[]): number {
  const text = textOf(expirationMinutes);
  if (text === null) return MINUTES.usual;
  const minutes = Math.round(Number(text));
  if (!Number.isFinite(minutes) || minutes <= 0)
    problems.push({ path: 'Checkout.ExpirationMinutes', message: 'It must be above zero' });
  return Math.min(MINUTES.most, Math.max(MINUTES.least, minutes || MINUTES.least));
}

/** What may be missing, in percent. A shop may ask for less than its project allows, not for more. */
function readTolerance(value: unknown, usual: Decimal): string {
  const wanted = parseDecimal(textOf(value) ?? '');
  const isLess = wanted !== null && wanted.digits >= 0n && compareDecimals(wanted, usual) < 0;
  return isLess ? formatDecimal(wanted) : formatDecimal(usual);
}

function languageOf(value: unknown) {
  const found = /^([a-z]{2})(?:[-_]|$)/i.exec(typeof value === 'string' ? value.slice(0, 20) : '');
  const code = found?.[1]?.toLowerCase() ?? '';
  return isLocale(code) ? code : undefined;
}
