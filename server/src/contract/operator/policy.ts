// The policy of a project: the rules for its withdrawals, who approves withdrawals on hold, and its address book.
import { Type } from 'typebox';
import { boolean, code, integer, oneOf, required, text, uuid } from '../fields.ts';
import {
  Currency,
  Id,
  nullable,
  oneOf as oneOfWords,
  Text,
  Time,
} from '../objects/schema-words.ts';
import { anyProject, paging, placeAfter, span, theProject } from './fields.ts';
import { operatorOperation } from './operation.ts';
import {
  Facts,
  Money,
  page,
  pageBy,
  row,
  rows,
  SecretText,
  TextOrNull,
  TimeOrNull,
} from './schema-words.ts';

const DOCUMENT_LENGTH_MAX = 1_000_000;
const NAME_LENGTH_MAX = 255;
const NOTE_LENGTH_MAX = 1000;
const VERSION_MAX = 1_000_000_000;
const DAYS_MAX = 366;

export const POLICY_JOURNAL_STEPS = [
  ...(['policy_set', 'approver_added', 'approver_removed', 'address_listed'] as const),
  ...(['address_unlisted', 'refused_by_rule', 'approved', 'released', 'refused'] as const),
] as const;

/** The scope over which a limit is summed. */
export const WINDOW_SCOPES = ['project', 'key', 'customer', 'coin', 'destination'] as const;

/** Checked when a policy is published; `approvals_unmet` contains both numbers, `key_unknown` the key. */
const POLICY_WARNINGS = ['approvals_unmet', 'key_unknown'] as const;

const document = required(text(DOCUMENT_LENGTH_MAX, 'the policy, as JSON'));
const name = required(text(NAME_LENGTH_MAX, 'of the approver'));
const destination = {
  project: theProject,
  currency: required(code('coin', 'which coin')),
  address: required(text(NAME_LENGTH_MAX, 'on XRP with ?dt=<tag>')),
};
const Destination = { coin: Currency, address: Text, tag: nullable(Type.Integer()) };

/** Built-in rules. A merchant's own rules have names instead. */
export const RULE_CODES = ['looks_like_known', 'everything_else', 'above_setting'] as const;

const Decided = row({
  outcome: oneOfWords(['allow', 'hold', 'refuse']),
  rule: Text,
  rule_code: nullable(oneOfWords(RULE_CODES)),
  approvals: Type.Integer(),
  version: Type.Integer({ description: 'of the policy; 0: the built-in one' }),
});

