// The screen of each kind of search result.
import type { LinkProps } from '@tanstack/react-router';
import type { OperatorApi } from '../shared/api-types.ts';

export type Hit = OperatorApi['search.find']['output'][number];

type Leads = (project: string, hit: Hit) => LinkProps | null;

const leads: Readonly<Record<Hit['type'], Leads>> = {
  invoice: (project, { id }) => toInvoice(project, id),
  withdrawal: (project, { id: withdrawal }) => ({
    to: '/projects/$project/withdrawals/$withdrawal',
    params: { project, withdrawal },
  }),
  deposit: (project, hit) =>
    hit.status === UNMATCHED
      ? { to: '/projects/$project/inbox/$deposit', params: { project, deposit: hit.id } }
      : toOwner(project, hit),
  channel: (project, { id }) => toChannel(project, id),
  channel_payment: (project, { id }) => toTrace(project, id),
  customer: (project, { id: customer }) => ({
    to: '/projects/$project/customers/$customer',
    params: { project, customer },
  }),
  subscription: (project, { id: subscription }) => ({
    to: '/projects/$project/subscriptions/$subscription',
    params: { project, subscription },
  }),
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

function toInvoice(project: string, invoice: string): LinkProps {
  return { to: '/projects/$project/invoices/$invoice', params: { project, invoice } };
}

function toTrace(project: string, reference: string): LinkProps {
  return { to: '/projects/$project/transactions/$reference', params: { project, reference } };
}

function toChannel(project: string, channel: string): LinkProps {
  return { to: '/projects/$project/channels/$channel', params: { project, channel } };
}
