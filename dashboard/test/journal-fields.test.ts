// Guarantee: every field in the before and after values of an audit log entry has a name in the reader's language.
import { expect, test } from 'vitest';
import { operatorOperations } from '../../server/src/contract/operator/operations.ts';
import { textsOf } from '../../server/src/core/texts/texts.ts';
import { outputWithoutSecrets } from '../../server/src/operator/without-secrets.ts';

/** Fields of the statements in object-facts.ts. */
const before = [
  'status',
  'kind',
  'resolved',
  'acknowledged_by',
  'name',
  'recipient',
  'enabled',
  'url',
  'committed',
  'expired',
  'roles',
  'reason',
  'resumed',
  'role',
  'disabled',
];
const answered = Object.values(operatorOperations)
  .filter(({ permission }) => permission !== 'read')
  .flatMap(({ output }) =>
    Object.keys(JSON.parse(JSON.stringify(outputWithoutSecrets(output, {})))),
  );

test.each(['en', 'de', 'fr', 'es'] as const)('in %s every field has a name', (language) => {
  const { settingLabels, fields } = textsOf('settings', language);
  const words = { ...settingLabels, ...fields };
  // A generated secret is not stored, and one that was not generated is no change.
  const names = new Set([...before, ...answered.filter((name) => !name.endsWith('secret'))]);
  expect(answered.length).toBeGreaterThan(50);
  expect([...names].filter((name) => !(name in words))).toEqual([]);
});
