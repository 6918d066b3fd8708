// The service in live mode on the XRP Ledger, as separate processes: tags and missing tags, X-addresses, partial
// payments, withdrawals, and restarts of either side; at the end the ledger equals the account, to the drop.
import { classicAddressToXAddress } from 'ripple-address-codec';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CoinWithdrawal, Invoice } from '../../../client/src/types.ts';
import { defined } from '../../src/core/assert.ts';
import { coinOf } from '../chains/simulated/simulation-on.ts';
import { auditOf, balanceOf, creditedPayments, undelivered } from '../support/books.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { genesisPayer } from '../support/rippled/keys.ts';
import { createService, until } from '../support/service.ts';
import { drops, heldBy, openRippleShop, payee, type RippleShop } from './ripple-shop.ts';
import { expectHealthy } from './shop.ts';

const coin = coinOf('XRP');
const PARTIAL = 0x0002_0000;
/** More ledgers than a transfer may wait for (chains/rippled/rippled-transfers.ts). */
const EXPIRED = 80;

let shop: RippleShop;

const placeOf = (text: string) =>
  defined(coin.parseAddress(text, 'regtest'), `an address: ${text}`);

async function pay(invoice: Invoice): Promise<string> {
  const txid = await shop.payInvoice(invoice);
  await shop.node.accept();
  return txid;
}

const withdraw = (amount: string, address: string, isInstant = true) =>
  shop.api.coinWithdrawals.create({
    address,
    charged_currency: 'XRP',
    received_currency: 'XRP',
    received_amount: amount,
    force_commit: isInstant,
  });

const untilStatus = ({ id }: CoinWithdrawal, status: CoinWithdrawal['status']) =>
  until(`the withdrawal is ${status}`, async () => {
    const found = await shop.api.coinWithdrawals.get(id);
    return found.status === status && found;
  });

/** Exactly this amount arrives, once. */
async function expectPaid(made: CoinWithdrawal, before: bigint): Promise<CoinWithdrawal> {
  await untilStatus(made, 'sent');
  await shop.node.accept();
  const done = await untilStatus(made, 'completed');
  await shop.node.accept(2);
  await shop.untilHeight();
  expect((await heldBy(shop.node, payee.address)) - before).toBe(drops(made.received_amount));
  expect(await auditOf(shop.database.connection)).toEqual([]);
  return done;
}

const unmatched = () =>
  shop.database.db.query<{
    txid: string;
    tag: number | null;
    amount: bigint;
    project_id: string | null;
  }>(
    `select txid, tag, amount, project_id from deposits
     where coin = 'XRP' and is_unmatched order by first_seen_at, txid`,
  );

