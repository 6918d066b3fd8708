// Payments from one merchant of an instance to another (wire.md 1.2, own addresses): a payout to
// another merchant's invoice or channel is one withdrawal and one payment, and nobody learns whose address it is.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { returnPayment } from '../../src/channels/held.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { amountOf } from '../../src/core/money.ts';
import { listPauses, pausePayouts } from '../../src/ledger/payout-pauses.ts';
import { claimOwnAddress, topUpAddress } from '../../src/payouts/own-address.ts';
import { resumePayouts } from '../../src/payouts/plan/apply-pauses.ts';
import { findQuarantine } from '../../src/payouts/quarantine.ts';
import { solvencyOf, surplusOf } from '../../src/payouts/wallet/solvency.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, booked, storyOf } from './support.ts';

const COINS = ['BTC', 'LTC', 'BCH', 'ETH', 'XRP', 'USDT'];
let world: World;
let payer: Merchant;
let payee: Merchant;
beforeAll(async () => {
  world = await createWorld({ CHAINTILL_TOKENS: 'USDT' });
  for (const coin of COINS) await fillWallet(world, coin, ['40', '40', '40']);
  [payer, payee] = [await world.merchant(), await world.merchant()];
  await credit(world, payer, Object.fromEntries(COINS.map((coin) => [coin, '100'])));
});
afterAll(() => world.close());

const open = (merchant: Merchant, coin: string) =>
  merchant.api.channels.create({
    name: 'Wholesale',
    pay_currency: coin,
    receiver_currency: coin,
    network: defined(world.app.coins.get(coin), coin).network,
  });

const pay = (coin: string, address: string, amount = '10') =>
  payer.api.coinWithdrawals.create({
    address,
    charged_currency: coin,
    received_currency: coin,
    received_amount: amount,
    force_commit: true,
    network: defined(world.app.coins.get(coin), coin).network,
  });

const paymentsOf = async (merchant: Merchant, channelId: string) =>
  (await merchant.api.channelPayments.list(channelId)).data;

/** What the wallets hold of a coin beyond the merchants' balances. */
async function surplus(coin: string): Promise<bigint> {
  const { positions } = await solvencyOf(world.app);
  return surplusOf(
    defined(
      positions.find(({ currency }) => currency.code === coin),
      coin,
    ),
  );
}

/** Enough blocks to be final on Ethereum, where a token's gas comes first. */
async function settled(coin: string): Promise<void> {
  const isOnEthereum = coin === 'ETH' || coin === 'USDT';
  await world.settle();
  if (coin === 'USDT') {
    await world.mine('ETH');
    await world.advance(MINUTE);
  }
  await world.mine(coin, isOnEthereum ? 70 : 6);
  await world.settle();
}

async function deposits(coin: string) {
  return world.app.db.query<{ amount: bigint; owner_type: string | null; is_unmatched: boolean }>(
    `select amount, owner_type, is_unmatched from deposits
     where coin = $1 and owner_type is distinct from 'treasury' order by id`,
    [coin],
  );
}

/** The payments to an address in the simulated chain's transactions. */
async function paidOnChain(coin: string, address: string): Promise<number> {
  const rows = await world.app.db.query<{ n: number }>(
    'select count(*)::int as n from simulation.outputs where coin = $1 and address = $2 and amount = $3',
    [coin, address, amountOf('10', defined(world.app.coins.get(coin), coin)).toString()],
  );
  return rows[0]?.n ?? 0;
}

