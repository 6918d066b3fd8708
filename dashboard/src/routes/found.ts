// The screen of each kind of search result.
import type { LinkProps } from '@tanstack/react-router';
import type { OperatorApi } from '../shared/api-types.ts';
import {
  toChannel,
  toCheckout,
  toCustomer,
  toDeposit,
  toInvoice,
  toPaymentLink,
  toSubscription,
  toTerminal,
  toTrace,
  toWithdrawal,
} from '../shared/links.ts';

export type Hit = OperatorApi['search.find']['output'][number];

type Leads = (project: string, hit: Hit) => LinkProps | null;

const leads: Readonly<Record<Hit['type'], Leads>> = {
  invoice: (project, { id }) => toInvoice(project, id),
  withdrawal: (project, { id }) => toWithdrawal(project, id),
  deposit: (project, hit) =>
    hit.status === UNMATCHED ? toDeposit(project, hit.id) : toOwner(project, hit),
  channel: (project, { id }) => toChannel(project, id),
  channel_payment: (project, { id }) => toTrace(project, id),
  customer: (project, { id }) => toCustomer(project, id),
  subscription: (project, { id }) => toSubscription(project, id),
  checkout: (project, { id }) => toCheckout(project, id),
  payment_link: (project, { id }) => toPaymentLink(project, id),
  terminal: (project, { id }) => toTerminal(project, id),
  exchange: (project, { id }) => toTrace(project, id),
  callback: (project, { came_to: to }) => ({
    to: '/projects/$project/callbacks',
    params: { project },
    search: { object_id: to?.id },
  }),
};

const UNMATCHED = 'unmatched';

/** Null when no screen exists: a top-up of the instance's wallet. */
export function linkOf(hit: Hit): LinkProps | null {
  const { project_id: project, status } = hit;
  if (project !== null) return leads[hit.type](project, hit);
  return status === UNMATCHED ? { to: '/inbox' } : null;
}

function toOwner(project: string, { came_to: to }: Hit): LinkProps | null {
  if (to?.type === 'invoice') return toInvoice(project, to.id);
  return to?.type === 'channel' ? toChannel(project, to.id) : null;
}
