// Guarantee: the audit log stores the metadata of a created object, which is kept as its own text.
import { expect, test } from 'vitest';
import { operations } from '../../src/contract/operations.ts';
import { jsonText } from '../../src/core/json-text.ts';
import { outputWithoutSecrets } from '../../src/operator/without-secrets.ts';

test('metadata is stored as the object that it is', () => {
  const output = { id: 'one', metadata: jsonText('{"order": "17", "lines": [1, null]}') };
  const stored = outputWithoutSecrets(operations.createInvoice.response, output);
  expect(stored).toMatchObject({ id: 'one', metadata: { order: '17', lines: [1, null] } });
  // PostgreSQL stores no NUL, with which the text is marked.
  expect(JSON.stringify(stored)).not.toContain('\\u0000');
});
