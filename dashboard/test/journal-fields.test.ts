// Guarantee: whatever a line of the journal says of before and after has a name in the reader's language.
import { expect, test } from 'vitest';
import { operatorOperations } from '../../server/src/contract/operator/operations.ts';
import { textsOf } from '../../server/src/core/texts/texts.ts';
import { outputWithoutSecrets } from '../../server/src/operator/without-secrets.ts';

/** What the statements of object-facts.ts name. */
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
  // A secret that was made is not kept, and one that was not is no change.
  const names = new Set([...before, ...answered.filter((name) => !name.endsWith('secret'))]);
  expect(answered.length).toBeGreaterThan(50);
  expect([...names].filter((name) => !(name in words))).toEqual([]);
});
