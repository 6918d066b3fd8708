// What the samples of the preview of a brand have in common. No address can be paid to, and no id or link exists.
import type { App } from '../app.ts';
import { type Coin, networkLabel } from '../coins/coin.ts';
import { unitOfCode } from '../coins/price-unit.ts';
import { defined } from '../core/assert.ts';
import { AppError } from '../core/errors.ts';
import type { Locale } from '../core/languages.ts';
import { amountOf, formatAmount, toBase } from '../core/money.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { Merchant, Project } from '../projects/project.ts';
import { quoteNow } from '../rates/rates.ts';

/** What a sample is made for. `project` has the settings to show. */
export interface Sample {
  readonly app: App;
  readonly project: Project;
  readonly merchant: Merchant;
  readonly locale: Locale;
}

export const SAMPLE_ID = '00000000-0000-7000-8000-000000000000';
export const SAMPLE_TOKEN = 'example-example-exampl';
export const SAMPLE_ADDRESS = 'example00000000000000do00not00pay';
export const SAMPLE_TXID = 'example'.repeat(9);
export const SAMPLE_EMAIL = 'payer@customer.example';
export const SAMPLE_PERSON = 'Ada';
export const SAMPLE_CURRENCY = 'EUR';
export const SAMPLE_AMOUNT = '149.90';
export const SAMPLE_DONATION = '25.00';

export const sampleTexts = (locale: Locale) => textsOf('payment-page', locale).sample;

export function samplePrice(amount = SAMPLE_AMOUNT) {
  return { amount, currency: SAMPLE_CURRENCY, kind: 'fiat' as const };
}

/** Where there is no rate. */
const WITHOUT_RATE = '0.0021';

/** The sample price at the current rate, so that no coin looks absurd, and two parts of it. */
export function sampleAmounts(app: App, coin: Coin) {
  const due = priceIn(app, coin) ?? amountOf(WITHOUT_RATE, coin);
  const part = (due * 2n) / 3n;
  const text = (amount: bigint) => formatAmount(amount, coin);
  return { due: text(due), part: text(part), rest: text(due - part) };
}

function priceIn(app: App, coin: Coin): bigint | null {
  const quote = unitOfCode(app.currencies, SAMPLE_CURRENCY);
  try {
    const { sellRate: rate } = quoteNow(app, { base: coin.asset.code, quote: quote.code });
    const rule = { rounding: 'up', precision: coin.payPrecision } as const;
    return toBase(amountOf(SAMPLE_AMOUNT, quote), { base: coin.asset, quote, rate }, rule);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

export function sampleCoin(app: App) {
  const [found] = app.coins.values();
  const coin = defined(found, 'an instance has a coin');
  return { code: coin.asset.code, network: networkLabel(coin), amounts: sampleAmounts(app, coin) };
}
