// The checkout for an order: what is paid, what is sold, who pays, and where the customer returns.
import type { NewCheckout } from '@chaintill/client';
import type { Order } from '@vendure/core';
import { decimalOf } from './money.ts';
import type { ChaintillOptions } from './options.ts';

export interface Requested {
  readonly order: Order;
  /** In units of the currency. */
  readonly amount: number;
  readonly precision: number;
  readonly languageCode: string;
  /** Makes the reference of this attempt unique: an order may be paid again. */
  readonly attempt: string;
}

type Item = NonNullable<NewCheckout['items']>[number];
type Language = NonNullable<NewCheckout['language']>;

const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'tr', 'ru', 'ja', 'zh'];
const NAME_MAX = 255;
const ITEMS_MAX = 100;

export function newCheckout(requested: Requested, options: ChaintillOptions): NewCheckout {
  const { order, amount, precision } = requested;
  const returnUrl = options.returnUrl?.({ code: order.code });
  return {
    price_amount: decimalOf(amount, precision),
    price_currency: order.currencyCode,
    pay_currencies: options.payCurrencies,
    custom_id: `${order.code}.${requested.attempt}`,
    name: order.code,
    items: itemsOf(requested),
    metadata: { vendure_order: order.code },
    payer_email: order.customer?.emailAddress,
    language: languageOf(requested.languageCode),
    expires_in: options.expiresIn,
    success_redirect_url: returnUrl,
    unsuccess_redirect_url: returnUrl,
  };
}

/** Undefined when they do not add up to the amount, for example because a gift card has paid a part. */
function itemsOf({ order, amount, precision }: Requested): Item[] | undefined {
  const sold = soldIn(order).filter(({ units }) => units !== 0);
  const sum = sold.reduce((total, { units }) => total + units, 0);
  if (sum !== amount || sold.length === 0 || sold.length > ITEMS_MAX) return undefined;
  return sold.map(({ name, units, quantity, taxRate }) => ({
    kind: units < 0 ? 'discount' : 'item',
    name: name.slice(0, NAME_MAX),
    quantity,
    amount: decimalOf(Math.abs(units), precision),
    tax_percent: units < 0 ? undefined : String(taxRate),
  }));
}

interface Sold {
  readonly name: string;
  /** Of all pieces together, with taxes and discounts. */
  readonly units: number;
  readonly quantity: number;
  readonly taxRate: number;
}

function soldIn(order: Order): Sold[] {
  const lines = order.lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ productVariant, proratedLinePriceWithTax, quantity, taxRate }) => ({
      name: productVariant.name,
      units: proratedLinePriceWithTax,
      quantity,
      taxRate,
    }));
  const surcharges = order.surcharges.map(({ description, priceWithTax, taxRate }) => ({
    name: description,
    units: priceWithTax,
    quantity: 1,
    taxRate,
  }));
  const shipping = order.shippingLines.map(({ discountedPriceWithTax, taxRate }) => ({
    name: 'Shipping',
    units: discountedPriceWithTax,
    quantity: 1,
    taxRate,
  }));
  return [...lines, ...surcharges, ...shipping];
}

/** Of `pt_BR`, the page speaks `pt`. Undefined: the language of the browser. */
function languageOf(code: string): Language | undefined {
  const language = code.slice(0, 2).toLowerCase();
  return LANGUAGES.find((known) => known === language) as Language | undefined;
}
