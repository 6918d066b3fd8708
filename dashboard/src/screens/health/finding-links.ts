// Where to continue for each kind of finding: the screen that shows it, and the page of the documentation.
import type { LinkProps } from '@tanstack/react-router';
import type { OperatorApi } from '../../shared/api-types.ts';
import type { Texts } from '../../shared/i18n.tsx';

type Code = OperatorApi['doctor']['output'][number]['code'];

interface Next {
  /** The name of the screen in the navigation. */
  readonly screen?: keyof Texts['common']['areas'];
  /** A section below `/docs/`; server/test/tidy/guides.test.ts checks that it exists. */
  readonly guide?: string;
}

const paths = {
  alert: '/alerts',
  book: '/books',
  heldPayment: '/held-payments',
  network: '/networks',
  overview: '/operations',
  pausedPayouts: '/pauses',
  rate: '/rates',
  signer: '/signer',
  unmatched: '/inbox',
  wallet: '/wallets',
  work: '/work',
} as const satisfies Readonly<Partial<Record<keyof Texts['common']['areas'], LinkProps['to']>>>;

export const next: Readonly<Record<Code, Next>> = {
  database: { guide: 'runbook#chaintilldatabasedown' },
  database_role: { guide: 'operations#two-roles' },
  clock: { guide: 'runbook#chaintillclockskew' },
  workers: { screen: 'work', guide: 'runbook#chaintillworkerlate' },
  chain: { screen: 'network', guide: 'runbook#chaintillnodedown' },
  node: { screen: 'network', guide: 'runbook#chaintillnodedown' },
  rates: { screen: 'rate', guide: 'runbook#chaintillratemissing' },
  signer: { screen: 'signer', guide: 'runbook#chaintillsigner' },
  cover: { screen: 'book', guide: 'runbook#chaintillinsolvent' },
  solvency: { screen: 'book', guide: 'runbook#chaintillinsolvent' },
  network_costs: { screen: 'book' },
  output_sums: { screen: 'wallet', guide: 'restores' },
  books: { screen: 'book', guide: 'runbook#chaintillauditfinding' },
  payout_pauses: { screen: 'pausedPayouts', guide: 'runbook#chaintillpayoutspaused' },
  fresh_payouts: { screen: 'network', guide: 'runbook#chaintillpayoutslate' },
  alerts: { screen: 'alert', guide: 'runbook#chaintillalert' },
  alert_destinations: { screen: 'alert', guide: 'runbook#chaintillalertsunreported' },
  tokens: { screen: 'wallet' },
  contested_payments: { screen: 'unmatched' },
  small_payments: { screen: 'wallet' },
  deposits_unassessed: { screen: 'work', guide: 'runbook#chaintilldepositsunassessed' },
  invoices_overdue: { screen: 'work', guide: 'runbook#chaintillqueuebacklog' },
  channel_payments_overdue: { screen: 'work', guide: 'runbook#chaintillqueuebacklog' },
  quotes_unexpired: { screen: 'work', guide: 'runbook#chaintillqueuebacklog' },
  withdrawals_unsent: { screen: 'overview', guide: 'runbook#chaintillpayoutslate' },
  withdrawals_on_hold: { screen: 'overview' },
  withdrawals_unconfirmed: { screen: 'network', guide: 'runbook#chaintilltransferstuck' },
  callback_deliveries_failed: {
    screen: 'overview',
    guide: 'runbook#chaintillcallbackdeliveriesfailed',
  },
  backups: { guide: 'runbook#chaintillbackupold' },
  wallets: { guide: 'restores' },
  derivation: { guide: 'restores' },
  addresses: { screen: 'unmatched', guide: 'restores' },
};

/** A code that a later release added has no link. */
export function linksOf(code: string) {
  const { screen, guide }: Next = (next as Readonly<Record<string, Next>>)[code] ?? {};
  const to = screen === undefined ? undefined : (paths as Readonly<Record<string, string>>)[screen];
  return {
    screen: screen === undefined || to === undefined ? null : { label: screen, to },
    guide: guide === undefined ? null : `/docs/${guide}`,
  };
}
