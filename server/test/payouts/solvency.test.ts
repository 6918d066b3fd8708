// Solvency: liabilities to merchants without matching funds are found, per coin and in total; the operator's recorded
// holdings count.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, MINUTE } from '../../src/core/clock.ts';
import { amountOf, formatAmount } from '../../src/core/money.ts';
import { listAlerts } from '../../src/ledger/alerts.ts';
import { checkSolvency } from '../../src/operator/doctor/check-coin-wallet.ts';
import { checkCover } from '../../src/operator/doctor/check-nodes.ts';
import {
  declareHolding,
  listDeclarations,
  walletHoldings,
} from '../../src/payouts/wallet/solvency.ts';
import { updateOutputs } from '../../src/payouts/wallet/update-outputs.ts';
import { alertOldDeclarations } from '../../src/payouts/wallet/watch-solvency.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { newInvoice } from '../flows/support.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const POLLS_MAX = 5;

let world: World;
let merchant: Merchant;
beforeEach(async () => {
  world = await createWorld({ CHAINTILL_TOKENS: 'USDT' });
  merchant = await world.merchant();
});
afterEach(() => world.close());

const bad = async () =>
  (await checkSolvency(world.app)).filter(({ ok }) => !ok).map(({ code, about }) => about ?? code);
const alerts = async () =>
  (await listAlerts(world.app.db, { withResolved: false }))
    .filter(({ kind }) => kind === 'insolvent')
    .map(({ facts }) => facts['subject'])
    .sort();

async function declare(amount: string, currency: string): Promise<void> {
  const requested = { currency, reason: 'seen at the bank' };
  const facts = defined(world.app.currencies.get(currency), 'a currency');
  await declareHolding(world.app, { ...requested, amount: amountOf(amount, facts) });
}

test('1,000 ETH credited manually are BAD immediately, and an alert if it stays', async () => {
  expect(await bad()).toEqual([]);
  await credit(world, merchant, { ETH: '1000' });
  expect(await bad()).toEqual(['ETH', 'solvency']);
  await world.advance(10 * MINUTE);
  expect(await alerts()).toEqual([]);
  await world.advance(10 * MINUTE);
  expect(await alerts()).toEqual(['ETH', 'all']);
  await declare('999', 'ETH');
  expect(await bad()).toEqual(['ETH', 'solvency']);
  await declare('1000', 'ETH');
  expect(await bad()).toEqual([]);
  await world.advance(10 * MINUTE);
  expect(await alerts()).toEqual([]);
  expect((await listDeclarations(world.app.db, { after: null, limit: 50 })).rows).toHaveLength(2);
});

test('fiat money is a liability too, in the total and not in its currency', async () => {
  await credit(world, merchant, { GBP: '90000' });
  expect(await bad()).toEqual(['solvency']);
  // Covered by a larger amount in another currency.
  await declare('200000', 'EUR');
  expect(await bad()).toEqual([]);
});

test('ordinary payments are covered: incoming, credited and posted', async () => {
  const invoice = await newInvoice(merchant);
  await world.pay({ invoice_id: invoice.id });
  expect(await bad()).toEqual([]);
  await world.mine('LTC');
  expect(await bad()).toEqual([]);
  const inCoin = await newInvoice(merchant, { price_amount: '0.5', price_currency: 'LTC' });
  await world.pay({ invoice_id: inCoin.id });
  await world.mine('LTC');
  expect(await bad()).toEqual([]);
});

