// An XRP transfer names the last ledger that may contain it. A payout whose transfer expires is sent again in another
// transfer, once; the sequence that the expired transfer left unused is filled, so that later transfers are validated.
// A transfer that waits for an unused sequence raises alerts within minutes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { stick } from '../../src/chains/simulated/replace.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE, SECOND } from '../../src/core/clock.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { alertHeldUp } from '../../src/payouts/replace/alert-held-up.ts';
import { advanceDue } from '../../src/payouts/send/advance.ts';
import { walletDifferences } from '../support/wallet-and-books.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';

let fixture: CoinWalletWorld;
beforeAll(async () => {
  fixture = await openCoinWalletWorld({}, []);
  await fixture.fund('XRP', ['500', '500']);
});
afterAll(() => fixture?.close());

interface Payout {
  readonly id: string;
  readonly address: string;
}

let payees = 0;
async function sent(count: number): Promise<Payout[]> {
  const payouts = [];
  for (let n = 0; n < count; n++) {
    payees += 1;
    const address = foreignAddress(fixture.coinWallet('XRP').coin, 'expired', payees);
    payouts.push({ address, id: await fixture.withdraw({ coin: 'XRP', amount: '20', address }) });
  }
  await fixture.settle();
  return payouts;
}

/** Every transfer of the payout, oldest first. */
function transfersOf({ id }: Payout) {
  return fixture.world.app.db.query<{ txid: string; status: string; number: number }>(
    `select t.txid, t.status, t.number from transfers t
     join transfer_payments p on p.coin = t.coin and p.transfer_id = t.id
     where p.withdrawal_id = $1 order by t.created_at, t.id`,
    [id],
  );
}

async function holdUp(payout: Payout): Promise<void> {
  const { txid } = await fixture.withdrawal(payout.id);
  await stick(fixture.world.simulation('XRP'), defined(txid, 'it was broadcast'));
}

async function goOn(): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await fixture.advance(MINUTE);
    await fixture.mine('XRP');
  }
}

async function expectPaidOnce(payouts: readonly Payout[]): Promise<void> {
  for (const { id, address } of payouts) {
    expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
    expect((await fixture.paidTo('XRP', address)).payments).toBe(1);
  }
  const { db, coins } = fixture.world.app;
  expect(await walletDifferences(db, coins, ['XRP'])).toEqual([]);
  expect(await auditLedger(db)).toEqual([]);
}

const EXPIRES_AFTER = 75;

test('payouts with expired transfers are each sent again with one new transfer', async () => {
  const [first, ...behind] = await sent(3);
  await holdUp(defined(first, 'three were sent'));
  const payouts = [defined(first, 'three were sent'), ...behind];
  await fixture.mine('XRP', EXPIRES_AFTER - 1);
  for (const one of payouts) expect(await transfersOf(one)).toHaveLength(1);
  await fixture.mine('XRP');
  await goOn();
  for (const one of payouts) {
    const statuses = (await transfersOf(one)).map(({ status }) => status);
    expect(statuses).toEqual(['dead', 'confirmed']);
  }
  await expectPaidOnce(payouts);
});

test('the next transfer takes the sequence that an expired one left unused, and later ones are validated', async () => {
  const [first] = await sent(1);
  const expiring = defined(first, 'one was sent');
  await holdUp(expiring);
  await fixture.mine('XRP', EXPIRES_AFTER - 10);
  const later = await sent(2);
  await fixture.mine('XRP', 10);
  await goOn();
  const [dead, made, ...others] = await transfersOf(expiring);
  expect(dead?.status).toBe('dead');
  expect(made).toMatchObject({ status: 'confirmed', number: dead?.number });
  expect(others).toEqual([]);
  for (const one of later)
    expect((await transfersOf(one)).map(({ status }) => status)).toEqual(['confirmed']);
  await expectPaidOnce([expiring, ...later]);
});

function alerts(kind: string) {
  return fixture.world.app.db.query<{ coin: string }>(
    `select facts ->> 'coin' as coin from alerts where kind = $1 and resolved_at is null`,
    [kind],
  );
}

test('a transfer that waits for an unused sequence raises alerts within minutes, which resolve when it is filled', async () => {
  const { app, clock } = fixture.world;
  const coinWallet = fixture.coinWallet('XRP');
  const [first, second] = await sent(2);
  // The network drops both, and a simulated defect gives up the first.
  await app.db.query(
    `update simulation.transactions set mempool_number = null where coin = 'XRP' and block_hash is null`,
  );
  await app.db.query(
    `update transfers set status = 'dead', due_at = null
     where id in (select transfer_id from transfer_payments where withdrawal_id = $1)`,
    [first?.id],
  );
  // Runs only the workers that broadcast and that raise alerts, not the one that fills sequences.
  for (let n = 0; n < 4; n++) {
    clock.advance(MINUTE + SECOND);
    await advanceDue(app, coinWallet);
    await alertHeldUp(app, coinWallet, await coinWallet.chain.tip());
  }
  expect(await alerts('transfer_rejected')).toEqual([{ coin: 'XRP' }]);
  expect(await alerts('nonce_gap')).toEqual([{ coin: 'XRP' }]);
  await goOn();
  expect(await alerts('transfer_rejected')).toEqual([]);
  expect(await alerts('nonce_gap')).toEqual([]);
  await expectPaidOnce([defined(second, 'two were sent')]);
});
