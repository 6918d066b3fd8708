// A completed payout leaves the ledger after its block counted as final: it is sent again, and later transfers are
// paid. A transfer that waits for a nonce that nothing will use raises an alert within minutes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { stick } from '../../src/chains/simulated/replace.ts';
import { submit } from '../../src/chains/simulated/submit.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { walletDifferences } from '../support/wallet-and-books.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';

let fixture: CoinWalletWorld;
beforeAll(async () => {
  fixture = await openCoinWalletWorld();
  for (const coin of ['XRP', 'ETH', 'BTC']) await fixture.fund(coin, ['500', '500']);
});
afterAll(() => fixture.close());

let payees = 0;
async function withdraw(coin: string): Promise<{ id: string; address: string }> {
  payees += 1;
  const address = foreignAddress(fixture.coinWallet(coin).coin, 'lost', payees);
  const id = await fixture.withdraw({ coin, amount: '20', address });
  await fixture.settle();
  return { id, address };
}

const DEEP = 90;

/** The next block makes the first final: the transfer is no longer tracked. */
async function makeFinal(coin: string): Promise<void> {
  await fixture.mine(coin, DEEP);
  await fixture.mine(coin);
  const followed = await fixture.world.app.db.query(
    'select id from transfers where coin = $1 and due_at is not null',
    [coin],
  );
  expect(followed).toEqual([]);
}

test.each(['XRP', 'ETH', 'BTC'])(
  'a completed %s payout that is reorganized after it was final is sent again and delays no later one',
  async (coin) => {
    const first = await withdraw(coin);
    await makeFinal(coin);
    expect(await fixture.withdrawal(first.id)).toMatchObject({ status: 'completed' });
    await reorganise(fixture.world.simulation(coin), { depth: DEEP + 1, drop: true });
    await fixture.settle();
    const later = await withdraw(coin);
    for (let n = 0; n < 4; n++) {
      await fixture.advance(MINUTE);
      await fixture.mine(coin, 2);
    }
    await fixture.mine(coin, DEEP);
    for (const { id, address } of [first, later]) {
      expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
      expect((await fixture.paidTo(coin, address)).payments).toBe(1);
    }
    const { db, coins } = fixture.world.app;
    expect(await walletDifferences(db, coins, [coin])).toEqual([]);
    expect(await auditLedger(db)).toEqual([]);
  },
);

test.each(['ETH', 'BTC'])(
  'a replaced %s transaction that confirms after its final replacement was reorganized is the one that counts',
  async (coin) => {
    const simulation = fixture.world.simulation(coin);
    const { db, coins } = fixture.world.app;
    const { id, address } = await withdraw(coin);
    const first = await fixture.withdrawal(id);
    await stick(simulation, first.txid ?? '');
    await fixture.mine(coin, 30);
    const second = await fixture.withdrawal(id);
    expect(second.txid).not.toBe(first.txid);
    await makeFinal(coin);
    expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed', txid: second.txid });
    await reorganise(simulation, { depth: DEEP + 1, drop: true });
    const [raw] = await db.query<{ raw: string }>(
      'select raw from transfers where coin = $1 and txid = $2',
      [coin, first.txid],
    );
    await submit(simulation, raw?.raw ?? '');
    await mine(simulation, { count: DEEP });
    await fixture.settle();
    await fixture.mine(coin, DEEP);
    expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed', txid: first.txid });
    expect((await fixture.paidTo(coin, address)).payments).toBe(1);
    expect(await walletDifferences(db, coins, [coin])).toEqual([]);
    expect(await auditLedger(db)).toEqual([]);
  },
);

test('an ether transfer that waits for an unused nonce raises an alert within minutes', async () => {
  const { db } = fixture.world.app;
  const first = await withdraw('ETH');
  await withdraw('ETH');
  // As a defect of ours would leave it. Once something was signed for a nonce, nothing else fills it.
  await db.query(
    `update transfers set status = 'dead', due_at = null
     where id in (select transfer_id from transfer_payments where withdrawal_id = $1)`,
    [first.id],
  );
  await fixture.advance(4 * MINUTE);
  const alerts = await db.query<{ waiting: number }>(
    `select (facts ->> 'waiting')::int as waiting from alerts
     where kind = 'nonce_gap' and resolved_at is null and facts ->> 'coin' = 'ETH'`,
  );
  expect(alerts).toEqual([{ waiting: 0 }]);
});
