// The object or screen that an alert is about.
import type { LinkProps } from '@tanstack/react-router';
import type { AlertKind } from '../../shared/alert-kinds.ts';
import type { Texts } from '../../shared/i18n.tsx';
import { toChannel, toDelivery, toInvoice, toWithdrawal } from '../../shared/links.ts';
import type { AlertRow } from './queries.ts';

type Area = keyof Texts['common']['areas'];

export interface AlertLink {
  readonly link: LinkProps;
  /** The name of the screen, or what kind of object it is. */
  readonly area: Area;
}

const screens = {
  book: '/books',
  health: '/health',
  network: '/networks',
  pausedPayouts: '/pauses',
  signer: '/signer',
  unmatched: '/inbox',
  wallet: '/wallets',
} as const satisfies Readonly<Partial<Record<Area, LinkProps['to']>>>;

const areaOf: Readonly<Partial<Record<AlertKind, keyof typeof screens>>> = {
  clock_skew: 'health',
  node_unreachable: 'network',
  node_excluded: 'network',
  node_behind: 'network',
  waiting_for_finality: 'network',
  backup_old: 'health',
  backup_failed: 'health',
  wal_archiving_failed: 'health',
  backup_destination_claimed: 'health',
  deposit_reversed: 'unmatched',
  deposit_amount_changed: 'unmatched',
  unmatched_balance_increase: 'unmatched',
  token_received: 'wallet',
  token_amount_mismatch: 'wallet',
  token_balance_unverified: 'wallet',
  audit_finding: 'book',
  insolvent: 'book',
  external_holdings_unconfirmed: 'book',
  network_fee_overspend: 'book',
  payouts_paused: 'pausedPayouts',
  quarantine: 'pausedPayouts',
  unrecognized_spend: 'pausedPayouts',
  foreign_spend: 'pausedPayouts',
  database_rolled_back: 'pausedPayouts',
  database_replaced: 'pausedPayouts',
  hot_wallet_low_balance: 'wallet',
  hot_wallet_below_mark: 'wallet',
  insufficient_gas: 'wallet',
  nonce_gap: 'wallet',
  rejected_by_signer: 'signer',
  signer_unavailable: 'signer',
};

function objectLink(project: string, facts: AlertRow['facts']): AlertLink | null {
  const { withdrawal_ids: [first] = [] } = facts as {
    readonly withdrawal_ids?: readonly unknown[];
  };
  const {
    withdrawal_id: withdrawal = first,
    delivery_id: delivery,
    invoice_id: invoice,
    channel_id: channel,
  } = facts;
  if (typeof withdrawal === 'string')
    return { link: toWithdrawal(project, withdrawal), area: 'withdrawal' };
  if (typeof delivery === 'string')
    return { link: toDelivery(project, delivery), area: 'callback' };
  if (typeof invoice === 'string') return { link: toInvoice(project, invoice), area: 'invoice' };
  if (typeof channel === 'string') return { link: toChannel(project, channel), area: 'channel' };
  return null;
}

/** Null for an alert that no screen shows more about. */
export function alertLink({ kind, facts }: Pick<AlertRow, 'kind' | 'facts'>): AlertLink | null {
  const { project_id: project } = facts;
  const object = typeof project === 'string' ? objectLink(project, facts) : null;
  if (object !== null) return object;
  const area = areaOf[kind];
  return area === undefined ? null : { link: { to: screens[area] }, area };
}
