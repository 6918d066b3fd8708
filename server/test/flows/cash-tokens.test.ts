// BCH that arrives with a token is credited like any other, raises an alert, and is never spent. Double-spent BCH
// payments are shown to the operator, and credited in a block as usual.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { encodeTransfer } from '../../src/chains/simulated/raw-transfer.ts';
import { doubleSpend } from '../../src/chains/simulated/replace.ts';
import { submit } from '../../src/chains/simulated/submit.ts';
import { defined } from '../../src/core/assert.ts';
import { SECOND } from '../../src/core/clock.ts';
import { pageOfContested } from '../../src/deposits/contested.ts';
import { listAlerts } from '../../src/ledger/alerts.ts';
import { checkSolvency } from '../../src/operator/doctor/check-coin-wallet.ts';
import { checkCash } from '../../src/operator/doctor/check-deposits.ts';
import { storeUnrecognised } from '../../src/payouts/recover/unrecognised-spends.ts';
import { listTokens } from '../../src/payouts/wallet/kept-tokens.ts';
import { fillWallet } from '../support/funds.ts';
import { listUnmatched } from '../support/unmatched.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf } from './support.ts';

const contested = async () =>
  (await pageOfContested(world.app.db, { after: null, limit: 50 })).rows;
const CATEGORY = '5a'.repeat(32);
let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC', 'BCH'] });
  merchant = await world.merchant();
});
afterAll(() => world.close());

const invoiceOf = (amount: string) =>
  merchant.api.invoices.create({
    price_amount: amount,
    price_currency: 'BCH',
    pay_currency: 'BCH',
  });
const alerts = async () =>
  (await listAlerts(world.app.db, { withResolved: false })).filter(
    ({ kind }) => kind === 'token_received',
  );
const lineOf = async (wanted: string, coin: string | null) =>
  [...(await checkCash(world.app)), ...(await checkSolvency(world.app))].find(
    ({ code, about }) => code === wanted && about === coin,
  );

test('the coins next to a token pay an invoice, and the token raises an alert', async () => {
  const invoice = await invoiceOf('2');
  const txid = await world.pay({ invoice_id: invoice.id, token_category: CATEGORY });
  expect(await alerts()).toEqual([]);
  await world.mine('BCH', 6);
  expect((await merchant.api.invoices.get(invoice.id)).status).toBe('completed');
  expect(await balanceOf(merchant, 'BCH')).toBe('1.98');
  expect((await alerts()).map(({ facts }) => facts)).toMatchObject([
    {
      subject: `BCH ${txid}:0`,
      txid,
      category: CATEGORY,
      amount: '1',
      nft: null,
      BCH: '2.0',
      project_id: merchant.project.id,
      owner_id: invoice.id,
    },
  ]);
  expect(await listTokens(world.app.db)).toMatchObject([
    { txid, amount: 200_000_000n, token: { category: CATEGORY } },
  ]);
  expect(await lineOf('tokens', 'BCH')).toMatchObject({
    ok: true,
    detail: { code: 'beside_tokens', outputs: 1, amount: '2.0 BCH' },
  });
  // It is there, but no payout can spend it.
  expect(await lineOf('solvency', 'BCH')).toMatchObject({
    ok: true,
    detail: { held: '2.0 BCH', beside_tokens: '2.0 BCH' },
  });
});

test('no payout spends it: the payout waits for other coins', async () => {
  const bch = defined(world.app.coins.get('BCH'), 'BCH');
  const made = await merchant.api.coinWithdrawals.create({
    charged_currency: 'BCH',
    received_currency: 'BCH',
    received_amount: '1',
    address: foreignAddress(bch, 'tokens', 1),
    force_commit: true,
  });
  await world.settle();
  expect((await merchant.api.coinWithdrawals.get(made.id)).status).toBe('pending');
  await fillWallet(world, 'BCH', ['1.5']);
  await world.settle();
  await world.mine('BCH', 1);
  expect((await merchant.api.coinWithdrawals.get(made.id)).status).toBe('completed');
  expect(await listTokens(world.app.db)).toHaveLength(1);
});

