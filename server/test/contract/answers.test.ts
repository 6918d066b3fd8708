// Guarantees of the validation of all API responses in the tests (support/validate-answers.ts): it detects violations.
import { expect, test } from 'vitest';
import { objectExamples } from '../../src/contract/examples.ts';
import { problemOf } from '../support/validate-answers.ts';

const invoice = objectExamples['Invoice'] as Record<string, unknown>;
const shown = (dialect: 1 | 2, value: unknown, status = 200) =>
  problemOf({ id: 'showInvoice', dialect, status, body: JSON.stringify(value) });

test('a documented response passes, only in its own version', () => {
  expect(shown(1, invoice)).toBeNull();
  expect(shown(2, { data: invoice })).toBeNull();
  expect(shown(2, invoice)).toMatch(/data/);
  expect(shown(1, { data: invoice })).toMatch(/required property/);
});

test.each([
  ['a field more', { secret: 'x' }, /additional properties/],
  ['a field less', { status: undefined }, /required property 'status'/],
  ['another type', { price_amount: 10 }, /price_amount must be string/],
  ['another form', { created_at: 'yesterday' }, /created_at must match format/],
  ['an unknown word', { status: 'lost' }, /status must be equal to one of/],
])('%s is detected', (_name, change, problem) => {
  expect(shown(1, { ...invoice, ...change })).toMatch(problem);
});

test('so are a status that the operation does not name, and an error of another form', () => {
  expect(shown(1, {}, 418)).toMatch(/does not name/);
  expect(shown(1, { error: { code: 'not_found' } }, 404)).toMatch(/required property/);
});
