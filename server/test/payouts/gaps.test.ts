// A sender's nonce that was given up while transfers with later nonces are signed: one filler uses it, once, and the
// later ones are paid. For coins whose senders number their transfers (ETH, tokens, XRP).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { stick } from '../../src/chains/simulated/replace.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { reserveDue } from '../../src/payouts/plan/reserve.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { crashTestTimeout, strideOr } from '../support/crash-stride.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';
import { crashSendingEverywhere, type Flow, mineOne } from './crash-sending.ts';
import { mortalByCall, mortalByStatement } from './mortal.ts';
import { walletFindings } from './wallet-findings.ts';

const COINS = ['ETH', 'USDT', 'XRP'];
const STATEMENTS = 23;

let fixture: CoinWalletWorld;
beforeAll(async () => {
  fixture = await openCoinWalletWorld({ CHAINTILL_TOKENS: 'USDT' });
  for (const coin of COINS) await fixture.fund(coin, ['500']);
  // Gives ether to the token's address.
  await withdraw('USDT');
  await goOn('USDT');
});
afterAll(() => fixture?.close());

let strangers = 70_000;
async function withdraw(coin: string) {
  strangers += 1;
  const address = foreignAddress(fixture.coinWallet(coin).coin, 'gap', strangers);
  return { address, id: await fixture.withdraw({ coin, amount: '1', address }) };
}

async function goOn(coin: string): Promise<void> {
  for (let round = 0; round < 3; round++) {
    for (const one of [coin, 'ETH']) {
      await fixture.advance(MINUTE);
      await fixture.mine(one);
    }
  }
}

/** Several planned transfers, none of them signed. */
async function planned(coin: string, count: number) {
  const made = [];
  for (let n = 0; n < count; n++) made.push(await withdraw(coin));
  expect(await reserveDue(fixture.world.app, fixture.coinWallet(coin))).toBe(count);
  return made;
}

function voids(coin: string) {
  return fixture.world.app.db.query<{ status: string; number: number; txid: string }>(
    `select status, number, txid from transfers where coin = $1 and purpose = 'void' order by created_at`,
    [coin],
  );
}

const reason = 'not wanted any more';
const cancel = (coin: string, id: string) =>
  cancelWithdrawal(fixture.world.app, fixture.coinWallet(coin), {
    projectId: fixture.projectId,
    id,
    reason,
  });

async function expectPaid(coin: string, made: { id: string; address: string }): Promise<void> {
  expect(await fixture.withdrawal(made.id)).toMatchObject({ status: 'completed', said: null });
  expect((await fixture.paidTo(coin, made.address)).payments).toBe(1);
}

test.each(COINS)(
  '%s: transactions planned after a cancelled one are paid, and nothing else',
  async (coin) => {
    const before = (await voids(coin)).length;
    const [first, ...behind] = await planned(coin, 3);
    const given = defined(first, 'the first');
    await cancel(coin, given.id);
    await goOn(coin);
    expect(await fixture.withdrawal(given.id)).toMatchObject({ status: 'cancelled' });
    expect((await fixture.paidTo(coin, given.address)).payments).toBe(0);
    for (const one of behind) await expectPaid(coin, one);
    const filled = (await voids(coin)).slice(before);
    expect(filled).toMatchObject([{ status: 'confirmed' }]);
    // The next one has its own nonce.
    const next = await withdraw(coin);
    await goOn(coin);
    await expectPaid(coin, next);
    expect(await voids(coin)).toHaveLength(before + 1);
    expect(await auditLedger(fixture.world.app.db)).toEqual([]);
  },
);

test.each(COINS)(
  '%s: a withdrawal that the signer rejects delays none, and is paid when it is corrected',
  async (coin) => {
    const { db } = fixture.world.app;
    const [first, second] = await planned(coin, 2);
    const refused = defined(first, 'the first');
    const set = (change: string) =>
      db.query(`update coin_withdrawals set tag = ${change} where id = $1`, [refused.id]);
    await set('7');
    await fixture.settle();
    expect(await fixture.withdrawal(refused.id)).toMatchObject({
      wait_reason: 'rejected_by_signer',
    });
    await goOn(coin);
    await expectPaid(coin, defined(second, 'the second'));
    await set('null');
    await fixture.advance(6 * MINUTE);
    await goOn(coin);
    await expectPaid(coin, refused);
  },
);

