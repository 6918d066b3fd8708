// The service in live mode as its operator runs it, against a real litecoind: real coins from the node's wallet,
// through to credited accounts and signed callbacks; across restarts of both, reorganizations, and a replaced payment.
// And outgoing payments, once.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyCallback } from '../../../client/src/callbacks.ts';
import type { CoinWithdrawal } from '../../../client/src/types.ts';
import { defined } from '../../src/core/assert.ts';
import { auditOf, balanceOf, creditedPayments, undelivered } from '../support/books.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { describeWithLitecoind } from '../support/litecoind.ts';
import { createService, until } from '../support/service.ts';
import {
  earn,
  type LitecoinShop,
  litoshi,
  MINER_TAKES,
  newLitecoinInvoice,
  openLitecoinShop,
  paidByBlocks,
  payeeAt,
  stick,
  untilStatus,
} from './litecoin-shop.ts';
import { expectHealthy } from './shop.ts';

/** Above 10 LTC a payment needs three confirmations (wire.md part 1). */
const LARGE = '4000.00';

/** Blocks after which a transaction is replaced (payouts/replace/replace-stuck.ts). */
const STUCK_AFTER = 12;

/** Makes 45 spendable coinbase outputs of 50 LTC. */
const BLOCKS = 145;

let shop: LitecoinShop;

/** The customer's wallet bumps the fee, as Bitcoin Core's does. Returns the new txid. */
async function bumpFee(txid: string): Promise<string> {
  const { txid: bumped } = await shop.node.rpc('bumpfee', txid);
  return bumped;
}

const withdraw = (amount: string, address: string, isInstant = true) =>
  shop.api.coinWithdrawals.create({
    address,
    charged_currency: 'LTC',
    received_currency: 'LTC',
    received_amount: amount,
    force_commit: isInstant,
  });

/** Completed with the next block; the recipient has exactly the amount, in one payment. */
async function expectPaidOnce({ id, address, received_amount }: CoinWithdrawal): Promise<void> {
  await untilStatus(shop, id, 'sent');
  await shop.node.mine();
  await untilStatus(shop, id, 'completed');
  await expectInBlocks(address, litoshi(received_amount));
}

async function expectInBlocks(address: string, ...amounts: bigint[]): Promise<void> {
  expect((await paidByBlocks(shop.node)).get(address) ?? []).toEqual(amounts);
  expect(await auditOf(shop.database.connection)).toEqual([]);
}