describe.each(COINS)('%s', (coin) => {
  test('leaves one merchant and arrives at the other, once', async () => {
    const channel = await open(payee, coin);
    const [before, had] = [await balanceOf(payee, coin), await balanceOf(payer, coin)];
    expect([before, had]).toEqual(['0.0', '100.0']);
    const made = await pay(coin, channel.address);
    expect(made).toMatchObject({ status: 'pending', address: channel.address });
    await settled(coin);
    await settled(coin);
    const sent = await payer.api.coinWithdrawals.get(made.id);
    expect(sent).toMatchObject({ status: 'completed', received_amount: '10.0' });
    const payments = await paymentsOf(payee, channel.id);
    expect(payments).toMatchObject([
      { status: 'completed', paid_amount: '10.0', received_amount: '9.9', txid: sent.txid },
    ]);
    expect(await balanceOf(payee, coin)).toBe('9.9');
    // The change belongs to no merchant.
    expect(await deposits(coin)).toEqual([
      {
        amount: amountOf('10', defined(world.app.coins.get(coin), coin)),
        owner_type: 'channel',
        is_unmatched: false,
      },
    ]);
    expect(await booked(world, payer, { kind: 'withdrawals', currency: coin })).toBe(0n);
    expect(await booked(world, payee, { kind: 'deposits', currency: coin })).toBe(0n);
    const isInBooks = coin === 'XRP';
    expect(sent.txid?.startsWith('internal:')).toBe(isInBooks);
    const [address = ''] = channel.address.split('?');
    expect(await paidOnChain(coin, address)).toBe(isInBooks ? 0 : 1);
    const way = isInBooks ? [] : ['status_changed processing', 'status_changed sent'];
    expect(storyOf(payer, made.id)).toEqual([
      'created pending',
      ...way,
      'status_changed completed',
    ]);
    expect(storyOf(payee, defined(payments[0], 'a payment').id)).toEqual([
      'created pending',
      'completed completed',
    ]);
  });

  test('completes an invoice', async () => {
    const invoice = await payee.api.invoices.create({
      price_amount: '6',
      price_currency: coin,
      pay_currency: coin,
      network: defined(world.app.coins.get(coin), coin).network,
    });
    const made = await pay(coin, invoice.address, '6');
    await settled(coin);
    const { txid } = await payer.api.coinWithdrawals.get(made.id);
    expect(await payee.api.invoices.get(invoice.id)).toMatchObject({
      status: 'completed',
      paid_amount: '6.0',
      transactions: [{ txid }],
    });
  });

  test('the received amount can be spent, and both balances are in the wallets', async () => {
    const { address } = await open(payer, coin);
    const before = await surplus(coin);
    await payee.api.coinWithdrawals.create({
      address,
      charged_currency: coin,
      received_currency: coin,
      received_amount: '8',
      force_commit: true,
      network: defined(world.app.coins.get(coin), coin).network,
    });
    await settled(coin);
    await settled(coin);
    expect((await payee.api.coinWithdrawals.list()).data[0]).toMatchObject({
      status: 'completed',
    });
    // The fees of the instance; the forwarded amount is counted once.
    const gained = (await surplus(coin)) - before;
    expect(gained).toBeGreaterThan(0n);
    expect(gained).toBeLessThan(amountOf('6', defined(world.app.coins.get(coin), coin)));
  });

  test('not to an own address, and not to one of the wallets', async () => {
    const refusal = (address: string) => pay(coin, address).catch(({ details }) => details);
    const { address } = await open(payer, coin);
    expect(await refusal(address)).toMatchObject([{ code: 'own_address', target: 'address' }]);
    const { model } = defined(world.app.transferNetworks.get(coin), coin);
    const top = await topUpAddress(world.app, { coin, model });
    const change = await world.app.db.transaction((tx) => claimOwnAddress(tx, coin));
    const format = defined(world.app.coins.get(coin), coin).formatAddress;
    const none = { code: 'invalid_coin_address', target: 'address', args: { currency: coin } };
    const refused = [
      format(top),
      format(change),
      ...(coin === 'XRP' ? [`${top.address}?dt=0`] : []),
    ];
    for (const wallet of refused) expect(await refusal(wallet)).toMatchObject([none]);
  });
});

