// Guarantee: every error of the API is documented.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { detailMeanings, refusals } from '../../src/contract/refusals.ts';
import { rule } from '../../src/core/errors.ts';

const source = join(import.meta.dirname, '../../src');

/** The contract itself, and the errors of operators and people, which are not the API's. */
const folders = /^(alerts|contract|cli|operator|people|admin)\//;
/** From operator operations, which accept project names. */
const operatorDetails = new Set([
  'ambiguous_name',
  'project_not_found',
  'must_be_free',
  // From passwords.
  'too_weak',
  'has_your_name',
  'was_published',
  'length_must_be_greater_than_or_equal',
]);
/** From operator commands only, which are no API operations. */
const elsewhere = new Set([
  'insufficient_funds',
  // Two concurrent verifications of the books (ledger/audit-runs.ts).
  'conflict',
  'approvals_missing',
  'already_approved',
  'self_approval_forbidden',
  'own_correction',
  'wrong_code',
  'owner_required',
]);
/** Node's own: the client took too long to send, which matches no documented error. */
const transport = new Set([408, 431]);

interface Found {
  readonly code: string;
  readonly status: number;
}

/** `conflict('code')` and `{ code: 'code', status: 422, ... }` in the source. */
function refusalsIn(text: string): Found[] {
  const conflicts = [...text.matchAll(/conflict\('(\w+)'\)/g)].map(([, code = '']) => ({
    code,
    status: 409,
  }));
  const others = [...text.matchAll(/\bcode: '(\w+)',\s+status: (\d+)/g)].map(
    ([, code = '', status]) => ({ code, status: Number(status) }),
  );
  return [...conflicts, ...others];
}

const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !folders.test(path))
  .flatMap((path) => refusalsIn(readFileSync(join(source, path), 'utf8')))
  .filter(({ code, status }) => !elsewhere.has(code) && !transport.has(status));

test('every refusal in the source is documented with its status', () => {
  expect(found.length).toBeGreaterThan(15);
  const table: Readonly<Record<string, { status: number }>> = refusals;
  for (const { code, status } of found) expect(table[code], code).toMatchObject({ status });
});

test('every documented refusal exists', () => {
  const given = new Set(found.map(({ code }) => code));
  expect(Object.keys(refusals).filter((code) => !given.has(code))).toEqual([]);
});

test('every detail is documented', () => {
  const text = readFileSync(join(source, 'core/errors.ts'), 'utf8');
  const given = new Set([...text.matchAll(/\bdetail\(\s*'(\w+)'/g)].map(([, code]) => code));
  expect(given.size).toBeGreaterThanOrEqual(Object.keys(rule).length - 4);
  const documented = [...given].filter((code = '') => !operatorDetails.has(code));
  expect(documented.sort()).toEqual(Object.keys(detailMeanings).sort());
});
