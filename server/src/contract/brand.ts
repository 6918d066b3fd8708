// Limits of a merchant's brand that the contract and its readers share.

export const appearances = ['automatic', 'light', 'dark'] as const;
export type Appearance = (typeof appearances)[number];

/** Pages and emails that payers get, in the order of the preview. */
export const previewGroups = {
  payments: [
    'checkout',
    'open',
    'underpaid',
    'paid',
    'receipt',
    'subscription',
    'channel',
    'refund',
  ],
  links: ['payment_link', 'donation', 'donation_frame', 'poster', 'reminder'],
  sales: ['display', 'sale_receipt'],
  mails: ['request_mail', 'receipt_mail', 'confirmation_mail', 'reminder_mail'],
} as const;
export type PreviewPage = (typeof previewGroups)[keyof typeof previewGroups][number];
export const previewPages: readonly PreviewPage[] = Object.values(previewGroups).flat();

export const LOGO_BYTES_MAX = 262_144;
/** Base64 has four characters for three bytes. */
export const LOGO_TEXT_MAX = Math.ceil(LOGO_BYTES_MAX / 3) * 4;