describe('XRP, as an internal transfer', () => {
  const account = async () => (await open(payee, 'XRP')).address.split('?')[0];

  test('an unassigned tag is paid like an assigned one, and waits for the operator', async () => {
    const made = await pay('XRP', `${await account()}?dt=77`, '7');
    expect(made.status).toBe('pending');
    await settled('XRP');
    expect(await payer.api.coinWithdrawals.get(made.id)).toMatchObject({ status: 'completed' });
    expect((await deposits('XRP')).at(-1)).toEqual({
      amount: 7_000_000n,
      owner_type: null,
      is_unmatched: true,
    });
    expect((await payer.api.coinDeposits.list()).data).toEqual([]);
    expect((await payee.api.coinDeposits.list()).data).toEqual([]);
  });

  test('a policy rule holds it, and a payout stop makes it wait', async () => {
    const [careful, channel] = [
      await world.merchant({ withdrawalMaxEur: '5' }),
      await open(payee, 'XRP'),
    ];
    await credit(world, careful, { XRP: '100' });
    const requested = { charged_currency: 'XRP', received_currency: 'XRP', received_amount: '20' };
    const held = await careful.api.coinWithdrawals.create({
      ...requested,
      address: channel.address,
      force_commit: true,
    });
    await settled('XRP');
    expect(await careful.api.coinWithdrawals.get(held.id)).toMatchObject({ status: 'on_hold' });
    const { id: projectId } = payer.project;
    const stop = { projectId, cause: 'person', subject: 'test', reason: 'look' } as const;
    await world.app.db.transaction((tx) => pausePayouts(tx, stop));
    const made = await pay('XRP', channel.address);
    await settled('XRP');
    expect(await payer.api.coinWithdrawals.get(made.id)).toMatchObject({ status: 'pending' });
    expect(await paymentsOf(payee, channel.id)).toEqual([]);
    const [activeStop] = await listPauses(world.app.db, { withResumed: false });
    const { id } = defined(activeStop, 'the stop');
    await resumePayouts(world.app, { id, reason: 'looked at' });
    await world.settle();
    expect(await payer.api.coinWithdrawals.get(made.id)).toMatchObject({ status: 'completed' });
    expect(await paymentsOf(payee, channel.id)).toHaveLength(1);
  });

  test('an altered row is never paid', async () => {
    const [channel, other] = [await open(payee, 'XRP'), await open(payee, 'XRP')];
    const made = await pay('XRP', channel.address);
    const tag = Number(other.address.split('=')[1]);
    await world.app.db.query('update coin_withdrawals set tag = $2 where id = $1', [made.id, tag]);
    await settled('XRP');
    expect(await payer.api.coinWithdrawals.get(made.id)).toMatchObject({ status: 'pending' });
    for (const { id } of [channel, other]) expect(await paymentsOf(payee, id)).toEqual([]);
  });

  test('high-risk money that is returned to another merchant stays high-risk', async () => {
    const [mine, theirs] = [await open(payer, 'XRP'), await open(payee, 'XRP')];
    await world.pay({ channel_id: mine.id, amount: '20', risk_level: 'high' });
    await settled('XRP');
    const [payment] = await paymentsOf(payer, mine.id);
    expect(payment).toMatchObject({ status: 'on_hold' });
    const requested = { id: defined(payment, 'it').id, reason: 'theirs', address: theirs.address };
    await returnPayment(world.app, requested);
    await settled('XRP');
    expect(await paymentsOf(payee, theirs.id)).toMatchObject([
      { status: 'on_hold', status_context: 'illicit_resource' },
    ]);
  });
});

test('a payment to an unassigned address is sent once, and reveals that this database is an older copy', async () => {
  // The next address that would be assigned, also to this transaction's change.
  const [free] = await world.app.db.query<{ address: string }>(
    `select address from addresses
     where coin = 'LTC' and owner_id is null and retired_at is null order by address_index limit 1`,
  );
  const { address } = defined(free, 'one in the pool');
  const made = await pay('LTC', address);
  await settled('LTC');
  expect(await payer.api.coinWithdrawals.get(made.id)).toMatchObject({ status: 'completed' });
  expect(await paidOnChain('LTC', address)).toBe(1);
  const rows = await world.app.db.query(
    `select d.owner_id, d.project_id, d.is_unmatched, a.retired_at is not null as is_retired
     from deposits d join addresses a on a.coin = d.coin and a.address = d.address
     where d.coin = 'LTC' and d.address = $1`,
    [address],
  );
  expect(rows).toEqual([
    { owner_id: null, project_id: null, is_unmatched: true, is_retired: true },
  ]);
  const cause = { code: 'unknown_address', address };
  expect(await findQuarantine(world.app.db, 'LTC')).toMatchObject({ cause });
});
