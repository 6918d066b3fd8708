// What the program says of a payout that may have been paid is known again; nothing that a rule or a person says is.
import { expect, test } from 'vitest';
import { maybePaidBy, maybePaidText } from '../../src/withdrawals/hold-reasons.ts';

test('the transaction that may have paid a payout is found in what was said of it', () => {
  const txid = 'ab'.repeat(32);
  expect(maybePaidBy(maybePaidText(txid))).toBe(txid);
});

test.each(['held by the rule "large"', 'may have been paid by somebody, says Ann', ''])(
  '"%s" names none',
  (text) => expect(maybePaidBy(text)).toBeNull(),
);
