// An operator operation is one thing that the operator can view or do. The list (contract/operator/operations.ts)
// defines the input, the output and the permission of each. The command line is one client of the list; others can be
// added without changing the operations. With the input fields that only operator operations use.
import type { Static, TSchema } from 'typebox';
import { rule } from '../../core/errors.ts';
import { endTime } from '../end-time.ts';
import {
  type Field,
  type Fields,
  type Input,
  integer,
  oneOf,
  refuse,
  required,
  text,
  time,
  uuid,
} from '../fields.ts';

const REASON_LENGTH_MAX = 1000;

/** A person's reason. A blank one counts as missing. */
export function reason(description: string): Field<string, true> {
  const field = text(REASON_LENGTH_MAX, description);
  return required({
    ...field,
    read(value, target, problems) {
      const found = field.read(value, target, problems);
      return found?.trim() === '' ? refuse(problems, rule.filled(target)) : found;
    },
  });
}

/**
 * A value that must not be an option, because others could see it: the client prompts for it. A blank value is invalid.
 */
interface SecretField extends Field<string, false> {
  readonly isSecret: true;
}

export function secret(description: string): SecretField {
  return { ...text(REASON_LENGTH_MAX, description), isSecret: true };
}

export function isSecretField(field: Field<unknown>): field is SecretField {
  return 'isSecret' in field;
}

/** Specified as id or name; the operation gets the id (operator/perform.ts). */
interface ProjectField<R extends boolean> extends Field<string, R> {
  /** If omitted: `only` means the only project; `all` means any. */
  readonly whenLeftOut: 'only' | 'all';
}

/** The project that the operation applies to. */
export const theProject: ProjectField<true> = {
  ...required(uuid('ID or name of the project; optional if there is only one')),
  whenLeftOut: 'only',
};

const LIMIT_MAX = 1000;
const PLACE_LENGTH_MAX = 1000;

/** For an unbounded list, newest first. */
export const paging = {
  limit: integer({ min: 1, max: LIMIT_MAX }, 'maximum number of rows (default: 50)'),
  after: uuid('ID of the last row on the previous page'),
};

/** By time: `newest` and `oldest`. By amount, of one project in one currency: `highest` and `lowest`. */
export const LIST_ORDERS = ['newest', 'oldest', 'highest', 'lowest'] as const;

/** `currency`: the input that must be present as well. */
export function orderWithin(currency: string) {
  return {
    order: oneOf(
      LIST_ORDERS,
      `which rows are first (default: newest); \`highest\` and \`lowest\` amounts only with \`project\` and \`${currency}\``,
    ),
  };
}

/** The cursor of a page of rows without ids: the columns of its key, comma-separated. */
export function placeAfter(columns: number): Field<readonly string[], false> {
  const field = text(PLACE_LENGTH_MAX, '`next` from the previous page');
  return {
    ...field,
    read(value, target, problems) {
      const found = field.read(value, target, problems)?.split(',');
      if (found === undefined || found.length === columns) return found;
      return refuse(problems, rule.form(target, 'words', { count: `${columns}` }));
    },
  };
}

/** For such a list: rows that began within a time span. */
export const span = {
  from: time('start time, inclusive'),
  to: endTime('end time, inclusive; a date includes the whole day in UTC'),
};

/** One project, or all. */
export function anyProject(description: string): ProjectField<false> {
  return { ...uuid(description), whenLeftOut: 'all' };
}

export function isProjectField(field: Field<unknown>): field is ProjectField<boolean> {
  return 'whenLeftOut' in field;
}

/** Permissions, from viewing to moving money. Roles consist of these. */
export const operatorPermissions = {
  read: 'Viewing everything, changing nothing',
  inspect: 'Viewing the API requests of merchants and their errors',
  annotate: 'Adding notes and assigning people to objects that need a decision',
  write: 'Creating invoices, channels, customers and subscriptions, and sending a webhook again',
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

/** A retry must not execute it twice, so it requires an Idempotency-Key. */
export function movesMoney(permission: OperatorPermission): boolean {
  return permission === 'money' || permission === 'approve';
}

/** It is not in the audit log, and uses GET. */
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
  'checkout',
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
  'payment_link',
  'payout_batch',
  'payout_pause',
  'personal_token',
  'policy',
  'project',
  'project_settings',
  'proposal',
  'session',
  'subscription',
  'terminal',
  'transaction',
  'user',
  'withdrawal',
] as const;
export type JournalObject = (typeof JOURNAL_OBJECTS)[number];

/** The object is the caller, whom the input does not name. */
export const SELF = 'who asks';

/** The field of the input, or of the output for a created object, that identifies it. */
export type About =
  | {
      readonly type: JournalObject;
      /** The input field with the type of the object, for operations on several types. */
      readonly typeInput?: string;
      readonly input: string;
    }
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
  /** In live mode, it does not exist. */
  readonly isSandboxOnly?: true;
}

type Requested = Omit<OperatorOperation, 'input'> & Partial<OperatorOperation>;

/** Without input, unless specified. */
export function operatorOperation<const O extends Requested>(
  operation: O,
): Omit<{ readonly input: Record<never, never> }, keyof O> & O {
  return { input: {}, ...operation };
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
  readonly source: 'cli' | 'dashboard' | 'api';
  /** The client's IP address; none on the command line. */
  readonly address: string | null;
  /** The id of a signed-in person. */
  readonly userId?: string;
  /** How and when they last authenticated. */
  readonly proof?: { readonly by: string; readonly at: string };
}

export function described<T>(field: Field<T, false>, description: string): Field<T, false> {
  return { ...field, schema: { ...field.schema, description } };
}
