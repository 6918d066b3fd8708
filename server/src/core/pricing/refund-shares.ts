// How much of a completed invoice a refund uses up (docs/decisions/0213-refunds-after-completion.md). A refund has two
// shares: of the coin that was paid, and of the price that was credited for it. One is requested, the other is
// proportional and rounded down. The sums of both never exceed what was paid.

/** In the smallest units of the coin and of the price currency. */
export interface Shares {
  readonly paid: bigint;
  readonly price: bigint;
}

export interface WantedShare {
  readonly of: keyof Shares;
  readonly amount: bigint;
}

export function sharesOf(whole: Shares, { of, amount }: WantedShare): Shares {
  return of === 'paid'
    ? { paid: amount, price: (amount * whole.price) / whole.paid }
    : { paid: (amount * whole.paid) / whole.price, price: amount };
}

export function isWithin(shares: Shares, left: Shares): boolean {
  return shares.paid <= left.paid && shares.price <= left.price;
}

/** The largest amount whose shares are both within what is left. */
export function mostOf(whole: Shares, { of, left }: { of: keyof Shares; left: Shares }): bigint {
  const other = of === 'paid' ? 'price' : 'paid';
  // floor(amount × whole[other] ÷ whole[of]) ≤ left[other]
  const bound = ((left[other] + 1n) * whole[of] - 1n) / whole[other];
  return bound < left[of] ? bound : left[of];
}
