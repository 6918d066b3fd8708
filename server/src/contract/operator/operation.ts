// An operator operation is one thing that the operator can view or do. The list (contract/operator/operations.ts)
// defines the input, the output and the permission of each. The command line is one client of the list; others can be
// added without changing the operations.
import type { Static, TSchema } from 'typebox';
import type { Fields, Input } from '../fields.ts';

/** Permissions, from viewing to moving money. Roles consist of these. */
export const operatorPermissions = {
  read: 'Viewing everything, changing nothing',
  inspect: 'Viewing the API requests of merchants and their errors',
  configure: 'Setting up projects, webhooks (callbacks) and keys, and handling alerts',
  secrets: 'Creating secrets, which are shown once',
  rules: 'Changing what can be paid out, and to whom',
  approve: 'Approving or rejecting withdrawals on hold that others requested',
  payout: 'Sending, exchanging and refunding money of the project',
  money: 'Posting, crediting, sending and canceling payments',
  operate: 'Changing how the instance sends payouts',
  team: 'Inviting people and changing their roles',
} as const;

export type OperatorPermission = keyof typeof operatorPermissions;

/** Read-only: it is not in the audit log, and uses GET. */
/** A retry must not execute it twice, so it requires an Idempotency-Key. */
export function movesMoney(permission: OperatorPermission): boolean {
  return permission === 'money' || permission === 'approve';
}

export function isReadOnly(permission: OperatorPermission): boolean {
  return permission === 'read' || permission === 'inspect';
}

/** Object types in the audit log. */
export const JOURNAL_OBJECTS = [
  'address',
  'alert',
  'alert_destination',
  'api_key',
  'approver',
  'channel',
  'channel_payment',
  'coin',
  'correction',
  'customer',
  'currency',
  'delivery',
  'deposit',
  'endpoint',
  'exchange',
  'invoice',
  'member',
  'passkey',
  'payout_stop',
  'personal_token',
  'policy',
  'project',
  'project_settings',
  'session',
  'subscription',
  'transaction',
  'user',
  'withdrawal',
] as const;
export type JournalObject = (typeof JOURNAL_OBJECTS)[number];

/** The object is the caller, whom the input does not name. */
export const SELF = 'who asks';

/** The field of the input, or of the output for a created object, that identifies it. */
export type About =
  | { readonly type: JournalObject; readonly input: string }
  | {
      readonly type: JournalObject;
      readonly output: string;
      /** The input field that identifies the replaced object. */
      readonly replaces?: string;
    };

export interface OperatorOperation {
  /** One sentence, shown in the help. */
  readonly summary: string;
  readonly permission: OperatorPermission;
  /** An operation that requires a reason has the field `reason`. */
  readonly input: Fields;
  readonly output: TSchema;
  /** For the audit log, if the operation changes something. */
  readonly about?: About;
}

/** Preserves the exact type of the definition. */
export function operatorOperation<const O extends OperatorOperation>(operation: O): O {
  return operation;
}

export type InputOf<O extends OperatorOperation> = Input<O['input']>;
export type OutputOf<O extends OperatorOperation> = Static<O['output']>;

/**
 * Who acts, and through which client. The command line acts as the machine's user (`system_user`), which proves nothing
 * more than access to the database.
 */
export interface Actor {
  readonly kind: 'system_user' | 'user' | 'token';
  readonly name: string;
  readonly face: 'cli' | 'screen' | 'api';
  /** The client's IP address; none on the command line. */
  readonly address: string | null;
  /** The id of a signed-in person. */
  readonly userId?: string;
  /** How and when they last authenticated. */
  readonly proof?: { readonly by: string; readonly at: string };
}
