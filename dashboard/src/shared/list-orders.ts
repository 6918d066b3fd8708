// The orders of lists. Each is in the URL as `sort`, and thus in saved views.

/** By time, by an amount within one currency, or by ID. */
export const LIST_ORDERS = ['newest', 'oldest', 'highest', 'lowest', 'id'] as const;

export type ListOrder = (typeof LIST_ORDERS)[number];

/** Amounts are compared within one currency only. */
export function isByAmount(sort: string | undefined): boolean {
  return sort === 'highest' || sort === 'lowest';
}

/** The order that a list with amounts requests. One that it cannot have is left out. */
export function requestedOrder(sort: string | undefined, currency: string | undefined) {
  const order = (['newest', 'oldest', 'highest', 'lowest'] as const).find((each) => each === sort);
  return isByAmount(order) && currency === undefined ? undefined : order;
}

/** The order of a list without amounts. */
export function requestedTimeOrder(sort: string | undefined) {
  return (['newest', 'oldest'] as const).find((each) => each === sort);
}
