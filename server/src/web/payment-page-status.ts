// The words for where a payment stands on a hosted page. Used by the view, the texts and the renderer.
// They are the payer's terms, fewer than the statuses of invoices and deposits.

/**
 * Where the payment stands, in the payer's terms. `late`: arrived after the expiry. `on_hold`: under
 * review. `disabled`: a channel that takes no payments. A channel is `waiting` or `confirming` for ever.
 */
export type PaymentPageStatus =
  | 'waiting'
  | 'underpaid'
  | 'confirming'
  | 'paid'
  | 'overpaid'
  | 'late'
  | 'expired'
  | 'on_hold'
  | 'refunded'
  | 'cancelled'
  | 'disabled';
