// Each policy decision that does not allow a withdrawal has a reason for people, as a code.
import { expect, test } from 'vitest';
import { holdOf, holdText } from '../../src/withdrawals/reasons.ts';

const decision = { outcome: 'hold', rule: 'large', version: 1, approvals: 1 } as const;

test.each([
  [decision, { code: 'rule', rule: 'large' }],
  [
    { ...decision, looksLike: '0xab' },
    { code: 'lookalike_address', address: '0xab' },
  ],
  [{ ...decision, code: 'above_transaction_limit' as const }, { code: 'above_transaction_limit' }],
  // A merchant may name a rule like the setting.
  [
    { ...decision, rule: 'withdrawalMaxEur' },
    { code: 'rule', rule: 'withdrawalMaxEur' },
  ],
  [{ ...decision, outcome: 'allow' as const }, null],
])('%j: %j', (decided, hold) => expect(holdOf(decided)).toEqual(hold));

test('the text contains the rule, the known address or the transaction', () => {
  expect(holdText({ code: 'rule', rule: 'large' })).toBe('large');
  expect(holdText({ code: 'lookalike_address', address: '0xab' })).toContain('0xab');
  expect(holdText({ code: 'possibly_paid', txid: 'cd' })).toContain('cd');
});