describeWithLitecoind('live mode on a real Litecoin node', () => {
  beforeAll(async () => {
    shop = await openLitecoinShop({
      blocks: BLOCKS,
      acceptsReplacements: true,
      extraArguments: [MINER_TAKES],
    });
  });
  afterAll(() => shop?.close());

  it('an invoice in EUR is credited, and its callbacks are sent', async () => {
    const invoice = await shop.newInvoice('25.00');
    const txid = await shop.payInvoice(invoice);
    const seen = await shop.untilPaid(invoice);
    expect(seen).toMatchObject({ status: 'new', transactions: [{ txid, risk: null }] });
    await shop.node.mine();
    await shop.untilCompleted(invoice);
    await shop.expectCreditedOnce(invoice, 2475n);
    expect(await balanceOf(shop.api, 'EUR')).toBe('24.75');
  });

  it('a payment to a channel is credited in EUR at the rate of that moment', async () => {
    const channel = await shop.api.channels.create({
      name: 'A customer',
      pay_currency: 'LTC',
      receiver_currency: 'EUR',
    });
    const txid = await shop.node.pay(channel.address, '0.5');
    await until(
      'the payment is seen',
      async () => (await shop.paymentsOf(channel.id)).length === 1,
    );
    await shop.node.mine();
    const payment = await until('the payment is completed', async () =>
      (await shop.paymentsOf(channel.id)).find((item) => item.status === 'completed'),
    );
    // 80.5 minus half the spread of 0.5 % is 80.29875. Half of it is 40.14 rounded down; the fee of 1 % is 0.41.
    expect(payment).toMatchObject({
      txid,
      paid_amount: '0.5',
      received_amount: '39.73',
      fee: '0.41',
    });
    await until(
      'its callbacks arrived',
      async () => shop.receiver.eventsOf(payment.id).length === 2,
    );
    expect(shop.receiver.eventsOf(payment.id)).toEqual(['created', 'completed']);
    const books = await creditedPayments(shop.database.connection, shop.projectId);
    expect(books.get(payment.id)).toMatchObject({ rows: 1, entries: 1, booked: 3973n });
  });

  it('a restart of the service between payment and block loses nothing', async () => {
    const invoice = await shop.newInvoice('10.00');
    await shop.payInvoice(invoice);
    await shop.untilPaid(invoice);
    expect(await shop.service.kill('SIGTERM')).toMatchObject({ code: 0 });
    await shop.node.mine();
    await shop.service.start();
    await shop.untilCompleted(invoice);
    await shop.expectCreditedOnce(invoice, 990n);
  });

  it('a payment sent and mined while the service was dead is found at its next start', async () => {
    const invoice = await shop.newInvoice('10.00');
    await shop.service.kill('SIGKILL');
    await shop.payInvoice(invoice);
    await shop.node.mine();
    await shop.service.start();
    await shop.untilCompleted(invoice);
    await shop.expectCreditedOnce(invoice, 990n);
  });

  it('while the node is unreachable, the service reports it, starts anyway, and loses nothing', async () => {
    const invoice = await shop.newInvoice('10.00');
    await shop.payInvoice(invoice);
    await shop.untilPaid(invoice);
    await shop.node.halt();
    await shop.untilNotReady();
    await shop.service.kill('SIGTERM');
    void shop.service.start().catch(() => undefined);
    await shop.untilNotReady();
    expect((await shop.api.invoices.get(invoice.id)).status).toBe('new');
    await shop.node.restart();
    await shop.service.ready();
    await shop.node.mine();
    await shop.untilCompleted(invoice);
    await shop.expectCreditedOnce(invoice, 990n);
  });

  it('a payment that a reorganization returns to the mempool is credited once, when it is mined again', async () => {
    const invoice = await shop.newInvoice(LARGE);
    const txid = await shop.payInvoice(invoice);
    await shop.node.mine(2);
    await shop.untilHeight();
    await shop.node.reorganise(2);
    await shop.untilHeight();
    const back = await shop.api.invoices.get(invoice.id);
    expect(back).toMatchObject({ status: 'new', transactions: [{ txid }] });
    expect(back.paid_amount).toBe(invoice.pay_amount);
    await shop.node.mine(2);
    await shop.untilHeight();
    expect((await shop.api.invoices.get(invoice.id)).status).toBe('new');
    await shop.node.mine();
    await shop.untilCompleted(invoice);
    await shop.expectCreditedOnce(invoice, 396_000n);
  });

  it('a payment credited before a reorganization of 2 blocks stays credited, once', async () => {
    const invoice = await shop.newInvoice('10.00');
    await shop.payInvoice(invoice);
    await shop.node.mine();
    await shop.untilCompleted(invoice);
    const balance = await balanceOf(shop.api, 'EUR');
    await shop.node.mine();
    await shop.node.reorganise(2);
    await shop.untilHeight();
    expect((await shop.api.invoices.get(invoice.id)).status).toBe('completed');
    expect(await auditOf(shop.database.connection)).toEqual([]);
    await shop.node.mine();
    await shop.untilHeight();
    await shop.expectCreditedOnce(invoice, 990n);
    expect(await balanceOf(shop.api, 'EUR')).toBe(balance);
  });

  it('a payment that is replaced by one elsewhere no longer counts as paid', async () => {
    const invoice = await shop.newInvoice('10.00');
    const txid = await shop.payInvoice(invoice);
    await shop.untilPaid(invoice);
    await shop.node.rpc('sendrawtransaction', await shop.node.conflictWith(txid));
    await until('it counts no longer', async () => {
      return (await shop.api.invoices.get(invoice.id)).paid_amount === '0.0';
    });
    await shop.node.mine();
    await shop.untilHeight();
    expect((await shop.api.invoices.get(invoice.id)).status).toBe('new');
    const books = await creditedPayments(shop.database.connection, shop.projectId);
    expect(books.get(invoice.id)).toMatchObject({ entries: 0 });
  });

  it('an instant withdrawal is sent immediately, and completes with its block', async () => {
    await earn(shop, ['2', '2', '2', '2']);
    await expectPaidOnce(await withdraw('0.5', payeeAt(1)));
  });

  it('a withdrawal in two steps is sent when it is committed, not before', async () => {
    const made = await withdraw('0.25', payeeAt(2), false);
    expect(made.status).toBe('new');
    await shop.node.mine();
    await expectInBlocks(made.address);
    await shop.api.coinWithdrawals.commit(made.id);
    await expectPaidOnce(made);
  });

  it('an overpayment is refunded to the customer, minus the fees', async () => {
    const invoice = await newLitecoinInvoice(shop, '1');
    await shop.node.pay(invoice.address, '1.25');
    await shop.node.mine();
    await until('it is overpaid', async () => {
      return (await shop.api.invoices.get(invoice.id)).status_context === 'overpaid';
    });
    const address = payeeAt(3);
    const refund = await shop.api.invoices.refund(invoice.id, { address });
    expect(refund).toMatchObject({ amount: '0.25', fee: '0.0025', address });
    const { data } = await shop.api.coinWithdrawals.list();
    const sent = defined(
      data.find((item) => item.address === address),
      'its withdrawal',
    );
    expect(litoshi(sent.received_amount)).toBe(litoshi('0.2475') - litoshi(sent.network_fee));
    await expectPaidOnce(sent);
  });

  it('an unconfirmed withdrawal is replaced with a higher fee, and paid once', async () => {
    const made = await withdraw('0.3', payeeAt(4));
    const first = await untilStatus(shop, made.id, 'sent');
    await stick(shop.node, defined(first.txid, 'it was sent'));
    await shop.node.mine(STUCK_AFTER);
    const second = await until('another transaction is sent', async () => {
      const found = await shop.api.coinWithdrawals.get(made.id);
      return found.status === 'sent' && found.txid !== first.txid && found;
    });
    expect(await shop.node.rpc('getrawmempool')).toEqual([second.txid]);
    await expectPaidOnce(made);
  });

  it('a customer who bumps the fee is shown once, and the first channel payment is cancelled', async () => {
    const invoice = await shop.newInvoice('10.00');
    const first = await shop.node.pay(invoice.address, invoice.pay_amount);
    await shop.untilPaid(invoice);
    const bumped = await bumpFee(first);
    await until('the dearer one is shown', async () => {
      const { transactions } = await shop.api.invoices.get(invoice.id);
      return transactions.some(({ txid }) => txid === bumped);
    });
    expect(await shop.api.invoices.get(invoice.id)).toMatchObject({
      paid_amount: invoice.pay_amount,
      transactions: [{ txid: bumped }],
    });
    const terms = { name: 'A payer', pay_currency: 'LTC', receiver_currency: 'LTC' };
    const channel = await shop.api.channels.create(terms);
    const cheap = await shop.node.pay(channel.address, '0.2');
    await until('it is shown', async () => (await shop.paymentsOf(channel.id)).length === 1);
    const expensive = await bumpFee(cheap);
    const openAlerts = async () => {
      const payments = await shop.paymentsOf(channel.id);
      return payments.map(({ status, txid }) => `${status} ${txid}`).join();
    };
    const expected = `pending ${expensive},cancelled ${cheap}`;
    await until('the cheap one is cancelled', async () => (await openAlerts()) === expected);
    await shop.node.mine();
    await shop.untilCompleted(invoice);
    const reported = shop.receiver.received.filter(({ data }) => data.id === invoice.id);
    for (const { data } of reported) {
      expect(data).toMatchObject({ paid_amount: invoice.pay_amount });
      expect(data['transactions']).toHaveLength(1);
    }
  });

  it('a withdrawal whose block is removed by a reorganization stays completed, and is paid once', async () => {
    const made = await withdraw('0.35', payeeAt(5));
    await expectPaidOnce(made);
    await shop.node.reorganise(1);
    await shop.untilHeight();
    await expectInBlocks(made.address);
    await shop.node.mine();
    await shop.untilHeight();
    expect((await shop.api.coinWithdrawals.get(made.id)).status).toBe('completed');
    await expectInBlocks(made.address, litoshi('0.35'));
  });

  it('a withdrawal under way when both die is paid once', async () => {
    const made = await withdraw('0.4', payeeAt(6));
    await shop.service.kill('SIGKILL');
    await shop.node.restart();
    await shop.service.start();
    await expectPaidOnce(made);
  });

  it('every callback was delivered with a valid signature, and the ledger is consistent', async () => {
    await until('all is delivered', async () => {
      return (await undelivered(shop.database.connection, shop.projectId)).length === 0;
    });
    expect(shop.receiver.received.length).toBeGreaterThan(20);
    for (const { body, headers } of shop.receiver.received) {
      const callback = await verifyCallback({
        body,
        headers: headers as never,
        secret: shop.callbackSecret,
      });
      expect(callback.data.id).toBe(JSON.parse(body).data.id);
    }
    const doctor = await shop.service.command('doctor');
    expectHealthy(doctor);
    expect(doctor.stdout).toMatch(/ok {3}LTC node, wallet \(127\.0\.0\.1:\d+\): The node knows/);
  });

  it('nothing under /sandbox exists', async () => {
    for (const route of [
      'payments',
      'blocks',
      'reorganisations',
      'replacements',
      'stuck',
      'clock',
      'settings',
    ]) {
      for (const method of ['POST', 'GET']) {
        const response = await fetch(`${shop.service.url}/sandbox/${route}`, { method });
        expect(response.status, `${method} ${route}`).toBe(404);
      }
    }
    const refused = await shop.service.command(
      'sandbox',
      'mine',
      '--currency',
      'LTC',
      '--base-url',
      shop.service.url,
    );
    expect(refused.code).toBe(1);
  });

  it('a callback to a private address that the operator did not allow is rejected', async () => {
    const refused = await shop.service.command(
      'callbacks',
      'set',
      shop.projectId,
      'http://10.9.8.7/hook',
      '--add',
    );
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain('url');
  });

  it('a node of another network is rejected at startup, before a wallet is created', async () => {
    const fresh = await createEmptyDatabase();
    const wrong = { ...shop.environment(), CHAINTILL_NETWORK: 'main' };
    const other = await createService({
      databaseUrl: fresh.url,
      ownerUrl: fresh.ownerUrl,
      environment: wrong,
    });
    try {
      expect(await other.startInVain()).toMatchObject({ code: 1 });
      expect(other.output()).toMatch(/expected a node of LTC main; .* which is LTC regtest/);
      expect(other.output()).not.toMatch(/^\s+at /m);
      expect(await fresh.db.query('select coin from wallets')).toEqual([]);
    } finally {
      await other.close();
      await fresh.drop();
    }
  });
});