test('a pending withdrawal takes the nonce, and nothing is filled', async () => {
  const before = (await voids('ETH')).length;
  const [first, second] = await planned('ETH', 2);
  await cancel('ETH', defined(first, 'the first').id);
  const third = await withdraw('ETH');
  await goOn('ETH');
  for (const one of [second, third]) await expectPaid('ETH', defined(one, 'made'));
  expect(await voids('ETH')).toHaveLength(before);
});

test('nothing is planned for a nonce that the node reports as used', async () => {
  const before = (await voids('ETH')).length;
  const [first, second] = await planned('ETH', 2);
  await cancel('ETH', defined(first, 'the first').id);
  const { network } = fixture.coinWallet('ETH');
  const { account } = network;
  // Another party has the keys, or the database is an older copy: it must not be filled.
  Object.assign(network, {
    account: async (address: string) => {
      const state = await account(address);
      return { ...state, nextNumber: state.nextNumber + 1 };
    },
  });
  await fixture.settle('ETH');
  await fixture.settle('ETH');
  Object.assign(network, { account });
  expect(await voids('ETH')).toHaveLength(before);
  await fixture.world.app.db.query(
    `update wallet_senders set confirmed_number = confirmed_number - 1 where coin = 'ETH' and is_hot`,
  );
  await goOn('ETH');
  await expectPaid('ETH', defined(second, 'the second'));
  expect(await voids('ETH')).toHaveLength(before + 1);
});

test('an unconfirmed filler is replaced', async () => {
  const simulation = fixture.world.simulation('ETH');
  const [first, second] = await planned('ETH', 2);
  await cancel('ETH', defined(first, 'the first').id);
  await fixture.settle('ETH');
  await fixture.settle('ETH');
  const cheap = defined((await voids('ETH')).at(-1), 'what fills it');
  await stick(simulation, cheap.txid);
  await mine(simulation, { count: 25 });
  await fixture.settle('ETH');
  await goOn('ETH');
  await expectPaid('ETH', defined(second, 'the second'));
  const same = (await voids('ETH')).filter(({ number }) => number === cheap.number);
  expect(same.map(({ status }) => status).sort()).toEqual(['confirmed', 'replaced']);
});

const gap: Flow = {
  async funded() {
    const [first] = await planned('ETH', 2);
    await cancel('ETH', defined(first, 'the first').id);
  },
  given: () => [],
  acts: (on, coin) => [mineOne(on, coin), mineOne(on, coin)],
};

test(
  'a nonce is filled once and later transactions are paid once, whichever statement or call fails last',
  async () => {
    const before = (await voids('ETH')).length;
    // Only the gap's own: a waiting withdrawal would take the nonce.
    const requested = { coin: 'ETH', flow: gap, withdrawals: 0 };
    const statements = { mortal: mortalByStatement, when: ['before'], stride: STATEMENTS } as const;
    const calls = { mortal: mortalByCall, when: ['before', 'after'], stride: 3 } as const;
    expect(await crashSendingEverywhere(fixture, { ...requested, ...statements })).toBeGreaterThan(
      60,
    );
    expect(await crashSendingEverywhere(fixture, { ...requested, ...calls })).toBeGreaterThan(8);
    const { db } = fixture.world.app;
    const open = await db.query(
      `select 1 from coin_withdrawals where status not in ('completed', 'cancelled')`,
    );
    expect(open).toEqual([]);
    const filled = (await voids('ETH')).slice(before);
    expect(filled.length).toBeGreaterThan(strideOr(STATEMENTS) > 1 ? 4 : 60);
    expect(new Set(filled.map(({ number }) => number)).size).toBe(filled.length);
    expect(new Set(filled.map(({ status }) => status))).toEqual(new Set(['confirmed']));
    await fixture.mine('ETH', 70);
    expect(await walletFindings(fixture, 'ETH')).toEqual([]);
  },
  crashTestTimeout(120_000),
);
