// Which operator operations people of a project may ask for, with the permission that their roles give them: of that
// project alone. All others are for people of the installation. How the project is found: by the field `project`,
// which they have to give, or by the object that a field names.
import type { JournalObject } from './operation.ts';
import type { OperatorName } from './operations.ts';

export type FoundBy = 'project' | { readonly type: JournalObject; readonly field: string };

const withdrawal = { type: 'withdrawal', field: 'withdrawal_id' } as const;

export const ofProjects: Readonly<Partial<Record<OperatorName, FoundBy>>> = {
  'accounts.list': 'project',
  'accounts.statement': 'project',
  'callbacks.set': 'project',
  'callbacks.list': 'project',
  'callbacks.enable': 'project',
  'callbacks.disable': 'project',
  'callbacks.rotate': 'project',
  'callbacks.test': 'project',
  'callbacks.log': 'project',
  'callbacks.show': 'project',
  'callbacks.resend': 'project',
  'callbacks.resend-failed': 'project',
  'channel-payments.list': 'project',
  'deposits.unmatched': 'project',
  'deposits.preview': { type: 'deposit', field: 'deposit_id' },
  'deposits.history': { type: 'deposit', field: 'deposit_id' },
  'invoices.illicit': 'project',
  'invoices.preview': { type: 'invoice', field: 'invoice_id' },
  'journal.list': 'project',
  'keys.create': 'project',
  'keys.list': 'project',
  'keys.revoke': 'project',
  'members.list': 'project',
  'members.invite': 'project',
  'members.set': 'project',
  'overview.flows': 'project',
  'overview.show': 'project',
  'policy.show': 'project',
  'policy.check': 'project',
  'policy.set': 'project',
  'policy.history': 'project',
  'policy.journal': 'project',
  'policy.test': 'project',
  'policy.approvers.list': 'project',
  'policy.addresses.add': 'project',
  'policy.addresses.remove': 'project',
  'policy.addresses.list': 'project',
  'projects.settings': 'project',
  'reports.show': 'project',
  'projects.show': 'project',
  'search.find': 'project',
  'requests.list': 'project',
  'withdrawals.list': 'project',
  'withdrawals.show': withdrawal,
  'withdrawals.rehearse': 'project',
  'withdrawals.approve': withdrawal,
  'withdrawals.refuse': withdrawal,
};
