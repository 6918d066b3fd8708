// Queries of the screens of payment links.
import type { Donation, PaymentLink } from '@chaintill/client';
import { listOptions, merchantPages, merchantQuery, operatorList } from '../../shared/queries.ts';

export function linkList(project: string) {
  return listOptions<PaymentLink>(
    ['payment_link', project, 'list'],
    merchantPages(project, 'listPaymentLinks', {}),
  );
}

export function linkOne(project: string, id: string) {
  return merchantQuery(project, {
    key: ['payment_link', project, 'one', id],
    name: 'showPaymentLink',
    input: { id },
  });
}

/** Live events of checkouts renew it. */
export function linkCheckouts(project: string, payment_link_id: string, onlyPaid: boolean) {
  return operatorList(
    ['checkout', project, 'of link', payment_link_id, onlyPaid],
    'checkouts.list',
    {
      project,
      payment_link_id,
      paid: onlyPaid,
    },
  );
}

/** Live events of checkouts renew it. */
export function donationList(project: string, id: string) {
  return listOptions<Donation>(
    ['checkout', project, 'donations', id],
    merchantPages(project, 'listDonations', { id }),
  );
}

export const donationsChanged = (project: string) => [['checkout', project, 'donations']];

export const changedBy = (project: string) => [['payment_link', project]];
