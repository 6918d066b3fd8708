// What a cart costs: items, discount, tip and the tax in it. Pure: staff choose items, pieces and amounts they typed;
// prices come from the terminal. Amounts include tax and are in the smallest unit of the currency.
import type { CreateCheckoutInput } from '../checkouts/create.ts';
import { taxLines } from '../checkouts/tax.ts';
import { type ErrorDetail, rule } from '../core/errors.ts';
import { groupBy, sumOf } from '../core/group.ts';
import {
  type Currency,
  decimal,
  divide,
  formatAmount,
  parseAmount,
  roundTo,
} from '../core/money.ts';
import { type ItemRow, itemsLeft } from './items.ts';
import type { Cart, CartLine } from './read-cart.ts';
import type { TerminalTerms } from './terminals.ts';

export interface PricedLine {
  /** Null: typed on the keypad. */
  readonly itemId: string | null;
  readonly name: string;
  readonly pieces: number;
  /** Of all pieces. */
  readonly amount: bigint;
  readonly taxPercent: string | null;
}

export interface Priced {
  readonly lines: readonly PricedLine[];
  /** By tax rate, where there is one: a discount lowers the tax of its rate. */
  readonly discounts: readonly { readonly taxPercent: string | null; readonly amount: bigint }[];
  readonly subtotal: bigint;
  readonly discount: bigint;
  readonly tip: bigint;
  /** In `subtotal - discount`. */
  readonly tax: bigint;
  readonly total: bigint;
}

interface Shop {
  readonly terms: TerminalTerms;
  readonly items: readonly ItemRow[];
  readonly unit: Currency;
  /** What a typed amount, a discount and a tip are called. */
  readonly words: Words;
}

export interface Words {
  readonly amount: string;
  readonly discount: string;
  readonly tip: string;
}

type SoldItem = NonNullable<CreateCheckoutInput['items']>[number];

/** Reports every problem. With problems, the result is what can be said of the rest. */
export function priceCart(shop: Shop, cart: Cart, problems: ErrorDetail[]): Priced {
  const { unit, terms } = shop;
  const lines = cart.lines.flatMap((line, n) => {
    const priced = priceLine(shop, { line, target: `lines.${n}` }, problems);
    return priced === null ? [] : [priced];
  });
  findMissing(shop, cart, problems);
  if (cart.discount_percent !== null && !terms.discounts)
    problems.push(rule.unsupported('discount_percent'));
  if (cart.note !== null && !terms.note) problems.push(rule.unsupported('note'));
  const discounts = discountsOf(lines, cart, unit);
  const subtotal = sumOf(lines, ({ amount }) => amount);
  const discount = sumOf(discounts, ({ amount }) => amount);
  const tip = tipOf(shop, { cart, goods: subtotal - discount }, problems);
  const tax = sumOf(
    taxLines(itemsOfSale({ lines, discounts, tip: 0n }, shop).map(withTax), unit),
    (line) => line.tax,
  );
  return { lines, discounts, subtotal, discount, tip, tax, total: subtotal - discount + tip };
}

const withTax = (item: SoldItem) => ({
  kind: item.kind ?? ('item' as const),
  name: item.name,
  quantity: item.quantity ?? 1,
  amount: item.amount,
  tax_percent: item.tax_percent ?? null,
});

function priceLine(
  { terms, items, unit, words }: Shop,
  { line, target }: { line: CartLine; target: string },
  problems: ErrorDetail[],
): PricedLine | null {
  const { item_id: id, quantity: pieces } = line;
  if (id === null) {
    if (!terms.keypad) problems.push(rule.filled(`${target}.item_id`));
    const amount = typedAmount(line, { unit, target }, problems);
    const name = line.name ?? words.amount;
    if (amount === null) return null;
    const taxPercent = terms.tax_percent;
    return { itemId: null, name, pieces, amount: amount * BigInt(pieces), taxPercent };
  }
  const item = items.find((one) => one.id === id && one.is_active);
  if (item === undefined) {
    problems.push(rule.unsupported(`${target}.item_id`));
    return null;
  }
  const price = priceOfOne(item, line, { unit, target, problems });
  if (price === null) return null;
  const taxPercent = item.tax_percent ?? terms.tax_percent;
  return { itemId: id, name: item.name, pieces, amount: price * BigInt(pieces), taxPercent };
}

