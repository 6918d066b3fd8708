// The operator operations that members of a project may use, with the permission that their roles grant, and only for
// that project. All others are for people with instance roles. The required field `project` names the project, or it is
// derived from the object that a field names.
import type { JournalObject, OperatorPermission } from './operation.ts';
import { type OperatorName, operatorOperations } from './operations.ts';

export type FoundBy =
  | 'project'
  | {
      readonly type: JournalObject;
      readonly field: string;
      /** The permission that is sufficient within the project, when the instance requires another one. */
      readonly permission?: OperatorPermission;
    };

const withdrawal = { type: 'withdrawal', field: 'withdrawal_id' } as const;
const channelPayment = { type: 'channel_payment', field: 'channel_payment_id' } as const;

export const ofProjects: Readonly<Partial<Record<OperatorName, FoundBy>>> = {
  'accounts.list': 'project',
  'accounts.statement': 'project',
  'callbacks.set': 'project',
  'callbacks.list': 'project',
  'callbacks.enable': 'project',
  'callbacks.disable': 'project',
  'callbacks.rotate': 'project',
  'callbacks.test': 'project',
  'callbacks.deliveries': 'project',
  'callbacks.events': 'project',
  'callbacks.show': 'project',
  'callbacks.retry': 'project',
  'callbacks.retry-failed': 'project',
  'channel-payments.list': 'project',
  'channel-payments.preview': channelPayment,
  'channel-payments.release': { ...channelPayment, permission: 'payout' },
  'channel-payments.refund': { ...channelPayment, permission: 'payout' },
  'channels.list': 'project',
  'channels.simulate-payment': { type: 'channel', field: 'channel_id' },
  'checkouts.list': 'project',
  'checkouts.resend-receipt': 'project',
  'checkouts.show': 'project',
  'customers.list': 'project',
  'customers.show': 'project',
  'deposits.unmatched': 'project',
  'deposits.preview': { type: 'deposit', field: 'deposit_id' },
  'deposits.resolutions': 'project',
  'deposits.history': { type: 'deposit', field: 'deposit_id' },
  'invoices.list': 'project',
  'invoices.high-risk': 'project',
  'invoices.simulate-payment': { type: 'invoice', field: 'invoice_id' },
  'invoices.preview': { type: 'invoice', field: 'invoice_id' },
  'journal.list': 'project',
  'keys.create': 'project',
  'keys.list': 'project',
  'keys.revoke': 'project',
  'shop-keys.create': 'project',
  'shop-keys.list': 'project',
  'shop-keys.webhooks': 'project',
  'shop-keys.test': 'project',
  'shop-keys.revoke': 'project',
  'members.list': 'project',
  'members.invite': 'project',
  'members.sign-in-link': 'project',
  'members.set': 'project',
  'members.with-permission': 'project',
  'notes.add': 'project',
  'notes.assign': 'project',
  'notes.show': 'project',
  'overview.flows': 'project',
  'overview.show': 'project',
  'payer-domains.show': 'project',
  'payments.find': 'project',
  'policy.show': 'project',
  'policy.check': 'project',
  'policy.set': 'project',
  'policy.history': 'project',
  'policy.journal': 'project',
  'policy.windows': 'project',
  'policy.test': 'project',
  'policy.approvers.list': 'project',
  'policy.addresses.add': 'project',
  'policy.addresses.remove': 'project',
  'policy.addresses.list': 'project',
  'projects.settings': 'project',
  'payout-batches.approve': 'project',
  'payout-batches.cancel': 'project',
  'payout-batches.create': 'project',
  'payout-batches.list': 'project',
  'payout-batches.report': 'project',
  'payout-batches.rows': 'project',
  'payout-batches.send': 'project',
  'payout-batches.show': 'project',
  'payment-links.list': 'project',
  'payment-links.show': 'project',
  'proposals.list': 'project',
  'proposals.create': 'project',
  'proposals.approve': 'project',
  'proposals.decline': 'project',
  'proposals.withdraw': 'project',
  'refund-claims.refundable': 'project',
  'refund-claims.preview': 'project',
  'reports.entries': 'project',
  'reports.lines': 'project',
  'reports.show': 'project',
  'reports.summary': 'project',
  'projects.show': 'project',
  'search.find': 'project',
  'requests.list': 'project',
  'subscriptions.list': 'project',
  'subscriptions.resend': 'project',
  'subscriptions.show': 'project',
  'terminals.list': 'project',
  'terminals.show': 'project',
  'terminals.create': 'project',
  'terminals.change': 'project',
  'terminals.switch': 'project',
  'terminals.save-item': 'project',
  'terminals.save-staff': 'project',
  'terminals.sales': 'project',
  'terminals.totals': 'project',
  'terminals.close': 'project',
  'terminals.closes': 'project',
  'transactions.trace': 'project',
  'withdrawals.list': 'project',
  'withdrawals.show': withdrawal,
  'withdrawals.dry-run': 'project',
  'withdrawals.read-destination': 'project',
  'withdrawals.approve': withdrawal,
  'withdrawals.reject': withdrawal,
};

/** The permission required within a project; null for operations that need an instance role. */
export function permissionInProject(name: OperatorName): OperatorPermission | null {
  const foundBy = ofProjects[name];
  if (foundBy === undefined) return null;
  const own = foundBy === 'project' ? undefined : foundBy.permission;
  return own ?? operatorOperations[name].permission;
}
