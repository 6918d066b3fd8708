// What an operator operation declares for the audit log: its object, and which of its fields are secrets.
import type { TSchema } from 'typebox';
import { expect, test } from 'vitest';
import type { Fields } from '../../src/contract/fields.ts';
import {
  isReadOnly,
  isSecretField,
  type OperatorOperation,
} from '../../src/contract/operator/operation.ts';
import { operatorOperations } from '../../src/contract/operator/operations.ts';
import { inputWithoutSecrets, outputWithoutSecrets } from '../../src/operator/without-secrets.ts';

const operations: [string, OperatorOperation][] = Object.entries(operatorOperations);
const changing = operations.filter(([, { permission }]) => !isReadOnly(permission));

/** About the one account of XRP, which no field names, files with many objects, and jobs, which have only a name. */
const ABOUT_NOTHING = ['withdrawals.dry-run', 'risk.import', 'workers.run', 'xrp.require-tags'];
/** The codes of problems are public. */
const TELLS_CODES = [
  'proposals.create',
  'proposals.approve',
  'proposals.decline',
  'proposals.withdraw',
  'withdrawals.dry-run',
];
const PUBLIC_CODES = ['outdated_code', 'code', 'rule_code'];
/** Codes of failed deliveries. */
const DELIVERY_FIELDS = ['last_error_code', 'error_code'];
const SOUNDS_SECRET = /secret|code$|password|token|private|seed|mnemonic|pin$/;
const MARK = 'the-secret-itself';

test('an operation that changes something names its object by one of its fields', () => {
  const silent = changing.filter(([, { about }]) => about === undefined).map(([name]) => name);
  expect(silent).toEqual(ABOUT_NOTHING);
  const lacking = operations.filter(([, operation]) => !hasField(operation));
  expect(lacking.map(([name]) => name)).toEqual([]);
});

function hasField({ about, input, output }: OperatorOperation): boolean {
  if (about === undefined) return true;
  if ('input' in about) return about.input in input;
  return about.output in ((output as { properties?: object }).properties ?? {});
}

test('every field whose name sounds like a secret is marked as one, and an operation that creates a secret has one', () => {
  const made = changing.filter(([, { output }]) => secretsOf(output, '').length > 0);
  expect(made.map(([name]) => name).sort()).toEqual([
    'alerts.destinations.add',
    'callbacks.rotate',
    'callbacks.set',
    'keys.create',
    'members.invite',
    'members.sign-in-link',
    'policy.approvers.add',
    'shop-keys.create',
    'users.invite',
    'users.sign-in-link',
  ]);
  for (const [name, operation] of changing) {
    const kept = [
      ...names(outputWithoutSecrets(operation.output, filled(operation.output))),
      ...names(inputWithoutSecrets(operation.input, given(operation.input))),
    ];
    const secret = kept.filter(
      (each) => SOUNDS_SECRET.test(each) && !DELIVERY_FIELDS.includes(each),
    );
    const isPlain =
      TELLS_CODES.includes(name) && secret.every((each) => PUBLIC_CODES.includes(each));
    expect([name, isPlain ? [] : secret]).toEqual([name, []]);
  }
});

test.each(changing)('no secret of %s is stored', (_, { input, output }) => {
  const kept = [
    inputWithoutSecrets(input, given(input)),
    outputWithoutSecrets(output, filled(output)),
  ];
  expect(JSON.stringify(kept)).not.toContain(MARK);
});

test('an undescribed field is not stored', () => {
  expect(inputWithoutSecrets({}, { api_secret: MARK })).toEqual({});
});

function given(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, isSecretField(field) ? MARK : 'x']),
  );
}

interface Facts {
  readonly isSecret?: boolean;
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
}

/** A value that matches the schema, with the marker in place of each secret. */
function filled(schema: TSchema): unknown {
  const { isSecret, anyOf, items, properties } = schema as Facts;
  if (isSecret === true) return MARK;
  if (anyOf?.[0] !== undefined) return filled(anyOf[0]);
  if (items !== undefined) return [filled(items)];
  if (properties === undefined) return 'x';
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, filled(each)]));
}

function secretsOf(schema: TSchema, name: string): string[] {
  const { isSecret, anyOf = [], items, properties = {} } = schema as Facts;
  return [
    ...(isSecret === true ? [name] : []),
    ...anyOf.flatMap((each) => secretsOf(each, name)),
    ...(items === undefined ? [] : secretsOf(items, name)),
    ...Object.entries(properties).flatMap(([key, each]) => secretsOf(each, key)),
  ];
}

/** All fields with a value, at any depth. */
function names(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(names);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    each === undefined || isHolder(each) ? names(each) : [name],
  );
}

function isHolder(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
