// The service in live mode on a real Ethereum node, as separate processes: real payments in and out, across restarts of
// both, reorganizations, replacements, and contract payments; at the end the ledger equals the chain, to the wei.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CoinWithdrawal, Invoice } from '../../../client/src/types.ts';
import { SECOND } from '../../src/core/clock.ts';
import { coinOf, ourAddresses } from '../chains/simulated/simulation-on.ts';
import { auditOf, balanceOf, creditedPayments, undelivered } from '../support/books.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { createService, until } from '../support/service.ts';
import {
  balanceAt,
  type EtherShop,
  holdings,
  openEtherShop,
  transfersOf,
  wei,
} from './ether-shop.ts';
import { expectHealthy } from './shop.ts';

/** wire.md (h). */
const CONFIRMATIONS = 33;
/** Blocks after which a transfer is replaced (payouts/replace/replace-stuck.ts). */
const STUCK_AFTER = 25;

const payeeAt = ourAddresses(coinOf('ETH'), 'main');
let payees = 500;
const newPayee = () => {
  payees += 1;
  return payeeAt(payees);
};

let shop: EtherShop;

const newEtherInvoice = (amount: string) =>
  shop.api.invoices.create({
    price_amount: amount,
    price_currency: 'ETH',
    pay_currency: 'ETH',
  });

async function credited(invoice: Invoice): Promise<void> {
  await shop.payInvoice(invoice);
  await shop.untilPaid(invoice);
  await shop.node.mine(CONFIRMATIONS);
  await shop.untilCompleted(invoice);
}

const withdraw = (amount: string, address: string, isInstant = true) =>
  shop.api.coinWithdrawals.create({
    address,
    charged_currency: 'ETH',
    received_currency: 'ETH',
    received_amount: amount,
    force_commit: isInstant,
  });

/** Makes work due now that is retried every 30 seconds. */
async function halfMinuteLater(): Promise<void> {
  const { db } = shop.database;
  await db.query(`update transfers set due_at = now() where due_at > now()`);
  await db.query(`update payouts set due_at = now() where due_at > now()`);
}

const untilStatus = (
  { id }: CoinWithdrawal,
  status: CoinWithdrawal['status'],
  limit = 60 * SECOND,
): Promise<CoinWithdrawal> =>
  until(
    `the withdrawal is ${status}`,
    async () => {
      const found = await shop.api.coinWithdrawals.get(id);
      return found.status === status && found;
    },
    limit,
  );

/** Waits until the chain and our service report it; the recipient has exactly the amount. */
async function expectPaidOnce(withdrawal: CoinWithdrawal, address: string): Promise<void> {
  await untilStatus(withdrawal, 'completed');
  await shop.node.mine(2);
  await shop.untilHeight();
  expect(await balanceAt(shop.node, address)).toBe(wei(withdrawal.received_amount));
  expect(await auditOf(shop.database.connection)).toEqual([]);
}

