// An optional coin (DOGE) does everything that the others do once it is enabled, also with a data folder from before it
// was known; a coin that was used can't be disabled by mistake.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assemble } from '../../src/assemble.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { readConfig } from '../../src/coins/read-config.ts';
import { defined } from '../../src/core/assert.ts';
import { newId } from '../../src/core/ids.ts';
import { createInvoice } from '../../src/invoices/create.ts';
import { paySimulated } from '../../src/sandbox/pay.ts';
import { listAccounts } from '../../src/transactions/list.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { NOTHING } from './crash-acts.ts';
import { balanceOf, newInvoice, storyOf } from './support.ts';

const ON = { CHAINTILL_COINS: 'DOGE' };

let off: World;
let on: World;
let merchant: Merchant;
beforeAll(async () => {
  off = await createWorld();
  on = await createWorld(ON, { coins: ['DOGE'] });
  await fillWallet(on, 'DOGE', ['5000', '5000']);
  // Payouts spend an output only at the depth that its amount requires.
  await on.mine('DOGE', 60);
  merchant = await on.merchant();
  await credit(on, merchant, { DOGE: '5000' });
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

test('when disabled, it is not shown', async () => {
  const { api } = await off.merchant();
  const coins = await api.coins.list();
  expect(coins.map((coin) => coin.currency)).toEqual(['BTC', 'LTC', 'BCH', 'ETH', 'XRP']);
  const accounts = await api.accounts.list();
  expect(accounts.data.map(({ currency }) => currency)).not.toContain('DOGE');
});

test('an invoice is paid and credited', async () => {
  const invoice = await newInvoice(merchant, { pay_currency: 'DOGE' });
  expect(invoice.uri).toMatch(/^dogecoin:n[1-9A-Za-z]{33}\?amount=\d+(\.\d+)?$/);
  const before = await balanceOf(merchant, 'EUR');
  await on.pay({ invoice_id: invoice.id });
  await on.mine('DOGE', 6);
  const paid = await merchant.api.invoices.get(invoice.id);
  expect(paid).toMatchObject({ status: 'completed', paid_amount: invoice.pay_amount });
  expect(Number(await balanceOf(merchant, 'EUR')) - Number(before)).toBeCloseTo(9.9, 6);
  expect(storyOf(merchant, invoice.id).at(-1)).toBe('status_changed completed');
});

test('a channel is paid', async () => {
  const terms = { name: 'Top-up', pay_currency: 'DOGE', receiver_currency: 'DOGE' };
  const channel = await merchant.api.channels.create(terms);
  const before = Number(await balanceOf(merchant, 'DOGE'));
  await on.pay({ channel_id: channel.id, amount: '100' });
  await on.mine('DOGE', 6);
  expect(Number(await balanceOf(merchant, 'DOGE')) - before).toBeCloseTo(99, 6);
});

test('a withdrawal is sent', async () => {
  const coin = defined(on.app.coins.get('DOGE'), 'DOGE');
  const made = await merchant.api.coinWithdrawals.create({
    charged_currency: 'DOGE',
    received_currency: 'DOGE',
    received_amount: '250',
    address: foreignAddress(coin, 'payee', 1),
    force_commit: true,
  });
  await on.settle();
  expect((await merchant.api.coinWithdrawals.get(made.id)).status).toBe('sent');
  await on.mine('DOGE');
  const sent = await merchant.api.coinWithdrawals.get(made.id);
  expect(sent).toMatchObject({ status: 'completed', received_amount: '250.0' });
});

test('an amount below the relay minimum is rejected as dust', async () => {
  const coin = defined(on.app.coins.get('DOGE'), 'DOGE');
  const requested = {
    charged_currency: 'DOGE',
    received_currency: 'DOGE',
    received_amount: '0.009',
    address: foreignAddress(coin, 'payee', 2),
    force_commit: true,
  };
  await expect(merchant.api.coinWithdrawals.create(requested)).rejects.toMatchObject({
    status: 422,
  });
});

test('an existing merchant has the accounts and is paid, and then the coin stays on', async () => {
  const { project } = await off.merchant();
  const later = await restart(off, ON);
  // Nothing was created in it yet.
  await (await restart(off, {})).close();
  const objectId = newId(off.clock, off.app.random);
  await createInvoice(
    later.app,
    { project, objectId },
    { price_amount: '100', price_currency: 'DOGE', pay_currency: 'DOGE', ...NOTHING },
  );
  const simulations = defined(later.simulations, 'a sandbox');
  await paySimulated(later.app, simulations, { invoice_id: objectId });
  await mine(defined(simulations.get('DOGE'), 'DOGE'), { count: 6 });
  await makeAllDue(later.app);
  await runDueWork(later.app, later.workers);
  const { rows } = await listAccounts(later.app, project);
  expect(rows.find((account) => account.currency === 'DOGE')?.balance).toBe('99.0');
  await later.close();
  await expect(restart(off, {})).rejects.toThrow('CHAINTILL_COINS must keep DOGE');
});

test.each([
  [{ CHAINTILL_COINS: 'DOGE,PEPE' }, ', not PEPE'],
  [
    { CHAINTILL_MODE: 'live', CHAINTILL_COINS: 'DOGE', LTC_NODE_URL: 'http://a' },
    'CHAINTILL_COINS needs a node of DOGE in DOGE_NODE_URL',
  ],
  [
    { CHAINTILL_MODE: 'live', DOGE_NODE_URL: 'http://a' },
    'DOGE_NODE_URL needs DOGE in CHAINTILL_COINS',
  ],
])('%o is rejected', (environment, problem) => {
  expect(() => readConfig(environment as Record<string, string>)).toThrow(problem);
});