test('a node rejects a transaction that spends it without its token', async () => {
  const [kept] = await listTokens(world.app.db);
  const { txid, output_index: index, amount, address } = defined(kept, 'one is kept');
  const plan = {
    coin: 'BCH',
    origin: { inputs: [{ txid, index }] },
    fee: 1000n,
    outputs: [{ address, tag: null, amount: amount - 1000n }],
  };
  expect(await submit(world.simulation('BCH'), encodeTransfer(plan))).toMatchObject({
    kind: 'refused',
    reason: expect.stringMatching(/^mandatory-script-verify-flag-failed/),
  });
});

test("dust with a token doesn't count, is unmatched, and still raises an alert", async () => {
  const careful = await world.merchant({ minimumDeposits: { BCH: '0.0001' } });
  const channel = await careful.api.channels.create({
    pay_currency: 'BCH',
    receiver_currency: 'BCH',
    custom_id: 'dust',
    name: 'dust',
  });
  const txid = await world.pay({
    channel_id: channel.id,
    amount: '0.000008',
    token_category: CATEGORY,
  });
  await world.mine('BCH', 6);
  expect((await careful.api.channelPayments.list(channel.id)).data).toEqual([]);
  expect(await listUnmatched(world.app, careful.project.id)).toMatchObject([{ txid }]);
  expect(await alerts()).toHaveLength(2);
});

test('masses of tokens raise a limited number of alerts, and all are listed', async () => {
  const channel = await merchant.api.channels.create({
    pay_currency: 'BCH',
    receiver_currency: 'BCH',
    custom_id: 'many',
    name: 'many',
  });
  const before = (await listTokens(world.app.db)).length;
  for (let n = 0; n < 20; n++)
    await world.pay({ channel_id: channel.id, amount: '0.000008', token_category: CATEGORY });
  await world.mine('BCH');
  expect(await alerts()).toHaveLength(20);
  expect(await listTokens(world.app.db)).toHaveLength(before + 20);
});

test('a double-spent payment is shown while unconfirmed, and credited once in a block', async () => {
  const invoice = await invoiceOf('0.5');
  const txid = await world.pay({ invoice_id: invoice.id });
  const shown = await merchant.api.invoices.get(invoice.id);
  await doubleSpend(world.simulation('BCH'), txid);
  await world.advance(11 * SECOND);
  expect(await contested()).toMatchObject([
    { txid, owner_id: invoice.id, double_spend_proof: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
  const detail = { code: 'contested', count: 1 };
  expect(await lineOf('contested_payments', null)).toMatchObject({ detail });
  // For the merchant nothing changed: it is unconfirmed, as before.
  expect(await merchant.api.invoices.get(invoice.id)).toEqual(shown);
  await world.mine('BCH', 6);
  expect((await merchant.api.invoices.get(invoice.id)).status).toBe('completed');
  expect(await contested()).toEqual([]);
});

test('after another wallet moved it, it no longer counts toward holdings', async () => {
  const kept = (await listTokens(world.app.db)).find(({ amount }) => amount === 200_000_000n);
  const { txid, output_index } = defined(kept, 'the first is kept');
  expect(await lineOf('solvency', 'BCH')).toMatchObject({ ok: true });
  await world.app.db.transaction((tx) =>
    storeUnrecognised(tx, {
      coin: 'BCH',
      kind: 'output',
      subject: `${txid}:${output_index}`,
      txid: 'cd'.repeat(32),
      project_id: null,
      block: null,
    }),
  );
  expect((await listTokens(world.app.db)).map((one) => one.txid)).not.toContain(txid);
  expect(await lineOf('solvency', 'BCH')).toMatchObject({ ok: false });
});
