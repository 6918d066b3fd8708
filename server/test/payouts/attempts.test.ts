// Whether a payout was sent, in one sentence from the journal: never "no" while a signed transfer may still confirm.
import { expect, test } from 'vitest';
import { type Attempt, sentText, wasItSent } from '../../src/payouts/send/attempts.ts';

const OPEN = { status: 'processing', txid: null };

/** Steps of transfers `a`, `b` ... in journal order, such as `a signed`. */
function journal(...lines: readonly string[]): Attempt[] {
  return lines.map((line) => {
    const [id = '', step = ''] = line.split(' ');
    return { at: new Date(0), transfer_id: id, txid: `tx-${id}`, step, facts: {} } as Attempt;
  });
}

const sentOf = (...lines: readonly string[]) => sentText(wasItSent(journal(...lines), OPEN));
const way = ['a reserved', 'a signed', 'a broadcast'];

test.each([
  ['no', []],
  ['no', ['a reserved']],
  ['unknown', ['a reserved', 'a signed']],
  ['unknown', ['a reserved', 'a signed', 'a refused']],
  ['yes, broadcast as tx-a', way],
  ['yes, confirmed as tx-a', [...way, 'a confirmed']],
  ['yes, broadcast as tx-b', [...way, 'a replaced', 'b signed', 'b broadcast']],
  ['yes, confirmed as tx-a', [...way, 'a replaced', 'b signed', 'b broadcast', 'a confirmed']],
  ['no', [...way, 'a dead']],
  ['unknown', [...way, 'a dead', 'b reserved', 'b signed']],
  ['no: tx-a was mined and paid nothing', [...way, 'a failed_on_chain']],
  ['yes, broadcast as tx-a', [...way, 'a confirmed', 'a left_the_chain']],
])('%s: %j', (answer, lines) => {
  expect(sentOf(...lines)).toMatch(new RegExp(`^${answer}`));
});

test('a withdrawal accepted at the end of a quarantine counts as sent without a known transfer', () => {
  const paid = { status: 'completed', txid: 'found' };
  expect(sentText(wasItSent(journal('a reserved', 'a dead'), paid))).toBe(
    'yes, found on the chain as found',
  );
});