describe('live mode on a real Ethereum node', () => {
  beforeAll(async () => {
    shop = await openEtherShop();
  });
  afterAll(() => shop?.close());

  it('a small invoice in EUR is credited after 2 blocks, not after 1', async () => {
    const invoice = await shop.newInvoice('25.00');
    const txid = await shop.payInvoice(invoice);
    const seen = await shop.untilPaid(invoice);
    expect(seen).toMatchObject({ status: 'new', transactions: [{ txid, risk: null }] });
    await shop.node.mine();
    await shop.untilHeight();
    expect((await shop.api.invoices.get(invoice.id)).status).toBe('new');
    await shop.node.mine();
    await shop.untilCompleted(invoice);
    await shop.expectCreditedOnce(invoice, 2475n);
    expect(await balanceOf(shop.api, 'EUR')).toBe('24.75');
  });

  it('a payment to a channel is credited at the rate of that moment', async () => {
    const channel = await shop.api.channels.create({
      name: 'A customer',
      pay_currency: 'ETH',
      receiver_currency: 'EUR',
    });
    const txid = await shop.node.pay(channel.address, '0.5');
    await shop.node.mine(CONFIRMATIONS);
    const payment = await until('the payment is completed', async () =>
      (await shop.paymentsOf(channel.id)).find((item) => item.status === 'completed'),
    );
    expect(payment).toMatchObject({ txid, paid_amount: '0.5' });
    const books = await creditedPayments(shop.database.connection, shop.projectId);
    expect(books.get(payment.id)).toMatchObject({ rows: 1, entries: 1 });
  });

  it('a payment by a contract is credited like any other', async () => {
    const invoice = await shop.newInvoice('10.00');
    const forwarder = '0x000000000000000000000000000000000000c001';
    // PUSH0 four times, CALLVALUE, PUSH0 CALLDATALOAD, GAS, CALL, STOP.
    await shop.node.setCode(forwarder, '5f5f5f5f345f355af100');
    const from = shop.node.payer;
    const txid: string = await shop.node.rpc('eth_sendTransaction', {
      from,
      to: forwarder,
      gas: '0x186a0',
      value: `0x${wei(invoice.pay_amount).toString(16)}`,
      data: `0x${invoice.address.slice(2).padStart(64, '0')}`,
    });
    await shop.node.mine(CONFIRMATIONS);
    const found = await shop.untilCompleted(invoice);
    expect(found.transactions).toMatchObject([{ txid }]);
    await shop.expectCreditedOnce(invoice, 990n);
  });

  it('a payment removed by a reorganization is credited once, when it is mined again', async () => {
    const invoice = await shop.newInvoice('10.00');
    await shop.payInvoice(invoice);
    await shop.node.mine();
    await shop.untilHeight();
    await shop.node.reorganise(1);
    await shop.untilHeight();
    const back = await shop.api.invoices.get(invoice.id);
    expect(back).toMatchObject({ status: 'new', paid_amount: invoice.pay_amount });
    await shop.node.mine(CONFIRMATIONS);
    await shop.untilCompleted(invoice);
    await shop.expectCreditedOnce(invoice, 990n);
  });

  it('a payment that its sender replaces by one elsewhere no longer counts', async () => {
    const invoice = await shop.newInvoice('10.00');
    const txid = await shop.payInvoice(invoice);
    await shop.untilPaid(invoice);
    await shop.node.replace(txid, { to: newPayee(), amount: 1n });
    await shop.node.mine();
    await until('it counts no longer', async () => {
      return (await shop.api.invoices.get(invoice.id)).paid_amount === '0.0';
    });
    const books = await creditedPayments(shop.database.connection, shop.projectId);
    expect(books.get(invoice.id)).toMatchObject({ entries: 0 });
  });

  it('an overpayment is refunded to the account of its coin', async () => {
    const invoice = await newEtherInvoice('1');
    await shop.node.pay(invoice.address, '1.25');
    await shop.node.mine(CONFIRMATIONS);
    await until('it is overpaid', async () => {
      return (await shop.api.invoices.get(invoice.id)).status_context === 'overpaid';
    });
    const refund = await shop.api.invoices.refund(invoice.id);
    expect(refund).toMatchObject({ amount: '0.25', fee: '0.0025', address: null });
    await until('both are credited', async () => (await balanceOf(shop.api, 'ETH')) === '1.2375');
    expect(await auditOf(shop.database.connection)).toEqual([]);
  });

  it('an instant withdrawal is paid from a deposit address, and completes with its block', async () => {
    const address = newPayee();
    const made = await withdraw('0.2', address);
    const sent = await untilStatus(made, 'sent');
    expect(sent.txid).toMatch(/^0x[0-9a-f]{64}$/);
    await shop.node.mine();
    await expectPaidOnce(made, address);
  });

  it('a withdrawal in two steps is sent when it is committed, not before', async () => {
    const address = newPayee();
    const made = await withdraw('0.1', address, false);
    expect(made.status).toBe('new');
    await shop.node.mine();
    expect(await balanceAt(shop.node, address)).toBe(0n);
    await shop.api.coinWithdrawals.commit(made.id);
    await untilStatus(made, 'sent');
    await shop.node.mine();
    await expectPaidOnce(made, address);
  });

  it('a withdrawal above the balance of any address is paid after deposits are swept', async () => {
    await credited(await newEtherInvoice('1'));
    await credited(await newEtherInvoice('1'));
    const address = newPayee();
    const made = await withdraw('2.2', address);
    await until('the withdrawal is sent, after the blocks of its sweeps', async () => {
      const sweeps = (await transfersOf(shop.database)).filter((item) => item.purpose === 'sweep');
      if (sweeps.some(({ status }) => status === 'broadcast')) await shop.node.mine();
      return (await shop.api.coinWithdrawals.get(made.id)).status === 'sent';
    });
    await shop.node.mine();
    await expectPaidOnce(made, address);
    const sweeps = (await transfersOf(shop.database)).filter(({ purpose }) => purpose === 'sweep');
    expect(sweeps.length).toBeGreaterThanOrEqual(2);
  }, 120_000);

  it('a service that is killed with a withdrawal under way pays it once', async () => {
    await credited(await newEtherInvoice('1'));
    const address = newPayee();
    const made = await withdraw('0.1', address);
    await shop.service.kill('SIGKILL');
    await shop.service.start();
    await untilStatus(made, 'sent');
    await shop.node.mine();
    await expectPaidOnce(made, address);
  });

  it('a withdrawal whose block is removed by a reorganization stays completed, and is paid once', async () => {
    const address = newPayee();
    const made = await withdraw('0.1', address);
    await untilStatus(made, 'sent');
    await shop.node.mine();
    await untilStatus(made, 'completed');
    await shop.node.reorganise(1);
    await shop.untilHeight();
    expect((await shop.api.coinWithdrawals.get(made.id)).status).toBe('completed');
    await shop.node.mine();
    await expectPaidOnce(made, address);
  });

  it('an unconfirmed withdrawal is replaced with a higher fee, and paid once', async () => {
    const address = newPayee();
    const made = await withdraw('0.1', address);
    const { txid } = await untilStatus(made, 'sent');
    await shop.node.mineEmpty(STUCK_AFTER + 1);
    await until('another transfer is broadcast', async () => {
      const found = await shop.api.coinWithdrawals.get(made.id);
      return found.status === 'sent' && found.txid !== txid;
    });
    await shop.node.mine();
    await expectPaidOnce(made, address);
  });

  it('a withdrawal that the node dropped is broadcast again, the same bytes', async () => {
    const address = newPayee();
    const made = await withdraw('0.1', address);
    const { txid } = await untilStatus(made, 'sent');
    await shop.node.halt();
    await shop.untilNotReady();
    await shop.node.restart();
    await shop.service.ready();
    expect(await shop.node.rpc('eth_getTransactionByHash', txid)).toBeNull();
    await halfMinuteLater();
    await until(
      'it is there again',
      async () => (await shop.node.rpc('eth_getTransactionByHash', txid)) !== null,
    );
    await shop.node.mine();
    await expectPaidOnce(made, address);
    expect((await shop.api.coinWithdrawals.get(made.id)).txid).toBe(txid);
  }, 120_000);

  it('a recipient whose contract runs code on receipt gets the gas for it', async () => {
    const address = newPayee();
    // CALLVALUE, PUSH0, SSTORE, STOP: stores the paid amount.
    await shop.node.setCode(address, '345f5500');
    const made = await withdraw('0.1', address);
    await untilStatus(made, 'sent');
    await shop.node.mine();
    await expectPaidOnce(made, address);
  });

  it('a rejecting recipient makes the withdrawal wait, at no cost', async () => {
    const address = newPayee();
    // PUSH0, PUSH0, REVERT.
    await shop.node.setCode(address, '5f5ffd');
    const made = await withdraw('0.1', address);
    await until('it waits, and says why', async () => {
      const rows = await shop.database.db.query<{ wait_reason: string | null }>(
        'select wait_reason from payouts where withdrawal_id = $1',
        [made.id],
      );
      return rows[0]?.wait_reason === 'not_payable';
    });
    expect((await shop.api.coinWithdrawals.get(made.id)).status).toBe('pending');
    await shop.node.setCode(address, '');
    await halfMinuteLater();
    await untilStatus(made, 'sent');
    await shop.node.mine();
    await expectPaidOnce(made, address);
  });

  it('a payment mined while the service was dead is found at its next start', async () => {
    const invoice = await shop.newInvoice('10.00');
    await shop.service.kill('SIGKILL');
    await shop.payInvoice(invoice);
    await shop.node.mine(CONFIRMATIONS);
    await shop.service.start();
    await shop.untilCompleted(invoice);
    await shop.expectCreditedOnce(invoice, 990n);
  });

  it('the ledger equals the chain to the wei, including gas of all sweeps and withdrawals', async () => {
    await shop.node.mine(CONFIRMATIONS);
    await shop.untilHeight();
    const { held, owned } = await holdings(shop.node, shop.database);
    expect(owned).toBe(held);
    expect(owned).toBeGreaterThan(wei('1'));
  });

  it('every callback was delivered, and doctor finds no problem', async () => {
    await until('all is delivered', async () => {
      return (await undelivered(shop.database.connection, shop.projectId)).length === 0;
    });
    const doctor = await shop.service.commandHere('doctor');
    expectHealthy(doctor);
    expect(doctor.stdout).toContain('ETH node, tracing');
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
      expect(other.output()).toMatch(/expected a node of ETH main .* which is ETH regtest/);
      expect(await fresh.db.query('select coin from wallets')).toEqual([]);
    } finally {
      await other.close();
      await fresh.drop();
    }
  });
});
