// Guarantee: every error of the API is documented.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { detailMeanings, refusals } from '../../src/contract/refusals.ts';
import { ERROR_STATUS, type ErrorCode } from '../../src/core/error-codes.ts';
import { rule } from '../../src/core/errors.ts';

const source = join(import.meta.dirname, '../../src');

/** The contract itself, and the errors of operators and people, which are not the API's. */
const folders = /^(alerts|contract|cli|operator|people|admin)\//;
/** From operator operations, which accept project names. */
const operatorDetails = new Set([
  'ambiguous_name',
  'project_not_found',
  'must_be_free',
  // Errors of passwords.
  'too_weak',
  'has_your_name',
  'was_published',
  'length_must_be_greater_than_or_equal',
]);
/** From operator commands only, which are no API operations. */
const elsewhere = new Set([
  // Two concurrent verifications of the books (ledger/audit-runs.ts).
  'conflict',
  'approvals_missing',
  'already_approved',
  'self_approval_forbidden',
  'own_correction',
  'wrong_code',
  'owner_required',
  // Requests of the dashboard (web/own-origin.ts).
  'cross_origin_forbidden',
  // Another person's proposal (proposals/decide.ts).
  'forbidden',
  // Errors of restored databases and of voided transfers (payouts/recover).
  'not_reconciled',
  'unknown_spends',
  'list_changed',
  'not_in_a_block',
  'needs_approval',
  'not_signed',
  'cannot_be_voided',
]);
/** Node's own: the client took too long to send, which matches no documented error. */
const transport = new Set([408, 431]);

/** The codes of the errors that are thrown, and of those that Fastify's codes are translated to. */
function refusalsIn(text: string): ErrorCode[] {
  const codes = [...text.matchAll(/(?:\bapiError\(\s*|\bFST_ERR_\w+: )'(\w+)/g)];
  return codes.map(([, code = '']) => code).filter((code) => code in ERROR_STATUS) as ErrorCode[];
}

const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !folders.test(path))
  .flatMap((path) => refusalsIn(readFileSync(join(source, path), 'utf8')))
  .filter((code) => !elsewhere.has(code) && !transport.has(ERROR_STATUS[code]));

test('every error in the source is documented', () => {
  expect(found.length).toBeGreaterThan(15);
  expect(found.filter((code) => !(code in refusals))).toEqual([]);
});

test('every documented error exists', () => {
  const given = new Set<string>(found);
  expect(Object.keys(refusals).filter((code) => !given.has(code))).toEqual([]);
});

test('every detail is documented', () => {
  const text = readFileSync(join(source, 'core/errors.ts'), 'utf8');
  const given = new Set([...text.matchAll(/\bdetail\(\s*'(\w+)/g)].map(([, code]) => code));
  expect(given.size).toBeGreaterThanOrEqual(Object.keys(rule).length - 4);
  const documented = [...given].filter((code = '') => !operatorDetails.has(code));
  expect(documented.sort()).toEqual(Object.keys(detailMeanings).sort());
});
