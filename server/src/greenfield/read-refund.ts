// What shops send to refund: the variant, an amount, a percentage to keep, and texts. Unknown fields are ignored, and
// so is the payout method: a refund goes back in the coin that was paid.
import { JsonNumber } from '../contract/parse-json.ts';
import {
  compareDecimals,
  decimal,
  parseDecimal,
  pow10,
  roundTo,
  type Units,
} from '../core/money.ts';
import { type FieldProblem, fieldErrors, missingPermission } from './errors.ts';
import type { PullPaymentTexts } from './pull-payments.ts';

export type Members = Readonly<Record<string, unknown>>;

export interface WantedMoney {
  readonly amount: string;
  readonly currency: string;
}

export interface WantedRefund {
  readonly name: string | null;
  readonly description: string;
  /** In coins, at the rate of then. */
  readonly isThen: boolean;
  /** Null: all that is left. */
  readonly money: WantedMoney | null;
  /** To subtract from it. */
  readonly percent: string | null;
}

const VARIANTS = ['RateThen', 'CurrentRate', 'Fiat', 'OverpaidAmount', 'Custom'] as const;
type Variant = (typeof VARIANTS)[number];
const NAME_MAX = 50;
const DESCRIPTION_MAX = 1000;
const PERCENT_DIGITS_MAX = 10;

/** Errors: 422 with every problem. */
export function readRefund(body: Members): WantedRefund {
  const problems: FieldProblem[] = [];
  const variant = VARIANTS.find((one) => one === body.refundVariant);
  if (variant === undefined)
    problems.push({ path: 'RefundVariant', message: `It must be one of ${VARIANTS.join(', ')}` });
  if (variant === 'OverpaidAmount')
    problems.push({
      path: 'RefundVariant',
      message: 'What was overpaid is refunded in the dashboard of the merchant',
    });
  const percent = readPercent(body, problems);
  const money = variant === 'Custom' ? readCustom(body, problems) : null;
  if (problems.length > 0 || variant === undefined) throw fieldErrors(problems);
  return {
    name: readText(body.name, NAME_MAX),
    description: readText(body.description, DESCRIPTION_MAX) ?? '',
    isThen: variant === ('RateThen' satisfies Variant),
    money,
    percent,
  };
}

function readCustom(body: Members, problems: FieldProblem[]): WantedMoney | null {
  const amount = readAmount(body.customAmount);
  const currency = readText(body.customCurrency, NAME_MAX);
  if (amount === null)
    problems.push({ path: 'CustomAmount', message: 'The amount must be above zero' });
  if (currency === null)
    problems.push({ path: 'CustomCurrency', message: 'The currency is missing' });
  return amount === null || currency === null ? null : { amount, currency: currency.toUpperCase() };
}

interface WantedPullPayment {
  readonly texts: PullPaymentTexts;
  readonly money: WantedMoney;
  /** Seconds. Null: the default. */
  readonly expiresIn: number | null;
}

/** An hour to a year, as links of refunds have it. */
const LASTS = { least: 3600, most: 31_536_000 };

/** Errors: 403 for one that approves itself, 422 with every problem. */
export function readPullPayment(body: Members, now: Date): WantedPullPayment {
  if (body.autoApproveClaims === true)
    throw missingPermission('btcpay.store.cancreatepullpayments');
  const problems: FieldProblem[] = [];
  const amount = readAmount(body.amount);
  const currency = readText(body.currency, NAME_MAX);
  const { name } = body;
  if (amount === null) problems.push({ path: 'Amount', message: 'The amount must be above zero' });
  if (currency === null) problems.push({ path: 'Currency', message: 'The currency is missing' });
  if (typeof name === 'string' && name.length > NAME_MAX)
    problems.push({ path: 'Name', message: `The name has at most ${NAME_MAX} characters` });
  const expiresIn = readExpiry(body.expiresAt, now, problems);
  if (problems.length > 0 || amount === null || currency === null) throw fieldErrors(problems);
  return {
    texts: {
      name: readText(name, NAME_MAX) ?? '',
      description: readText(body.description, DESCRIPTION_MAX) ?? '',
    },
    money: { amount, currency: currency.toUpperCase() },
    expiresIn,
  };
}

function readExpiry(value: unknown, now: Date, problems: FieldProblem[]): number | null {
  const text = textOf(value);
  if (text === null) return null;
  const seconds = Number(text) - now.getTime() / 1000;
  if (!Number.isFinite(seconds) || seconds <= 0) {
    problems.push({ path: 'ExpiresAt', message: 'The expiry must be in the future' });
    return null;
  }
  return Math.min(LASTS.most, Math.max(LASTS.least, Math.floor(seconds)));
}

function readPercent({ subtractPercentage }: Members, problems: FieldProblem[]): string | null {
  const text = textOf(subtractPercentage);
  if (text === null) return null;
  const percent = parseDecimal(text);
  const isPercent =
    percent !== null &&
    text.length <= PERCENT_DIGITS_MAX &&
    percent.digits >= 0n &&
    compareDecimals(percent, decimal('100')) < 0;
  if (isPercent) return text;
  problems.push({ path: 'SubtractPercentage', message: 'It must be from 0 to below 100' });
  return null;
}

/** Rounded down, to the decimals that amounts of the currency can have. */
export function lessPercent(amount: bigint, percent: string | null, currency: Units): bigint {
  const { digits, scale } = decimal(percent ?? '0');
  const whole = 100n * pow10(scale);
  const less = (amount * (whole - digits)) / whole;
  return roundTo(less, currency, { precision: currency.precision, rounding: 'down' });
}

/** A number, or a text of one, as shops of every language write it. */
function readAmount(value: unknown): string | null {
  const text = textOf(value);
  const amount = text === null ? null : parseDecimal(text);
  return amount === null || amount.digits <= 0n ? null : text;
}

function textOf(value: unknown): string | null {
  if (value instanceof JsonNumber) return value.plainText();
  return typeof value === 'string' && value !== '' ? value : null;
}

function readText(value: unknown, most: number): string | null {
  const text = typeof value === 'string' ? value.trim().slice(0, most) : '';
  return text === '' ? null : text;
}
