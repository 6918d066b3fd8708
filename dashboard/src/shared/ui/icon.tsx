// One set of icons for areas, actions and states: 24 px grid, round strokes, in icons.svg, which is loaded once and is
// no part of the scripts. An icon is next to a label, never instead of it.
import sprite from './icons.svg';

/** In the order of the navigation; actions and states follow. */
export type IconName =
  | 'home'
  | 'invoices'
  | 'checkouts'
  | 'channels'
  | 'customers'
  | 'subscriptions'
  | 'unmatched'
  | 'balances'
  | 'transactions'
  | 'withdrawals'
  | 'reports'
  | 'keys'
  | 'webhooks'
  | 'requests'
  | 'policy'
  | 'settings'
  | 'members'
  | 'auditLog'
  | 'alerts'
  | 'heldPayments'
  | 'corrections'
  | 'risk'
  | 'pauses'
  | 'health'
  | 'networks'
  | 'wallets'
  | 'signer'
  | 'ledger'
  | 'rates'
  | 'jobs'
  | 'projects'
  | 'people'
  | 'developers'
  | 'operations'
  | 'search'
  | 'more'
  | 'copy'
  | 'check'
  | 'external'
  | 'warning'
  | 'info'
  | 'close'
  | 'down'
  | 'next'
  | 'back'
  | 'calendar'
  | 'filter'
  | 'columns'
  | 'download'
  | 'mail'
  | 'note'
  | 'plus'
  | 'refresh'
  | 'person';

interface Props {
  readonly name: IconName;
  /** In pixels. Default: 20, as in the navigation. */
  readonly size?: number;
}

export function Icon({ name, size = 20 }: Props) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