for (const coin of ['LTC', 'ETH', 'XRP', 'USDT'])
  test(`a wallet of ${coin} is never short between a block, the ledger and its own poll`, async () => {
    const { app, assembled } = world;
    const others = assembled.workers.filter(({ name }) => !name.startsWith('send-'));
    // The reserve of an account on the XRP Ledger, which the operator sends (docs/operations.md).
    if (coin === 'XRP') await fillWallet(world, coin, ['1']);
    const facts = defined(app.coins.get(coin), 'a coin');
    const bare = async () => (await checkCover(app)).filter(({ ok }) => !ok);
    for (const payment of ['first', 'second']) {
      const price = { price_amount: '50', price_currency: coin, pay_currency: coin };
      const invoice = await newInvoice(merchant, price);
      await world.pay({ invoice_id: invoice.id });
      await mine(world.simulation(coin), { count: 40 });
      const status = async () => (await merchant.api.invoices.get(invoice.id)).status;
      for (let polls = 0; polls < POLLS_MAX && (await status()) !== 'completed'; polls += 1) {
        await makeAllDue(app);
        await runDueWork(app, others);
        expect([await bad(), await bare()]).toEqual([[], []]);
      }
      expect(await status(), payment).toBe('completed');
      expect([await bad(), await bare()]).toEqual([[], []]);
      await updateOutputs(app, defined(assembled.coinWallets.get(coin), 'a treasury'));
      expect([await bad(), await bare()]).toEqual([[], []]);
      await world.settle();
      expect([await bad(), await bare()]).toEqual([[], []]);
    }
    const [holding] = (await walletHoldings(app.db, app)).filter((each) => each.coin === coin);
    expect(formatAmount(defined(holding, 'a wallet').held, facts)).toBe('100.0');
  });

test('a declaration is immutable', async () => {
  await declare('5', 'EUR');
  const change = world.database.owner.query('update solvency_declarations set amount = 50');
  await expect(change).rejects.toThrow(/append-only/);
});

test('output totals are one row per coin after a poll, and a wrong one is BAD', async () => {
  const invoice = await newInvoice(merchant);
  await world.pay({ invoice_id: invoice.id });
  await world.mine('LTC');
  const { db } = world.app;
  const rows = () =>
    db.query<{ coin: string; amount: bigint }>(
      'select coin, amount from wallet_output_sums order by coin, seq',
    );
  const change = (amount: number) =>
    db.query(`insert into wallet_output_sums (coin, amount) values ('LTC', $1)`, [amount]);
  await world.advance(10 * MINUTE);
  const before = await rows();
  expect(before.map(({ coin }) => coin)).toContain('LTC');
  await change(5);
  expect(await bad()).toEqual(['output_sums']);
  await change(-5);
  expect(await rows()).toHaveLength(before.length + 2);
  await world.advance(10 * MINUTE);
  expect(await rows()).toEqual(before);
  expect(await bad()).toEqual([]);
});

test('deposits waiting to enter the wallets are read by index, however many there are', async () => {
  const call: { text: string; values: readonly unknown[] }[] = [];
  const noting = {
    query: <Row>(text: string, values: readonly unknown[] = []) => {
      call.push({ text, values });
      return world.app.db.query<Row>(text, values);
    },
  };
  await walletHoldings(noting, world.app);
  const [{ text, values }] = call as [(typeof call)[number]];
  // Within a transaction no table is scanned, even a small one.
  const plan = await world.app.db.transaction((tx) =>
    tx.query<Record<string, string>>(`explain ${text}`, values),
  );
  const lines = plan.map((row) => Object.values(row)[0]).join('\n');
  expect(lines).toContain('deposits_entering');
});

test('a declaration is confirmed within 35 days, or raises an alert until it is repeated', async () => {
  const old = async () =>
    (await listAlerts(world.app.db, { withResolved: false }))
      .filter(({ kind }) => kind === 'external_holdings_unconfirmed')
      .map(({ facts }) => facts);
  await declare('25000', 'EUR');
  await declare('3', 'LTC');
  await declare('0', 'LTC');
  world.clock.advance(34 * DAY);
  await alertOldDeclarations(world.app);
  expect(await old()).toEqual([]);
  world.clock.advance(2 * DAY);
  await world.advance(10 * MINUTE);
  expect(await old()).toMatchObject([{ subject: 'EUR', declared: '25000.0 EUR' }]);
  await declare('25000', 'EUR');
  await world.advance(10 * MINUTE);
  expect(await old()).toEqual([]);
});
