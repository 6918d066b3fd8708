// The items of a checkout on its page and on its receipt.
import type { StoredItem } from '../checkouts/store-checkouts.ts';
import type { Locale } from '../core/languages.ts';
import type { Currency } from '../core/money.ts';
import { freeText, type Html, html, priceText } from './page-parts.ts';
import type { PaymentPageView } from './payment-page-view.ts';

export interface PageItem {
  readonly name: string;
  readonly quantity: number;
  /** Of all pieces. Negative for a discount. */
  readonly price: NonNullable<PaymentPageView['price']>;
}

export function pageItems(items: readonly StoredItem[], unit: Currency): readonly PageItem[] {
  return items.map(({ kind, name, quantity, amount }) => ({
    name,
    quantity,
    price: {
      amount: kind === 'discount' ? `-${amount}` : amount,
      currency: unit.code,
      kind: unit.kind,
    },
  }));
}

export function itemFact({ name, quantity, price }: PageItem, locale: Locale): Html {
  const pieces = quantity === 1 ? null : html`${quantity} × `;
  return html`<div class="item"><dt>${pieces}${freeText(name)}</dt><dd dir="ltr">${priceText(price, locale)}</dd></div>
`;
}
