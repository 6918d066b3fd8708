// The service in live mode on a real Ethereum node, as separate processes, with USDT enabled: deposits are paid out
// again, with gas supplied where it is needed; at the end the ledger equals the chain, in both currencies.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CoinWithdrawal } from '../../../client/src/types.ts';
import { SECOND } from '../../src/core/clock.ts';
import { coinOf, ourAddresses } from '../chains/simulated/simulation-on.ts';
import { auditOf } from '../support/books.ts';
import { until } from '../support/service.ts';
import { expectHealthy } from './shop.ts';
import { heldOnChain, ownedByLedgers, payEther, transfersFor, usdt } from './token-payouts.ts';
import { openTokenShop, type TokenShop } from './token-shop.ts';

/** wire.md (h), up to 1000. */
const CONFIRMATIONS = 33;
/** Blocks after which the operator's own coins count. */
const CREDITED_ETHER = 33;
/** Blocks after which a transfer is replaced (payouts/replace/replace-stuck.ts). */
const STUCK_AFTER = 25;
const FUNDED = 10n ** 18n;

const payeeAt = ourAddresses(coinOf('USDT'), 'main');
let payees = 500;
const newPayee = () => {
  payees += 1;
  return payeeAt(payees);
};

let shop: TokenShop;

const withdraw = (amount: string, address: string, isInstant = true) =>
  shop.api.coinWithdrawals.create({
    address,
    charged_currency: 'USDT',
    received_currency: 'USDT',
    received_amount: amount,
    force_commit: isInstant,
  });

async function credited(amount: string): Promise<void> {
  const terms = { price_currency: 'USDT', pay_currency: 'USDT' };
  const invoice = await shop.api.invoices.create({ price_amount: amount, ...terms });
  await shop.payInvoice(invoice);
  await shop.node.mine(CONFIRMATIONS);
  await shop.untilCompleted(invoice);
}

/** Mines a block if transactions are pending. */
async function mineWhatWaits(): Promise<void> {
  const { pending } = await shop.node.rpc('txpool_status');
  if (BigInt(pending) > 0n) await shop.node.mine();
}

const untilStatus = (
  { id }: CoinWithdrawal,
  status: CoinWithdrawal['status'],
  between: () => Promise<void> = mineWhatWaits,
): Promise<CoinWithdrawal> =>
  until(
    `the withdrawal is ${status}`,
    async () => {
      const found = await shop.api.coinWithdrawals.get(id);
      if (found.status === status) return found;
      await between();
      return null;
    },
    60 * SECOND,
  );

async function expectPaidOnce(withdrawal: CoinWithdrawal, address: string): Promise<void> {
  await untilStatus(withdrawal, 'completed');
  await shop.node.mine(2);
  await shop.untilHeight();
  expect(await shop.node.token.balanceOf(address)).toBe(usdt(withdrawal.received_amount));
  expect(await auditOf(shop.database.connection)).toEqual([]);
}

describe('live mode that pays in USDT on a real Ethereum node', () => {
  beforeAll(async () => {
    shop = await openTokenShop();
    await credited('300');
    await credited('200');
  });
  afterAll(() => shop?.close());

  it('without ether a withdrawal waits and says so, with an alert', async () => {
    const payee = newPayee();
    // The network fees need a rate, and are queried again as soon as there is the first one.
    const made = await until(
      'the fees of the network are known',
      () => withdraw('100', payee).catch(() => null),
      20 * SECOND,
    );
    await until('it says why it waits', async () => {
      const shown = await shop.service.runHere('withdrawals', 'show', made.id);
      return shown.includes('Not enough funds for gas');
    });
    expect(await shop.service.runHere('alerts', 'list')).toContain('insufficient_gas');
    const hot = (await shop.service.runHere('wallet', 'deposit-address', 'ETH')).trim();
    await payEther(shop.node, hot, FUNDED);
    await shop.node.mine(CREDITED_ETHER);
    await expectPaidOnce(made, made.address);
    const gas = await transfersFor(shop.database, 'gas');
    expect(gas).toMatchObject([{ coin: 'ETH', status: 'confirmed' }]);
  }, 120_000);

  it('a withdrawal in two steps is sent when it is committed, not before', async () => {
    const address = newPayee();
    const made = await withdraw('20', address, false);
    await shop.node.mine();
    expect(await shop.node.token.balanceOf(address)).toBe(0n);
    await shop.api.coinWithdrawals.commit(made.id);
    await expectPaidOnce(made, address);
  }, 90_000);

  it('a withdrawal above the balance of any address is paid after deposits got gas and were swept', async () => {
    const address = newPayee();
    const made = await withdraw('340', address);
    await expectPaidOnce(made, address);
    const sweeps = await transfersFor(shop.database, 'sweep');
    expect(sweeps.length).toBeGreaterThanOrEqual(2);
    expect(sweeps.every(({ status }) => status === 'confirmed')).toBe(true);
  }, 150_000);

  it('an unconfirmed withdrawal is replaced with a higher fee, and paid once', async () => {
    const address = newPayee();
    const made = await withdraw('8', address);
    const { txid } = await untilStatus(made, 'sent', async () => {
      // Gas that it still needs is mined; the withdrawal itself is not.
      const [latest] = (await transfersFor(shop.database, 'gas')).slice(-1);
      if (latest?.status === 'broadcast') await shop.node.mine();
    });
    await shop.node.mineEmpty(STUCK_AFTER + 1);
    await until('another transfer is broadcast', async () => {
      const found = await shop.api.coinWithdrawals.get(made.id);
      return found.status === 'sent' && found.txid !== txid;
    });
    await expectPaidOnce(made, address);
  }, 120_000);

  it('the ledger equals the chain in USDT and ether, to the last unit', async () => {
    await shop.node.mine(CONFIRMATIONS);
    await shop.untilHeight();
    const held = await heldOnChain(shop.node, shop.database);
    expect(await ownedByLedgers(shop.database, 'USDT')).toBe(held.tokens);
    expect(held.tokens).toBeGreaterThan(0n);
    const spent = FUNDED - held.ether;
    expect(spent).toBeGreaterThan(0n);
    expect(await ownedByLedgers(shop.database, 'ETH')).toBe(-spent);
    const doctor = await shop.service.commandHere('doctor');
    expectHealthy(doctor);
  });
});
