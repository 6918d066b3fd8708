// The screen for each kind of pending task: a list with exactly the counted items. Null if the person has no such
// screen.
import type { LinkProps } from '@tanstack/react-router';
import { DAY, now } from '../../shared/clock.ts';
import type { Need } from './queries.ts';

type Kind = Need['kind'];

/** Lists of the whole instance. */
export function needLink(kind: Kind): LinkProps | null {
  if (kind === 'alerts' || kind === 'alerts_unreported') return { to: '/alerts' };
  if (kind === 'rates_stale') return { to: '/rates' };
  if (kind === 'chains_not_synced') return { to: '/networks' };
  if (kind === 'hot_wallets_low') return { to: '/wallets' };
  if (kind === 'quarantines' || kind === 'payout_pauses') return { to: '/pauses' };
  if (kind === 'corrections_for_approval')
    return { to: '/corrections', search: { status: 'requested' } };
  if (kind === 'deposits_unmatched') return { to: '/inbox' };
  if (kind === 'channel_payments_held') return { to: '/held-payments' };
  return null;
}

/** Older failed deliveries are not counted. */
const GIVEN_UP_DAYS = 30;

/** Lists of one project. */
export function needLinkIn(kind: Kind, project: string): LinkProps | null {
  const params = { project };
  if (kind === 'deposits_unmatched') return { to: '/projects/$project/inbox', params };
  if (kind === 'channel_payments_held') return { to: '/projects/$project/held-payments', params };
  if (kind === 'refund_claims_claimed')
    return { to: '/projects/$project/refund-links', params, search: { status: 'claimed' } };
  if (kind === 'proposals_open')
    return { to: '/projects/$project/decisions', params, search: { status: 'open' } };
  if (kind === 'callback_deliveries_failed') {
    const from = new Date(now() - GIVEN_UP_DAYS * DAY).toISOString().slice(0, 10);
    return { to: '/projects/$project/callbacks', params, search: { status: 'failed', from } };
  }
  if (kind in invoices)
    return { to: '/projects/$project/invoices', params, search: invoices[kind] ?? {} };
  if (kind in withdrawals)
    return { to: '/projects/$project/withdrawals', params, search: withdrawals[kind] ?? {} };
  return null;
}

type Filters = Readonly<Partial<Record<Kind, Readonly<Record<string, string>>>>>;

const invoices: Filters = {
  invoices_unresolved: { status: 'unresolved' },
  invoices_high_risk: { status: 'unresolved', context: 'illicit_resource' },
};
const withdrawals: Filters = {
  withdrawals_for_approval: { status: 'on_hold', waits_for: 'approvers' },
  withdrawals_on_hold: { status: 'on_hold', waits_for: 'operator' },
  withdrawals_failed: { status: 'failed' },
};
