// What a close of a terminal counts, in all, by coin and by staff. Pure. Amounts include tax, except for the net one.
import type { Instance } from '../app.ts';
import type { Progress } from '../checkouts/progress.ts';
import { networkLabel } from '../coins/coin.ts';
import { unitOfCode } from '../coins/price-unit.ts';
import { defined } from '../core/assert.ts';
import { groupBy, sumOf } from '../core/group.ts';
import { formatAmount } from '../core/money.ts';
import { isSettled } from '../deposits/deposit.ts';
import type { SaleRow } from './sales.ts';

/** Amounts are texts: in the currency of the terminal, and of coins in the coin. */
export interface CloseTotals {
  readonly sales: number;
  /** Numbers of the first and of the last sale. */
  readonly first_number: number;
  readonly last_number: number;
  readonly subtotal: string;
  readonly discount: string;
  readonly tip: string;
  readonly tax: string;
  /** Without tax and tips. */
  readonly net: string;
  readonly total: string;
  /** Confirmed payments. */
  readonly coins: readonly {
    readonly currency: string;
    readonly network: string;
    readonly amount: string;
    readonly payments: number;
  }[];
  readonly staff: readonly {
    readonly id: string;
    readonly name: string;
    readonly sales: number;
    readonly total: string;
    readonly tip: string;
  }[];
}

export interface CountedSale {
  readonly sale: Omit<SaleRow, 'checkout'>;
  readonly progress: Progress;
}

/** At least one sale. */
export function closeTotals(
  instance: Pick<Instance, 'currencies' | 'knownCoins'>,
  priceUnit: string,
  counted: readonly CountedSale[],
): CloseTotals {
  const unit = unitOfCode(instance.currencies, priceUnit);
  const text = (amount: bigint) => formatAmount(amount, unit);
  const sales = counted.map(({ sale }) => sale);
  const numbers = sales.map(({ number }) => number);
  const sum = (amountOf: (sale: (typeof sales)[number]) => bigint) => sumOf(sales, amountOf);
  const [discount, tip, tax] = [
    sum((sale) => sale.discount),
    sum((sale) => sale.tip),
    sum((sale) => sale.tax),
  ];
  const subtotal = sum((sale) => sale.subtotal);
  const byStaff = groupBy(sales, ({ staff_id: id }) => id);
  return {
    sales: sales.length,
    first_number: Math.min(...numbers),
    last_number: Math.max(...numbers),
    subtotal: text(subtotal),
    discount: text(discount),
    tip: text(tip),
    tax: text(tax),
    net: text(subtotal - discount - tax),
    total: text(subtotal - discount + tip),
    coins: coinsOf(instance, counted),
    staff: [...byStaff]
      .map(([id, own]) => ({
        id,
        name: own[0]?.staff_name ?? '',
        sales: own.length,
        total: text(sumOf(own, (sale) => sale.subtotal - sale.discount + sale.tip)),
        tip: text(sumOf(own, (sale) => sale.tip)),
      }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  };
}

function coinsOf(
  { knownCoins }: Pick<Instance, 'knownCoins'>,
  counted: readonly CountedSale[],
): CloseTotals['coins'] {
  const settled = counted.flatMap(({ progress: { invoices, deposits } }) =>
    invoices.flatMap(({ id }) => (deposits.get(id) ?? []).filter(isSettled)),
  );
  return [...groupBy(settled, ({ coin }) => coin)]
    .map(([code, own]) => {
      const coin = defined(knownCoins.get(code), 'the coin is registered');
      return {
        currency: coin.asset.code,
        network: networkLabel(coin),
        amount: formatAmount(
          sumOf(own, ({ amount }) => amount),
          coin,
        ),
        payments: own.length,
      };
    })
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}
