// Links to the screens of one object, for rows, cells and search results.
import type { LinkProps } from '@tanstack/react-router';

export const toInvoice = (project: string, invoice: string): LinkProps => ({
  to: '/projects/$project/invoices/$invoice',
  params: { project, invoice },
});

export const toCheckout = (project: string, checkout: string): LinkProps => ({
  to: '/projects/$project/checkouts/$checkout',
  params: { project, checkout },
});

export const toPaymentLink = (project: string, link: string): LinkProps => ({
  to: '/projects/$project/payment-links/$link',
  params: { project, link },
});

export const toTerminal = (project: string, terminal: string): LinkProps => ({
  to: '/projects/$project/terminals/$terminal',
  params: { project, terminal },
});

export const toChannel = (project: string, channel: string): LinkProps => ({
  to: '/projects/$project/channels/$channel',
  params: { project, channel },
});

export const toCustomer = (project: string, customer: string): LinkProps => ({
  to: '/projects/$project/customers/$customer',
  params: { project, customer },
});

export const toSubscription = (project: string, subscription: string): LinkProps => ({
  to: '/projects/$project/subscriptions/$subscription',
  params: { project, subscription },
});

export const toWithdrawal = (project: string, withdrawal: string): LinkProps => ({
  to: '/projects/$project/withdrawals/$withdrawal',
  params: { project, withdrawal },
});

export const toBatch = (project: string, batch: string): LinkProps => ({
  to: '/projects/$project/withdrawals/batch/$batch',
  params: { project, batch },
});

export const toDeposit = (project: string, deposit: string): LinkProps => ({
  to: '/projects/$project/inbox/$deposit',
  params: { project, deposit },
});

export const toDelivery = (project: string, delivery: string): LinkProps => ({
  to: '/projects/$project/callbacks/$delivery',
  params: { project, delivery },
});

/** An object's postings and on-chain transactions. */
export const toTrace = (project: string, reference: string): LinkProps => ({
  to: '/projects/$project/transactions/$reference',
  params: { project, reference },
});
