// An operator operation is one thing that whoever runs the till can look at or do. The list of them
// (contract/operator/operations.ts) says of each its input, its output and who may do it. The command line is one face
// of the list; it is made so that others can be added without touching what the operations do.
import type { Static, TSchema } from 'typebox';
import type { Fields, Input } from '../fields.ts';

/** What a person needs to be allowed, from looking to moving money. Roles are made of these. */
export const operatorPermissions = {
  read: 'Viewing, without changes',
  inspect: 'Viewing the API requests of merchants and their errors',
  configure: 'Setting up projects, webhooks (callbacks) and keys, and handling alerts',
  secrets: 'Creating secrets, which are shown once',
  rules: 'Changing what can be paid out, and to whom',
  approve: 'Approving or refusing withdrawals on hold that others requested',
  payout: 'Sending, exchanging and refunding money of the project',
  money: 'Posting, crediting, sending and cancelling payments',
  operate: 'Changing how the instance sends payouts',
  team: 'Inviting people and changing their roles',
} as const;

export type OperatorPermission = keyof typeof operatorPermissions;

/** It changes nothing: it is no line of the journal, and asked for by GET. */
/** A repetition must not do it twice, so it needs an Idempotency-Key. */
export function movesMoney(permission: OperatorPermission): boolean {
  return permission === 'money' || permission === 'approve';
}

export function onlyLooks(permission: OperatorPermission): boolean {
  return permission === 'read' || permission === 'inspect';
}

/** What an operation can be about, as the journal calls it. */
export const JOURNAL_OBJECTS = [
  ...(['address', 'alarm', 'alarm_destination', 'api_key', 'approver', 'channel'] as const),
  ...([
    'channel_payment',
    'coin',
    'correction',
    'customer',
    'currency',
    'delivery',
    'deposit',
  ] as const),
  ...(['endpoint', 'exchange', 'invoice', 'member', 'passkey', 'payout_stop'] as const),
  ...([
    'personal_token',
    'policy',
    'project',
    'project_settings',
    'session',
    'subscription',
  ] as const),
  ...(['transaction', 'user', 'withdrawal'] as const),
] as const;
export type JournalObject = (typeof JOURNAL_OBJECTS)[number];

/** Of the input, whoever asks: nobody says who he is. */
export const SELF = 'who asks';

/** The field of the input, or of the output for what is made, that says which one. */
export type About =
  | { readonly type: JournalObject; readonly input: string }
  | {
      readonly type: JournalObject;
      readonly output: string;
      /** The field of the input that says of what it takes the place. */
      readonly replaces?: string;
    };

export interface OperatorOperation {
  /** One sentence, as help shows it. */
  readonly summary: string;
  readonly permission: OperatorPermission;
  /** One that asks for a reason has the field `reason`. */
  readonly input: Fields;
  readonly output: TSchema;
  /** For the journal, of what changes something. */
  readonly about?: About;
}

/** Keeps the exact type of what is described. */
export function operatorOperation<const O extends OperatorOperation>(operation: O): O {
  return operation;
}

export type InputOf<O extends OperatorOperation> = Input<O['input']>;
export type OutputOf<O extends OperatorOperation> = Static<O['output']>;

/**
 * Who does it, by which face. The command line is the user of the machine (`system_user`): it proves nothing more than
 * that he has the database.
 */
export interface Actor {
  readonly kind: 'system_user' | 'user' | 'token';
  readonly name: string;
  readonly face: 'cli' | 'screen' | 'api';
  /** Of the client; the command line has none. */
  readonly address: string | null;
  /** Of a person who is signed in. */
  readonly userId?: string;
  /** How and when he proved last who he is. */
  readonly proof?: { readonly by: string; readonly at: string };
}
