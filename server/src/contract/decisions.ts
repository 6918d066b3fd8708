// The possible decisions about money that could not be credited automatically.

/** `returned_to_inbox`: it was refunded, and the refund was canceled. */
export const DECISIONS = [
  'credited',
  'attached',
  'sent_back',
  'released',
  'returned_to_inbox',
] as const;

export type Decision = (typeof DECISIONS)[number];
