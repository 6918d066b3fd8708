// What moves a merchant's balance, in the order of a summary.
export const MOVEMENTS = [
  'sales',
  'refunds',
  'fees',
  'network_fees',
  'payouts',
  'exchanges',
  'corrections',
] as const;
export type Movement = (typeof MOVEMENTS)[number];
