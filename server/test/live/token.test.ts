// The service in live mode with USDT, on a real Ethereum node, as separate processes: invoices and channels from the
// signed request to the credited account and the delivered callback, across a killed service and a reorganization; at
// the end the ledger equals the contract's balances.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balanceOf, creditedPayments, undelivered } from '../support/books.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { createService, until } from '../support/service.ts';
import { expectHealthy } from './shop.ts';
import { holdings, openTokenShop, type TokenShop } from './token-shop.ts';

/** For USDT up to 1000 (wire.md (h)). */
const CONFIRMATIONS = 33;

let shop: TokenShop;

describe('live mode with USDT on a real Ethereum node', () => {
  beforeAll(async () => {
    shop = await openTokenShop();
  });
  afterAll(() => shop?.close());

  it('an invoice in EUR is credited after 3 blocks, not after 2', async () => {
    const invoice = await shop.newInvoice('25.00');
    expect(invoice.uri).toContain(`ethereum:${shop.node.token.address}@31337/transfer?address=0x`);
    const txid = await shop.payInvoice(invoice);
    expect(await shop.untilPaid(invoice)).toMatchObject({
      status: 'new',
      transactions: [{ txid }],
    });
    await shop.node.mine(CONFIRMATIONS - 1);
    await shop.untilHeight();
    expect((await shop.api.invoices.get(invoice.id)).status).toBe('new');
    await shop.node.mine();
    await shop.untilCompleted(invoice);
    await shop.expectCreditedOnce(invoice, 2475n);
    expect(await balanceOf(shop.api, 'EUR')).toBe('24.75');
  });

  it('a payment to a channel is credited, and a pending one is detected by a service that was killed', async () => {
    const terms = { pay_currency: 'USDT', receiver_currency: 'USDT' };
    const channel = await shop.api.channels.create({ name: 'A customer', ...terms });
    await shop.node.pay(channel.address, '50');
    await shop.node.mine();
    await shop.untilHeight();
    await shop.service.kill('SIGKILL');
    await shop.node.pay(channel.address, '70');
    await shop.node.mine(CONFIRMATIONS);
    await shop.service.start();
    const payments = await until('both are completed', async () => {
      const found = await shop.paymentsOf(channel.id);
      return found.filter(({ status }) => status === 'completed').length === 2 && found;
    });
    expect(payments.map((payment) => payment.paid_amount).sort()).toEqual(['50.0', '70.0']);
    const books = await creditedPayments(shop.database.connection, shop.projectId);
    for (const { id } of payments) expect(books.get(id)).toMatchObject({ rows: 1, entries: 1 });
    expect(await balanceOf(shop.api, 'USDT')).toBe('118.8');
  });

  it('a payment removed by a reorganization is credited once, when it is mined again', async () => {
    const invoice = await shop.newInvoice('10.00');
    await shop.payInvoice(invoice);
    await shop.node.mine(2);
    await shop.untilHeight();
    await shop.node.reorganise(2);
    await shop.untilHeight();
    expect((await shop.api.invoices.get(invoice.id)).status).toBe('new');
    await shop.node.mine(CONFIRMATIONS);
    await shop.untilCompleted(invoice);
    await shop.expectCreditedOnce(invoice, 990n);
  });

  it('the ledger equals the contract, every callback was delivered, doctor finds no problem', async () => {
    const { held, owned } = await holdings(shop.node, shop.database);
    expect(owned).toBe(held);
    expect(owned).toBeGreaterThan(120_000_000n);
    await until('all is delivered', async () => {
      return (await undelivered(shop.database.connection, shop.projectId)).length === 0;
    });
    const doctor = await shop.service.commandHere('doctor');
    expectHealthy(doctor);
    expect(doctor.stdout).toContain('USDT node, contract');
  });

  it('an invalid contract is rejected at startup, before a wallet is created', async () => {
    const fresh = await createEmptyDatabase();
    const wrong = { ...shop.environment(), CHAINTILL_USDT_CONTRACT: `0x${'77'.repeat(20)}` };
    const other = await createService({
      databaseUrl: fresh.url,
      ownerUrl: fresh.ownerUrl,
      environment: wrong,
    });
    try {
      expect(await other.startInVain()).toMatchObject({ code: 1 });
      expect(other.output()).toContain('USDT: there is no contract at 0x7777');
      expect(await fresh.db.query('select coin from wallets')).toEqual([]);
    } finally {
      await other.close();
      await fresh.drop();
    }
  });
});
