// How the delivery of an alert ended where no receiver replied. The texts are in the catalog
// (locales/<language>/reasons.json).

/** `internal_error`: the log has the error. */
export const DELIVERY_CODES = [
  'accepted_by_mail_server',
  'no_mail_server',
  'internal_error',
] as const;

export type DeliveryCode = (typeof DELIVERY_CODES)[number];
