// The last checks before money leaves: a coin in quarantine sends nothing, and a payment within the books is checked in
// its own transaction, as the withdrawal and the pauses may have changed since the sender looked.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { pausePayouts } from '../../src/ledger/payout-pauses.ts';
import { payInBooks } from '../../src/payouts/plan/pay-in-books.ts';
import { beginQuarantine } from '../../src/payouts/quarantine.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let payer: Merchant;
beforeEach(async () => {
  world = await createWorld({}, { coins: ['XRP'] });
  await fillWallet(world, 'XRP', ['40', '40']);
  payer = await world.merchant();
  await credit(world, payer, { XRP: '100' });
});
afterEach(() => world.close());

const withdraw = (address: string) =>
  payer.api.coinWithdrawals.create({
    address,
    charged_currency: 'XRP',
    received_currency: 'XRP',
    received_amount: '10',
    force_commit: true,
  });

const statusOf = async (id: string) => (await payer.api.coinWithdrawals.get(id)).status;

const quarantine = () =>
  world.app.db.transaction((tx) => beginQuarantine(tx, { coin: 'XRP', reason: 'a look' }));

test('a coin in quarantine sends nothing', async () => {
  const coin = defined(world.app.coins.get('XRP'), 'XRP');
  const send = async (before?: () => Promise<unknown>) => {
    const { id } = await withdraw(`${foreignAddress(coin, 'last look', 1)}?dt=0`);
    await before?.();
    await world.settle();
    await world.mine('XRP', 6);
    return statusOf(id);
  };
  expect(await send()).toBe('completed');
  expect(await send(quarantine)).toBe('pending');
});

/** `tag`: of another address of the payee. */
type Change = (of: { readonly id: string; readonly tag: number }) => Promise<unknown>;

const changes: readonly (readonly [string, Change])[] = [
  [
    'altered',
    ({ id, tag }) =>
      world.app.db.query('update coin_withdrawals set tag = $2 where id = $1', [id, tag]),
  ],
  [
    'paused',
    () => {
      const { id: projectId } = payer.project;
      const pause = { projectId, cause: 'person', subject: 'test', reason: 'a look' } as const;
      return world.app.db.transaction((tx) => pausePayouts(tx, pause));
    },
  ],
  ['quarantined', quarantine],
];

test.each(changes)(
  'a payment within the books that is %s at the last moment is not made',
  async (_name, change) => {
    const payee = await world.merchant();
    const channel = { name: 'Wholesale', pay_currency: 'XRP', receiver_currency: 'XRP' };
    const { address } = await payee.api.channels.create(channel);
    const other = await payee.api.channels.create(channel);
    const coinWallet = defined(world.assembled.coinWallets.get('XRP'), 'a wallet');
    const { id: first } = await withdraw(address);
    expect(await payInBooks(world.app, coinWallet)).toBe(1);
    expect(await statusOf(first)).toBe('completed');
    const { id } = await withdraw(address);
    await change({ id, tag: Number(other.address.split('=')[1]) });
    expect(await payInBooks(world.app, coinWallet)).toBe(0);
    expect(await statusOf(id)).toBe('pending');
  },
);