const versionOperations = {
  'policy.show': operatorOperation({
    summary: 'Print the policy in force, as it was set',
    permission: 'read',
    input: {
      project: theProject,
      version_number: integer({ min: 0, max: VERSION_MAX }, 'another version'),
    },
    output: row({
      version: Type.Integer({ description: '0: the built-in policy' }),
      document: Text,
    }),
  }),
  'policy.check': operatorOperation({
    summary: 'Say what is wrong with a policy, all at once',
    permission: 'read',
    input: { project: anyProject('people of several projects say in which'), document },
    output: row({ rules: Type.Integer() }),
  }),
  'policy.set': operatorOperation({
    summary: 'Put a policy in force; the withdrawals from now on are decided by it',
    permission: 'rules',
    about: { type: 'policy', output: 'version', replaces: 'project' },
    input: {
      project: theProject,
      document,
      note: text(NOTE_LENGTH_MAX, 'why; kept with the version'),
    },
    output: row({
      project_id: Id,
      version: Type.Integer(),
      warnings: Type.Array(Text),
      /** The same, in the same order, as codes for clients with their own texts. */
      warned: rows({
        kind: oneOfWords(POLICY_WARNINGS),
        wanted: nullable(Type.Integer({ description: 'approvals' })),
        present: nullable(Type.Integer({ description: 'approvers' })),
        key: TextOrNull,
      }),
    }),
  }),
  'policy.history': operatorOperation({
    summary: 'List the versions, newest first',
    permission: 'read',
    input: {
      project: theProject,
      limit: paging.limit,
      after: integer({ min: 1, max: VERSION_MAX }, 'of the page before, its `next`'),
    },
    output: pageBy({ version: Type.Integer(), set_at: Time, note: TextOrNull }, Type.Integer()),
  }),
  'policy.journal': operatorOperation({
    summary: 'What rules refused and people decided or changed, newest first',
    permission: 'read',
    input: {
      project: theProject,
      step: oneOf(POLICY_JOURNAL_STEPS, 'only what was done in this way'),
      withdrawal_id: uuid('only about this withdrawal'),
      ...span,
      ...paging,
    },
    output: page({
      id: Id,
      at: Time,
      step: Text,
      withdrawal_id: nullable(Id),
      approver: TextOrNull,
      facts: Facts,
    }),
  }),
  'policy.windows': operatorOperation({
    summary: 'Show how much of the limits of the policy in force is used',
    permission: 'read',
    input: { project: theProject },
    output: rows({
      rule: Text,
      hours: Type.Integer({ description: 'of the window, up to this moment' }),
      per: oneOfWords(WINDOW_SCOPES),
      limit: nullable(Money),
      limit_count: nullable(Type.Integer()),
      used: rows({
        of: Type.String({ description: 'the key, customer, coin or destination; empty: of none' }),
        name: TextOrNull,
        value: Money,
        count: Type.Integer(),
        percent: nullable(
          Type.Integer({ description: 'rounded down; null: nothing is let through' }),
        ),
      }),
    }),
  }),
  'policy.test': operatorOperation({
    summary: 'Replay the last 30 days against a policy: what would be decided differently',
    permission: 'read',
    input: {
      project: theProject,
      document,
      days: integer({ min: 1, max: DAYS_MAX }, 'how many days (30)'),
    },
    output: row({
      attempts: Type.Integer(),
      allow: Type.Integer(),
      hold: Type.Integer(),
      refuse: Type.Integer(),
      differing: Type.Integer(),
      differences: rows({
        at: Time,
        id: Id,
        value: Money,
        to: Text,
        was: Text,
        would_be: Text,
        /** The same as codes for clients with their own texts. */
        was_decided: Decided,
        would_decide: Decided,
      }),
    }),
  }),
} as const;

const approverOperations = {
  'policy.approvers.add': operatorOperation({
    summary: 'Make an approver; his code is shown once',
    permission: 'team',
    about: { type: 'approver', input: 'name' },
    input: {
      project: theProject,
      name,
      key: text(NAME_LENGTH_MAX, 'the API key he uses himself: its withdrawals he may not approve'),
    },
    output: row({ name: Text, code: SecretText }),
  }),
  'policy.approvers.list': operatorOperation({
    summary: 'List the approvers',
    permission: 'read',
    input: { project: theProject },
    output: rows({ name: Text, own_key: TextOrNull, since: Time }),
  }),
  'policy.approvers.remove': operatorOperation({
    summary: 'Take the right to approve away; what is not released yet loses his approval',
    permission: 'rules',
    about: { type: 'approver', input: 'name' },
    input: { project: theProject, name },
    output: row({ name: Text }),
  }),
} as const;

const addressOperations = {
  'policy.addresses.add': operatorOperation({
    summary: 'Put a destination into the address book',
    permission: 'rules',
    about: { type: 'address', input: 'address' },
    input: { ...destination, name: text(NAME_LENGTH_MAX, 'whose it is') },
    output: row(Destination),
  }),
  'policy.addresses.remove': operatorOperation({
    summary: 'Take a destination off the address book',
    permission: 'rules',
    about: { type: 'address', input: 'address' },
    input: destination,
    output: row(Destination),
  }),
  'policy.addresses.list': operatorOperation({
    summary: 'Show the address book',
    permission: 'read',
    input: {
      project: theProject,
      all: boolean('also destinations that are known because they were paid'),
      coin: code('coin', 'only of this coin'),
      limit: paging.limit,
      after: placeAfter(2),
    },
    output: pageBy(
      {
        coin: Currency,
        destination: Text,
        name: TextOrNull,
        listed_at: TimeOrNull,
        first_paid_at: TimeOrNull,
      },
      Text,
    ),
  }),
} as const;

export const policyOperations = {
  ...versionOperations,
  ...approverOperations,
  ...addressOperations,
} as const;
