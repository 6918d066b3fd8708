// The policy of a project: the rules for its withdrawals, who approves withdrawals on hold, and its address book.
import { Type } from 'typebox';
import { boolean, code, integer, oneOf, required, text, uuid } from '../../contract/fields.ts';
import {
  anyProject,
  operatorOperation,
  paging,
  placeAfter,
  span,
  theProject,
} from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';

const DOCUMENT_LENGTH_MAX = 1_000_000;
const NAME_LENGTH_MAX = 255;
const NOTE_LENGTH_MAX = 1000;
const VERSION_MAX = 1_000_000_000;
const DAYS_MAX = 366;

export const POLICY_JOURNAL_STEPS = [
  'policy_set',
  'approver_added',
  'approver_removed',
  'address_listed',
  'address_unlisted',
  'refused_by_rule',
  'approved',
  'released',
  'refused',
] as const;

/** The scope over which a limit is summed. */
export const WINDOW_SCOPES = ['project', 'key', 'customer', 'coin', 'destination'] as const;

/** Checked when a policy is published; `approvals_unmet` contains both numbers, `key_unknown` the key. */
const POLICY_WARNINGS = ['approvals_unmet', 'key_unknown'] as const;

const document = required(text(DOCUMENT_LENGTH_MAX, 'policy as JSON'));
const name = required(text(NAME_LENGTH_MAX, 'name of the approver'));
const destination = {
  project: theProject,
  currency: required(code('coin', 'coin')),
  address: required(text(NAME_LENGTH_MAX, 'for XRP with ?dt=<tag>')),
};
const Destination = {
  coin: schema.Currency,
  address: schema.Text,
  tag: schema.nullable(Type.Integer()),
};

/** Built-in rules. A merchant's own rules have names instead. */
export const RULE_CODES = [
  'lookalike_address',
  'everything_else',
  'above_transaction_limit',
] as const;

const Decided = schema.row({
  outcome: schema.oneOf(['allow', 'hold', 'refuse']),
  rule: schema.Text,
  rule_code: schema.nullable(schema.oneOf(RULE_CODES)),
  approvals: Type.Integer(),
  version: Type.Integer({ description: 'version of the policy; 0: the built-in one' }),
});

const versionOperations = {
  'policy.show': operatorOperation({
    summary: 'Print the current policy as it was published',
    permission: 'read',
    input: {
      project: theProject,
      version_number: integer({ min: 0, max: VERSION_MAX }, 'another version'),
    },
    output: schema.row({
      version: Type.Integer({ description: '0: the built-in policy' }),
      document: schema.Text,
    }),
  }),
  'policy.check': operatorOperation({
    summary: 'Check a policy and list all problems at once',
    permission: 'read',
    input: { project: anyProject('project; needed if you have access to several'), document },
    output: schema.row({ rules: Type.Integer() }),
  }),
  'policy.set': operatorOperation({
    summary: 'Publish a policy. It applies to all withdrawals from now on',
    permission: 'rules',
    about: { type: 'policy', output: 'version', replaces: 'project' },
    input: {
      project: theProject,
      document,
      note: text(NOTE_LENGTH_MAX, 'reason, kept with the version'),
    },
    output: schema.row({
      project_id: schema.Id,
      version: Type.Integer(),
      warnings: Type.Array(schema.Text),
      /** The same items in the same order, as codes for clients with their own texts. */
      warned: schema.rows({
        kind: schema.oneOf(POLICY_WARNINGS),
        wanted: schema.nullable(Type.Integer({ description: 'approvals' })),
        present: schema.nullable(Type.Integer({ description: 'approvers' })),
        key: schema.TextOrNull,
      }),
    }),
  }),
  'policy.history': operatorOperation({
    summary: 'List the versions, newest first',
    permission: 'read',
    input: {
      project: theProject,
      limit: paging.limit,
      after: integer({ min: 1, max: VERSION_MAX }, '`next` from the previous page'),
    },
    output: schema.pageBy(
      { version: Type.Integer(), set_at: schema.Time, note: schema.TextOrNull },
      Type.Integer(),
    ),
  }),
  'policy.journal': operatorOperation({
    summary: 'List rejections by rules, decisions by people and policy changes, newest first',
    permission: 'read',
    input: {
      project: theProject,
      step: oneOf(POLICY_JOURNAL_STEPS, 'only this kind of entry'),
      withdrawal_id: uuid('only about this withdrawal'),
      ...span,
      ...paging,
    },
    output: schema.page({
      id: schema.Id,
      at: schema.Time,
      step: schema.Text,
      withdrawal_id: schema.nullable(schema.Id),
      approver: schema.TextOrNull,
      facts: schema.Facts,
    }),
  }),
  'policy.windows': operatorOperation({
    summary: 'Show how much of each limit in the current policy is used',
    permission: 'read',
    input: { project: theProject },
    output: schema.rows({
      rule: schema.Text,
      hours: Type.Integer({ description: 'length of the window, which ends now' }),
      per: schema.oneOf(WINDOW_SCOPES),
      limit: schema.nullable(schema.Money),
      limit_count: schema.nullable(Type.Integer()),
      used: schema.rows({
        of: Type.String({
          description: 'key, customer, coin or destination; empty if the limit has none',
        }),
        name: schema.TextOrNull,
        value: schema.Money,
        count: Type.Integer(),
        percent: schema.nullable(
          Type.Integer({ description: 'rounded down; null: nothing is allowed' }),
        ),
      }),
    }),
  }),
  'policy.test': operatorOperation({
    summary: 'Replay the last 30 days against a policy and show the decisions that would change',
    permission: 'read',
    input: {
      project: theProject,
      document,
      days: integer({ min: 1, max: DAYS_MAX }, 'number of days (default: 30)'),
    },
    output: schema.row({
      attempts: Type.Integer(),
      allow: Type.Integer(),
      hold: Type.Integer(),
      refuse: Type.Integer(),
      differing: Type.Integer(),
      differences: schema.rows({
        at: schema.Time,
        id: schema.Id,
        value: schema.Money,
        to: schema.Text,
        was: schema.Text,
        would_be: schema.Text,
        /** The same as codes, for clients with their own texts. */
        was_decided: Decided,
        would_decide: Decided,
      }),
    }),
  }),
} as const;

