// Where what needs a person is dealt with; null where there is no screen for it.
import type { LinkProps } from '@tanstack/react-router';
import type { Need } from './queries.ts';

export function needLink(kind: Need['kind'], project: string | null): LinkProps | null {
  if (kind === 'alarms') return { to: '/alarms' };
  if (kind === 'chains_unread') return { to: '/networks' };
  if (kind === 'hot_wallets_low') return { to: '/wallets' };
  if (kind === 'quarantines' || kind === 'payout_stops') return { to: '/stops' };
  if (project === null) return null;
  const params = { project };
  if (kind === 'invoices_unresolved' || kind === 'invoices_illicit')
    return { to: '/projects/$project/invoices', params };
  if (kind.startsWith('withdrawals_')) return { to: '/projects/$project/withdrawals', params };
  if (kind === 'deposits_unmatched') return { to: '/projects/$project/inbox', params };
  if (kind === 'channel_payments_held') return { to: '/projects/$project/channels', params };
  if (kind === 'callbacks_given_up')
    return { to: '/projects/$project/callbacks', params, search: { status: 'failed' } };
  return null;
}
