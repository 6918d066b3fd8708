// The navigation: the project's area and the operations of the instance, their sections in order, and the screens of
// each section. A new screen adds its line here, and its route in project.ts or instance.ts.
import type { LinkProps } from '@tanstack/react-router';
import type { Texts } from '../shared/i18n.tsx';
import { type Me, type MyProject, may, type OperationName } from '../shared/session.ts';
import type { IconName } from '../shared/ui/icon.tsx';

export type AreaName = 'project' | 'operations';
type Label = keyof Texts['common']['areas'];

export interface Screen {
  readonly label: Label;
  /** The operation that a person must be permitted to use to see it. */
  readonly needs: OperationName;
  readonly to: NonNullable<LinkProps['to']>;
}

/** An entry of the navigation. One with several screens shows them as tabs. */
export interface Section {
  readonly label: Label;
  readonly icon: IconName;
  readonly screens: readonly Screen[];
}

const OF_PROJECT = '/projects/$project';

const sections: Readonly<Record<AreaName, readonly Section[]>> = {
  project: [
    alone('overview', 'home', ['overview.show', OF_PROJECT]),
    {
      label: 'invoice',
      icon: 'invoices',
      screens: [
        screen('invoice', ['listInvoices', `${OF_PROJECT}/invoices`]),
        screen('refundLink', ['listRefundClaims', `${OF_PROJECT}/refund-links`]),
      ],
    },
    {
      label: 'checkout',
      icon: 'checkouts',
      screens: [
        screen('checkout', ['listCheckouts', `${OF_PROJECT}/checkouts`]),
        screen('paymentLink', ['listPaymentLinks', `${OF_PROJECT}/payment-links`]),
        screen('terminal', ['terminals.list', `${OF_PROJECT}/terminals`]),
      ],
    },
    {
      label: 'channel',
      icon: 'channels',
      screens: [
        screen('channel', ['listChannels', `${OF_PROJECT}/channels`]),
        screen('heldPayment', ['channel-payments.list', `${OF_PROJECT}/held-payments`]),
      ],
    },
    alone('subscription', 'subscriptions', ['listSubscriptions', `${OF_PROJECT}/subscriptions`]),
    alone('customer', 'customers', ['listCustomers', `${OF_PROJECT}/customers`]),
    {
      label: 'unmatched',
      icon: 'unmatched',
      screens: [
        screen('unmatched', ['listCoinDeposits', `${OF_PROJECT}/inbox`]),
        screen('findPayment', ['payments.find', `${OF_PROJECT}/find-payment`]),
      ],
    },
    alone('balance', 'balances', ['accounts.list', `${OF_PROJECT}/balances`]),
    alone('transaction', 'transactions', ['listTransactions', `${OF_PROJECT}/transactions`]),
    alone('withdrawal', 'withdrawals', ['withdrawals.list', `${OF_PROJECT}/withdrawals`]),
    alone('report', 'reports', ['reports.show', `${OF_PROJECT}/reports`]),
    {
      label: 'developers',
      icon: 'developers',
      screens: [
        screen('key', ['keys.list', `${OF_PROJECT}/keys`]),
        screen('callback', ['callbacks.list', `${OF_PROJECT}/callbacks`]),
        screen('request', ['requests.list', `${OF_PROJECT}/requests`]),
      ],
    },
    {
      label: 'settings',
      icon: 'settings',
      screens: [
        screen('general', ['projects.show', `${OF_PROJECT}/settings`]),
        screen('brand', ['projects.show', `${OF_PROJECT}/brand`]),
        screen('policy', ['policy.show', `${OF_PROJECT}/policy`]),
        screen('member', ['members.list', `${OF_PROJECT}/members`]),
        screen('journal', ['journal.list', `${OF_PROJECT}/journal`]),
      ],
    },
  ],
  operations: [
    alone('overview', 'home', ['overview.show', '/operations']),
    alone('alert', 'alerts', ['alerts.list', '/alerts']),
    {
      label: 'unmatched',
      icon: 'unmatched',
      screens: [
        screen('unmatched', ['deposits.unmatched', '/inbox']),
        screen('findPayment', ['payments.find', '/find-payment']),
      ],
    },
    alone('heldPayment', 'heldPayments', ['channel-payments.list', '/held-payments']),
    alone('risk', 'risk', ['risk.list', '/risk']),
    alone('pausedPayouts', 'pauses', ['payouts.pauses', '/pauses']),
    {
      label: 'book',
      icon: 'ledger',
      screens: [
        screen('book', ['books.show', '/books']),
        screen('correction', ['corrections.list', '/corrections']),
      ],
    },
    alone('report', 'reports', ['reports.show', '/reports']),
    {
      label: 'wallet',
      icon: 'wallets',
      screens: [
        screen('wallet', ['wallet.list', '/wallets']),
        screen('signer', ['wallet.signer', '/signer']),
      ],
    },
    {
      label: 'health',
      icon: 'health',
      screens: [
        screen('health', ['doctor', '/health']),
        screen('network', ['nodes.list', '/networks']),
        screen('rate', ['rates.list', '/rates']),
        screen('work', ['workers.list', '/work']),
      ],
    },
    alone('projectList', 'projects', ['projects.list', '/projects']),
    {
      label: 'people',
      icon: 'people',
      screens: [
        screen('people', ['users.list', '/people']),
        screen('journal', ['journal.list', '/journal']),
      ],
    },
  ],
};

function screen(
  label: Label,
  [needs, to]: readonly [OperationName, NonNullable<LinkProps['to']>],
): Screen {
  return { label, needs, to };
}

function alone(label: Label, icon: IconName, at: Parameters<typeof screen>[1]): Section {
  return { label, icon, screens: [screen(label, at)] };
}

/** The sections that the person can open. */
export function sectionsFor(me: Me, area: AreaName, project: MyProject | null): readonly Section[] {
  if (area === 'project' && project === null) return [];
  const within = area === 'project' ? project : null;
  return sections[area]
    .map((section) => ({
      ...section,
      screens: section.screens.filter(({ needs }) => may(me, needs, within)),
    }))
    .filter(({ screens }) => screens.length > 0);
}

/** The screen that a route belongs to, by the longest path. `route`: `/projects/$project/invoices/$invoice`. */
export function screenOf(shown: readonly Section[], route: string): Screen | undefined {
  return shown
    .flatMap(({ screens }) => screens)
    .filter(({ to }) => `${route}/`.startsWith(`${to}/`))
    .toSorted((a, b) => b.to.length - a.to.length)[0];
}
