// Stablecoins are invisible until the operator enables them; then they are coins like the others, also for existing
// merchants. A coin that was used can't be disabled by mistake.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assemble } from '../../src/assemble.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { createChannel } from '../../src/channels/create.ts';
import { readConfig } from '../../src/coins/read-config.ts';
import { defined } from '../../src/core/assert.ts';
import { newId } from '../../src/core/ids.ts';
import { paySimulated } from '../../src/sandbox/pay.ts';
import { listAccounts } from '../../src/transactions/list.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, depositsOf, newInvoice, storyOf } from './support.ts';

/** Part 2.6 of the interface. */
const INTERFACE =
  'BTC LTC GBP CNY TRY USD RUB KRW NOK INR BCH ETH JPY CAD THB AUD HKD MYR NZD TWD MXN BRL COP SEK PLN HUF IDR VND XRP EUR'.split(
    ' ',
  );
const BOTH = { CHAINTILL_TOKENS: 'USDT,USDC' };

let off: World;
let on: World;
let merchant: Merchant;
beforeAll(async () => {
  off = await createWorld();
  on = await createWorld(BOTH);
  merchant = await on.merchant();
});
afterAll(async () => {
  await off.close();
  await on.close();
});

/** The application of a world, assembled as by another start of the service with other variables. */
function restart(world: World, environment: Record<string, string>) {
  const { app } = world;
  const config = readConfig({ CHAINTILL_DATA_DIR: app.config.dataDir, ...environment });
  const options = { seed: 'world', minesByItself: false, deliveryFault: null };
  return assemble({ ...app, config }, options);
}

test('when disabled, coins, accounts, rates and errors are exactly those of the interface', async () => {
  const { api } = await off.merchant();
  const { data: accounts } = await api.accounts.list();
  expect(accounts.map((account) => account.currency)).toEqual(INTERFACE);
  const coins = await api.coins.list();
  expect(coins.map((coin) => coin.currency)).toEqual(['BTC', 'LTC', 'BCH', 'ETH', 'XRP']);
  expect(Object.keys(await api.rates.list()).join(' ')).not.toContain('USDT');
  const terms = { price_amount: '10.00', price_currency: 'EUR', pay_currency: 'USDT' };
  await expect(api.invoices.create(terms)).rejects.toMatchObject({
    details: [{ message: 'must be one of: BTC, LTC, BCH, ETH, XRP', target: 'pay_currency' }],
  });
  const priced = { price_amount: '10.00', price_currency: 'USDT', pay_currency: 'BTC' };
  await expect(api.invoices.create(priced)).rejects.toMatchObject({
    details: [{ message: `must be one of: ${INTERFACE.join(', ')}`, target: 'price_currency' }],
  });
});

test('enabled, they follow the others', async () => {
  const { data: accounts } = await merchant.api.accounts.list();
  expect(accounts.map((account) => account.currency)).toEqual([...INTERFACE, 'USDC', 'USDT']);
  const coins = await merchant.api.coins.list();
  expect(coins.slice(5)).toMatchObject([
    {
      currency: 'USDC',
      networks: [{ network: 'ethereum', name: 'Ethereum (ERC20)', precision: 6 }],
    },
    {
      currency: 'USDT',
      networks: [{ network: 'ethereum', name: 'Ethereum (ERC20)', precision: 6 }],
    },
  ]);
});

test.each(['USDT', 'USDC'])('an invoice in EUR is paid in %s', async (code) => {
  const invoice = await newInvoice(merchant, { pay_currency: code });
  expect(invoice.uri).toMatch(
    new RegExp(
      `^ethereum:0x[0-9a-f]{40}@11155111/transfer\\?address=${invoice.address}&uint256=\\d{8}$`,
    ),
  );
  const before = await balanceOf(merchant, 'EUR');
  await on.pay({ invoice_id: invoice.id });
  await on.mine(code, 33);
  const paid = await merchant.api.invoices.get(invoice.id);
  expect(paid).toMatchObject({ status: 'completed', paid_amount: invoice.pay_amount });
  expect(Number(await balanceOf(merchant, 'EUR')) - Number(before)).toBeCloseTo(9.9, 6);
  expect(storyOf(merchant, invoice.id).at(-1)).toBe('status_changed completed');
});

test('a deposit of USDT of any amount waits for 33 blocks', async () => {
  const terms = { name: 'Top-up', pay_currency: 'USDT', receiver_currency: 'USDT' };
  const channels: string[] = [];
  for (const amounts of [['1000'], ['2500', '2500'], ['4000', '1000.000001']]) {
    const channel = await merchant.api.channels.create(terms);
    expect(channel.uri).toMatch(/\/transfer\?address=0x[0-9a-f]{40}$/);
    for (const amount of amounts) await on.pay({ channel_id: channel.id, amount });
    channels.push(channel.id);
  }
  const confirmed = async () => {
    const deposits = await Promise.all(channels.map((id) => depositsOf(on, id)));
    return deposits
      .flat()
      .filter(({ status }) => status === 'confirmed')
      .map(({ amount }) => amount);
  };
  await on.mine('USDT', 32);
  expect(await confirmed()).toEqual([]);
  await on.mine('USDT');
  expect(await confirmed()).toHaveLength(5);
});

test('a token is not sent to an address of ours that is watched for ether, nor the reverse', async () => {
  const watched = async (code: string) => {
    const pair = { pay_currency: code, receiver_currency: code };
    return (await merchant.api.channels.create({ name: 'Top-up', ...pair })).address;
  };
  for (const [paid, code] of [
    ['USDT', 'ETH'],
    ['USDC', 'USDT'],
    ['ETH', 'USDC'],
  ] as const) {
    const pair = { charged_currency: paid, received_currency: paid, received_amount: '10' };
    const requested = { ...pair, address: await watched(code), force_commit: true };
    await expect(merchant.api.coinWithdrawals.create(requested)).rejects.toMatchObject({
      details: [{ code: 'own_address', target: 'address' }],
    });
  }
});

test('an existing merchant has the accounts and is paid, and then the token stays on', async () => {
  const { project } = await off.merchant();
  const later = await restart(off, { CHAINTILL_TOKENS: 'USDC' });
  // Nothing was created in it yet.
  await (await restart(off, {})).close();
  const objectId = newId(off.clock, off.app.random);
  const pair = { pay_currency: 'USDC', receiver_currency: 'USDC', network: undefined };
  const rest = { description: undefined, custom_id: undefined, customer_id: undefined };
  await createChannel(later.app, { project, objectId }, { name: 'Top-up', ...pair, ...rest });
  const simulations = defined(later.simulations, 'a sandbox');
  await paySimulated(later.app, simulations, { channel_id: objectId, amount: '7' });
  await mine(defined(simulations.get('USDC'), 'USDC'), { count: 33 });
  await makeAllDue(later.app);
  await runDueWork(later.app, later.workers);
  const { rows } = await listAccounts(later.app, project);
  expect(rows.find((account) => account.currency === 'USDC')?.balance).toBe('6.93');
  await later.close();
  await expect(restart(off, {})).rejects.toThrow('CHAINTILL_TOKENS must keep USDC');
  await expect(restart(off, { CHAINTILL_TOKENS: 'USDT' })).rejects.toThrow('must keep USDC');
});

test('a different contract than the one that was paid is rejected', async () => {
  const contract = { CHAINTILL_USDT_CONTRACT: `0x${'12'.repeat(20)}` };
  await expect(restart(on, { ...BOTH, ...contract })).rejects.toThrow(
    'the USDT of this database is the contract 0x000000000000000000000000000000000000dead',
  );
});
