// The navigation: its groups and their items, in order. A new screen adds its item here, and its route in project.ts or
// instance.ts.
import type { LinkProps } from '@tanstack/react-router';
import type { Texts } from '../shared/i18n.tsx';
import type { OperationName } from '../shared/session.ts';
import type { IconName } from '../shared/ui/icon.tsx';

/** `needs`: the operation that a person must be permitted to use to see the item. */
type Item = readonly [
  label: keyof Texts['common']['areas'],
  icon: IconName,
  needs: OperationName,
  to: NonNullable<LinkProps['to']>,
];

const ofProject = {
  start: [['home', 'home', 'overview.show', '/']],
  sell: [
    ['invoice', 'invoice', 'listInvoices', '/projects/$project/invoices'],
    ['channel', 'list', 'listChannels', '/projects/$project/channels'],
    ['customer', 'people', 'listCustomers', '/projects/$project/customers'],
    ['subscription', 'list', 'listSubscriptions', '/projects/$project/subscriptions'],
    ['inbox', 'inbox', 'listCoinDeposits', '/projects/$project/inbox'],
    ['findPayment', 'search', 'payments.find', '/projects/$project/find-payment'],
  ],
  money: [
    ['balance', 'money', 'accounts.list', '/projects/$project/balances'],
    ['transaction', 'list', 'listTransactions', '/projects/$project/transactions'],
    ['withdrawal', 'send', 'withdrawals.list', '/projects/$project/withdrawals'],
    ['projectReport', 'chart', 'reports.show', '/projects/$project/reports'],
  ],
  developers: [
    ['key', 'code', 'keys.list', '/projects/$project/keys'],
    ['callback', 'send', 'callbacks.list', '/projects/$project/callbacks'],
    ['request', 'code', 'requests.list', '/projects/$project/requests'],
  ],
  rules: [
    ['policy', 'shield', 'policy.show', '/projects/$project/policy'],
    ['settings', 'gear', 'projects.show', '/projects/$project/settings'],
    ['member', 'people', 'members.list', '/projects/$project/members'],
    ['journal', 'list', 'journal.list', '/projects/$project/journal'],
  ],
} as const satisfies Readonly<Record<string, readonly Item[]>>;

const ofInstance = {
  attention: [
    ['alert', 'alert', 'alerts.list', '/alerts'],
    ['unmatched', 'inbox', 'deposits.unmatched', '/inbox'],
    ['heldPayment', 'shield', 'channel-payments.list', '/held-payments'],
    ['findPayment', 'search', 'payments.find', '/find-payment'],
    ['correction', 'money', 'corrections.list', '/corrections'],
    ['risk', 'shield', 'risk.list', '/risk'],
    ['pausedPayouts', 'shield', 'payouts.pauses', '/pauses'],
  ],
  machinery: [
    ['health', 'gear', 'doctor', '/health'],
    ['network', 'network', 'nodes.list', '/networks'],
    ['wallet', 'money', 'wallet.list', '/wallets'],
    ['signer', 'shield', 'wallet.signer', '/signer'],
    ['book', 'money', 'books.show', '/books'],
    ['rate', 'chart', 'rates.list', '/rates'],
    ['work', 'list', 'workers.list', '/work'],
    ['instanceReport', 'chart', 'reports.show', '/reports'],
  ],
  people: [
    ['projectList', 'list', 'projects.list', '/projects'],
    ['people', 'people', 'users.list', '/people'],
    ['journal', 'list', 'journal.list', '/journal'],
  ],
} as const satisfies Readonly<Record<string, readonly Item[]>>;

export interface Area {
  readonly label: Item[0];
  readonly icon: IconName;
  readonly needs: OperationName;
  /** `project` is empty for a person without any project. */
  readonly link: (project: string) => LinkProps;
}

export interface Group {
  /** `project`: of the selected project; `installation`: of the whole instance. */
  readonly scope: 'project' | 'installation';
  /** `start` has no heading. */
  readonly name: keyof typeof ofProject | keyof typeof ofInstance;
  readonly areas: readonly Area[];
}

export const groups: readonly Group[] = [
  ...groupsOf('project', ofProject),
  ...groupsOf('installation', ofInstance),
];

function groupsOf(
  scope: Group['scope'],
  items: Readonly<Record<string, readonly Item[]>>,
): readonly Group[] {
  return Object.entries(items).map(([name, own]) => ({
    scope,
    name: name as Group['name'],
    areas: own.map(areaOf),
  }));
}

function areaOf([label, icon, needs, to]: Item): Area {
  return { label, icon, needs, link: (project) => ({ to, params: { project } }) };
}
