// For an asset on two networks, the fees that merchants paid cover the fees of both networks together: they don't count
// in full for each network.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { amountOf } from '../../src/core/money.ts';
import { type Posting, post } from '../../src/ledger/post.ts';
import { alertFeeLosses } from '../../src/payouts/wallet/watch-solvency.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld(
    { CHAINTILL_COINS: 'POL', CHAINTILL_TOKENS: 'USDC,USDC.polygon' },
    { coins: ['ETH', 'POL', 'USDC', 'USDC.polygon'] },
  );
  merchant = await world.merchant();
});
afterAll(() => world.close());

let references = 0;
/** The fees that networks charged (from), or that merchants paid for them (to). */
async function book(
  move: Pick<Posting, 'from' | 'to' | 'currency'> & { text: string },
): Promise<void> {
  references += 1;
  const { text, ...sides } = move;
  const posting: Posting = {
    ...sides,
    referenceType: 'Transfer',
    purpose: 'chain_fee',
    referenceId: `0199aaaa-0000-7000-8000-${String(references).padStart(12, '0')}`,
    amount: amountOf(text, defined(world.app.currencies.get(move.currency), move.currency)),
  };
  const { id } = merchant.project;
  await world.app.db.transaction((tx) => post(tx, id, { postings: [posting], now: tx.now }));
}

const took = (currency: string, text: string) =>
  book({ from: 'network_fees', to: 'chain', currency, text });
const paid = (text: string) =>
  book({ from: 'adjustments', to: 'network_fees', currency: 'USDC', text });

async function alerts(): Promise<string[]> {
  await alertFeeLosses(world.app);
  const rows = await world.app.db.query<{ subject: string }>(
    `select facts ->> 'subject' as subject from alerts where kind = 'network_fee_overspend' and resolved_at is null
     order by subject`,
  );
  return rows.map(({ subject }) => subject);
}

test('the amount that one network leaves counts for the next', async () => {
  // 27 EUR and 20 EUR; more than 0.005 ETH and 60 POL is an alert.
  await took('ETH', '0.01');
  await took('POL', '100');
  expect(await alerts()).toEqual(['ETH', 'POL']);
  // 27.6 EUR: enough for one of them.
  await paid('32');
  expect(await alerts()).toEqual(['POL']);
  // 51.7 EUR: enough for both.
  await paid('28');
  expect(await alerts()).toEqual([]);
});