function priceOfOne(
  { pricing, price_amount: price }: ItemRow,
  line: CartLine,
  { unit, target, problems }: { unit: Currency; target: string; problems: ErrorDetail[] },
): bigint | null {
  if (pricing === 'fixed') {
    if (line.amount !== null) problems.push(rule.unsupported(`${target}.amount`));
    return price;
  }
  if (pricing === 'minimum' && line.amount === null) return price;
  const amount = typedAmount(line, { unit, target }, problems);
  if (amount !== null && price !== null && amount < price)
    problems.push(rule.atLeast(`${target}.amount`, formatAmount(price, unit)));
  return amount;
}

function typedAmount(
  { amount: text }: CartLine,
  { unit, target }: { unit: Currency; target: string },
  problems: ErrorDetail[],
): bigint | null {
  const field = `${target}.amount`;
  if (text === null) {
    problems.push(rule.filled(field));
    return null;
  }
  return positive(text, { unit, field }, problems);
}

function positive(
  text: string,
  { unit, field }: { unit: Currency; field: string },
  problems: ErrorDetail[],
): bigint | null {
  const amount = parseAmount(text, unit);
  if (amount === 'not_a_number') problems.push(rule.decimal(field));
  else if (amount === 'bad_precision') problems.push(rule.precision(field, unit.precision));
  else if (amount <= 0n) problems.push(rule.positive(field));
  else return amount;
  return null;
}

/** An item can be on several lines. */
function findMissing({ items }: Shop, { lines }: Cart, problems: ErrorDetail[]): void {
  const byItem = groupBy(
    lines.map((line, n) => ({ ...line, n })),
    ({ item_id: id }) => id,
  );
  for (const item of items) {
    const own = byItem.get(item.id) ?? [];
    const left = itemsLeft(item);
    const wanted = own.reduce((sum, { quantity }) => sum + quantity, 0);
    const last = own.at(-1);
    if (last !== undefined && left !== null && wanted > left)
      problems.push(rule.atMost(`lines.${last.n}.quantity`, String(left)));
  }
}

/** Rounded down for each tax rate: never more than the percentage. */
function discountsOf(
  lines: readonly PricedLine[],
  cart: Cart,
  unit: Currency,
): Priced['discounts'] {
  const { discount_percent: percent } = cart;
  if (percent === null) return [];
  const byRate = groupBy(lines, ({ taxPercent }) => taxPercent);
  return [...byRate].flatMap(([taxPercent, own]) => {
    const amount = shareOf(
      sumOf(own, (line) => line.amount),
      percent,
      unit,
    );
    return amount === 0n ? [] : [{ taxPercent, amount }];
  });
}

/** A percentage is of what is paid for the goods, rounded down: never more than the customer agreed to. */
function tipOf(
  { terms, unit }: Shop,
  { cart, goods }: { cart: Cart; goods: bigint },
  problems: ErrorDetail[],
): bigint {
  const { tip_percent: percent, tip_amount: text } = cart;
  if (percent !== null && text !== null)
    problems.push(rule.exactlyOneOf('tip_amount', ['tip_percent', 'tip_amount']));
  const isAsked = terms.tip_percents.length > 0;
  if (percent !== null) {
    if (!isAsked) problems.push(rule.unsupported('tip_percent'));
    return shareOf(goods, percent, unit);
  }
  if (text === null) return 0n;
  if (!isAsked) problems.push(rule.unsupported('tip_amount'));
  return positive(text, { unit, field: 'tip_amount' }, problems) ?? 0n;
}

/** Rounded down, in the precision of the currency. */
function shareOf(amount: bigint, percent: string, unit: Currency): bigint {
  const { digits, scale } = decimal(percent);
  const exact = divide(amount * digits, 100n * 10n ** BigInt(scale), 'down');
  return roundTo(exact, unit, { precision: unit.precision, rounding: 'down' });
}

/** As the checkout and its receipt list them. They add up to the total. */
export function itemsOfSale(
  { lines, discounts, tip }: Pick<Priced, 'lines' | 'discounts' | 'tip'>,
  { unit, words }: Pick<Shop, 'unit' | 'words'>,
): SoldItem[] {
  const text = (amount: bigint) => formatAmount(amount, unit);
  return [
    ...lines.map(({ name, pieces, amount, taxPercent }) => ({
      kind: 'item' as const,
      name,
      quantity: pieces,
      amount: text(amount),
      tax_percent: taxPercent ?? undefined,
    })),
    ...discounts.map(({ taxPercent, amount }) => ({
      kind: 'discount' as const,
      name: words.discount,
      quantity: 1,
      amount: text(amount),
      tax_percent: taxPercent ?? undefined,
    })),
    ...(tip === 0n
      ? []
      : [
          {
            kind: 'tip' as const,
            name: words.tip,
            quantity: 1,
            amount: text(tip),
            tax_percent: undefined,
          },
        ]),
  ];
}