describe('live mode on the XRP Ledger', () => {
  beforeAll(async () => {
    shop = await openRippleShop();
  });
  afterAll(() => shop?.close());

  it('an invoice in EUR is credited with its first validated ledger, and not shown before', async () => {
    const invoice = await shop.newInvoice('25.00');
    const txid = await shop.payInvoice(invoice);
    await shop.untilHeight();
    expect(await shop.api.invoices.get(invoice.id)).toMatchObject({ paid_amount: '0.0' });
    await shop.node.accept();
    const found = await shop.untilCompleted(invoice);
    expect(found.transactions).toMatchObject([{ txid }]);
    await shop.expectCreditedOnce(invoice, 2475n);
    expect(await balanceOf(shop.api, 'EUR')).toBe('24.75');
  });

  it('a customer with an X-address pays the same invoice', async () => {
    const invoice = await shop.newInvoice('10.00');
    const { address, tag } = placeOf(invoice.address);
    const extended = classicAddressToXAddress(address, defined(tag, 'a tag'), true);
    expect(placeOf(extended)).toEqual({ address, tag });
    await shop.node.pay(extended, invoice.pay_amount);
    await shop.node.accept();
    await shop.untilCompleted(invoice);
    await shop.expectCreditedOnce(invoice, 990n);
  });

  it('a channel is paid again and again by its tag', async () => {
    const channel = await shop.api.channels.create({
      name: 'A customer',
      pay_currency: 'XRP',
      receiver_currency: 'EUR',
    });
    const txids = [
      await shop.node.pay(channel.address, '5'),
      await shop.node.pay(channel.address, '7'),
    ];
    await shop.node.accept();
    const payments = await until('both are completed', async () => {
      const found = await shop.paymentsOf(channel.id);
      return found.filter(({ status }) => status === 'completed').length === 2 && found;
    });
    expect(new Set(payments.map(({ txid }) => txid))).toEqual(new Set(txids));
    const books = await creditedPayments(shop.database.connection, shop.projectId);
    for (const { id } of payments) expect(books.get(id)).toMatchObject({ rows: 1, entries: 1 });
  });

  it('a partial payment counts with its delivered amount', async () => {
    const invoice = await shop.newInvoice('100.00');
    const { address, tag } = placeOf(invoice.address);
    shop.node.emulator.state.liquidity = drops('0.5');
    await shop.node.submit({
      TransactionType: 'Payment',
      Destination: address,
      DestinationTag: tag,
      Amount: `${drops(invoice.pay_amount)}`,
      SendMax: { currency: 'USD', issuer: genesisPayer.address, value: '1' },
      Flags: PARTIAL,
    });
    await shop.node.accept();
    const found = await until('it is seen', async () => {
      const seen = await shop.api.invoices.get(invoice.id);
      return seen.paid_amount !== '0.0' && seen;
    });
    expect(found).toMatchObject({ paid_amount: '0.5' });
    expect(found.status).not.toBe('completed');
    const books = await creditedPayments(shop.database.connection, shop.projectId);
    expect(books.get(invoice.id)).toMatchObject({ entries: 0 });
  });

  it('a payment without a tag, or with an unassigned one, is unmatched', async () => {
    const { address } = placeOf((await shop.newInvoice('10.00')).address);
    const txids = [await shop.node.pay(address, '3'), await shop.node.pay(`${address}?dt=1`, '4')];
    await shop.node.accept();
    // The only project takes what belongs to nobody, a moment after it was found.
    const found = await until('both are with the only project', async () => {
      const rows = (await unmatched()).filter(({ project_id: id }) => id !== null);
      return txids.every((each) => rows.some(({ txid }) => txid === each)) && rows;
    });
    expect(found.filter(({ txid }) => txids.includes(txid))).toEqual(
      expect.arrayContaining([
        { txid: txids[0], tag: null, amount: drops('3'), project_id: shop.projectId },
        { txid: txids[1], tag: 1, amount: drops('4'), project_id: shop.projectId },
      ]),
    );
  });

  it('an account that requires tags receives no payments without one', async () => {
    const { address } = placeOf((await shop.newInvoice('10.00')).address);
    expect(await shop.service.runHere('xrp', 'require-tags')).toMatch(/^Planned/);
    await until('it is sent', async () => shop.node.emulator.state.openTransactions.length > 0);
    await shop.node.accept();
    await shop.untilHeight();
    expect(await shop.service.runHere('xrp', 'require-tags')).toMatch(/already requires tags/);
    await expect(shop.node.pay(address, '3')).rejects.toThrow('tecDST_TAG_NEEDED');
    await shop.node.accept();
  });

  it('an instant withdrawal arrives with its tag', async () => {
    const invoice = await shop.api.invoices.create({
      price_amount: '200',
      price_currency: 'XRP',
      pay_currency: 'XRP',
    });
    await pay(invoice);
    await shop.untilCompleted(invoice);
    const before = await heldBy(shop.node, payee.address);
    const done = await expectPaid(await withdraw('12.5', `${payee.address}?dt=77`), before);
    const { tx_json: sent } = await shop.node.request('tx', {
      transaction: done.txid,
      api_version: 2,
    });
    expect(sent).toMatchObject({ DestinationTag: 77, DeliverMax: '12500000' });
  });

  it('a withdrawal to an X-address in two steps is sent when it is committed', async () => {
    const before = await heldBy(shop.node, payee.address);
    const address = classicAddressToXAddress(payee.address, 78, true);
    const made = await withdraw('3', address, false);
    expect(made).toMatchObject({ status: 'new', address: `${payee.address}?dt=78` });
    await shop.node.accept();
    expect(await heldBy(shop.node, payee.address)).toBe(before);
    await shop.api.coinWithdrawals.commit(made.id);
    await expectPaid(made, before);
  });

  it('a service that is killed with a withdrawal under way pays it once', async () => {
    const before = await heldBy(shop.node, payee.address);
    const made = await withdraw('4', `${payee.address}?dt=1`);
    await shop.service.kill('SIGKILL');
    await shop.service.start();
    await expectPaid(made, before);
  });

  it('a withdrawal that expired while both were away is paid by another transfer, once', async () => {
    const before = await heldBy(shop.node, payee.address);
    const made = await withdraw('4.25', `${payee.address}?dt=1`);
    const { txid } = await untilStatus(made, 'sent');
    await shop.service.kill('SIGKILL');
    await shop.node.emulator.halt();
    await shop.node.emulator.restart();
    await shop.node.accept(EXPIRED);
    await shop.service.start();
    await until('another transfer is sent', async () => {
      const found = await shop.api.coinWithdrawals.get(made.id);
      return found.status === 'sent' && found.txid !== txid;
    });
    await expectPaid(made, before);
  });

  it('while the node is unreachable, the service reports it, and payments in between are detected later', async () => {
    const invoice = await shop.newInvoice('10.00');
    await shop.node.emulator.halt();
    await shop.untilNotReady();
    await shop.node.emulator.restart();
    await pay(invoice);
    await shop.service.ready();
    await shop.untilCompleted(invoice);
    await shop.expectCreditedOnce(invoice, 990n);
  });

  it('a payment made while the service was down is detected at its next start', async () => {
    const invoice = await shop.newInvoice('10.00');
    await shop.service.kill('SIGKILL');
    await pay(invoice);
    await shop.node.accept(30);
    await shop.service.start();
    await shop.untilCompleted(invoice);
    await shop.expectCreditedOnce(invoice, 990n);
  });

  it('ledger and unmatched payments match the account, to the drop', async () => {
    await shop.untilHeight();
    const { account } = JSON.parse(await shop.service.runHere('xrp', 'account', '--json'));
    const { db } = shop.database;
    const [owned] = await db.query<{ amount: bigint }>(
      `select coalesce(-sum(balance), 0) as amount from ledger_accounts
       where currency = 'XRP' and kind = 'chain'`,
    );
    const [others] = await db.query<{ amount: bigint }>(
      `select sum(amount) as amount from deposits
       where coin = 'XRP' and (owner_type = 'treasury' or is_unmatched or project_id is null)`,
    );
    const sum = defined(owned, 'a sum').amount + defined(others, 'a sum').amount;
    // The cost of the account setting is posted as well.
    expect(await heldBy(shop.node, account)).toBe(sum);
  });

  it('every callback was delivered, and doctor finds no problem', async () => {
    await until('all is delivered', async () => {
      return (await undelivered(shop.database.connection, shop.projectId)).length === 0;
    });
    const doctor = await shop.service.commandHere('doctor');
    expectHealthy(doctor);
    expect(doctor.stdout).toContain('Payments without a destination tag are rejected');
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
      expect(other.output()).toMatch(/expected a node of XRP main; .* runs in stand-alone mode/);
      expect(await fresh.db.query('select coin from wallets')).toEqual([]);
    } finally {
      await other.close();
      await fresh.drop();
    }
  });
});