const approverOperations = {
  'policy.approvers.add': operatorOperation({
    summary: 'Create an approver. Their code is shown once',
    permission: 'team',
    about: { type: 'approver', input: 'name' },
    input: {
      project: theProject,
      name,
      key: text(
        NAME_LENGTH_MAX,
        "API key that the approver uses; they can't approve its withdrawals",
      ),
    },
    output: schema.row({ name: schema.Text, code: schema.SecretText }),
  }),
  'policy.approvers.list': operatorOperation({
    summary: 'List the approvers',
    permission: 'read',
    input: { project: theProject },
    output: schema.rows({ name: schema.Text, own_key: schema.TextOrNull, since: schema.Time }),
  }),
  'policy.approvers.remove': operatorOperation({
    summary: 'Delete an approver. Their approvals of unreleased withdrawals no longer count',
    permission: 'rules',
    about: { type: 'approver', input: 'name' },
    input: { project: theProject, name },
    output: schema.row({ name: schema.Text }),
  }),
} as const;

const addressOperations = {
  'policy.addresses.add': operatorOperation({
    summary: 'Add a destination to the address book',
    permission: 'rules',
    about: { type: 'address', input: 'address' },
    input: { ...destination, name: text(NAME_LENGTH_MAX, 'owner of the address') },
    output: schema.row(Destination),
  }),
  'policy.addresses.remove': operatorOperation({
    summary: 'Remove a destination from the address book',
    permission: 'rules',
    about: { type: 'address', input: 'address' },
    input: destination,
    output: schema.row(Destination),
  }),
  'policy.addresses.list': operatorOperation({
    summary: 'Show the address book',
    permission: 'read',
    input: {
      project: theProject,
      all: boolean('include destinations that are known from past payouts'),
      coin: code('coin', 'only in this coin'),
      limit: paging.limit,
      after: placeAfter(2),
    },
    output: schema.pageBy(
      {
        coin: schema.Currency,
        destination: schema.Text,
        name: schema.TextOrNull,
        listed_at: schema.TimeOrNull,
        first_paid_at: schema.TimeOrNull,
      },
      schema.Text,
    ),
  }),
} as const;

export const policyOperations = {
  ...versionOperations,
  ...approverOperations,
  ...addressOperations,
} as const;
