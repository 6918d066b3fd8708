// A signed transfer that the network permanently rejects: an alert shows the rejection within minutes, and the operator
// voids the withdrawal. Its inputs are sent back to us; only when that is final is it canceled and refunded.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE, SECOND } from '../../src/core/clock.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { reserveDue } from '../../src/payouts/plan/reserve.ts';
import { voidWithdrawal } from '../../src/payouts/recover/void.ts';
import { senderWorker } from '../../src/payouts/sender.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { Crash } from '../flows/interrupted-database.ts';
import { crashTestTimeout, strideOr } from '../support/crash-stride.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';
import { type Mortal, mortalByCall, mortalByStatement } from './mortal.ts';
import { walletFindings } from './wallet-findings.ts';

let fixture: CoinWalletWorld;
beforeAll(async () => {
  fixture = await openCoinWalletWorld({
    CHAINTILL_BATCH_MAX_PAYMENTS: '2',
    CHAINTILL_BATCH_WINDOW_SECONDS: '0',
    CHAINTILL_TOKENS: 'USDT',
  });
  for (const coin of ['BTC', 'LTC', 'BCH', 'ETH', 'USDT'])
    await fixture.fund(coin, ['5', '5', '5']);
  // Gives ether to the token's address.
  await fixture.withdraw({ coin: 'USDT', amount: '0.01', address: stranger('USDT') });
  for (const coin of ['USDT', 'ETH', 'USDT', 'USDT']) {
    await fixture.advance(MINUTE);
    await fixture.mine(coin);
  }
});
afterAll(() => fixture.close());

let strangers = 90_000;
function stranger(coin: string): string {
  strangers += 1;
  return foreignAddress(fixture.coinWallet(coin).coin, 'void', strangers);
}

async function available(coin: string): Promise<bigint> {
  const [row] = await fixture.world.app.db.query<{ balance: bigint }>(
    `select balance from ledger_accounts
     where project_id = $1 and kind = 'available' and currency = $2`,
    [fixture.projectId, coin],
  );
  return row?.balance ?? 0n;
}

/** The merchant was credited as much before: the refund exceeds their balance. */
async function chargedFor(id: string): Promise<bigint> {
  const [row] = await fixture.world.app.db.query<{ charged_amount: bigint }>(
    'select charged_amount from coin_withdrawals where id = $1',
    [id],
  );
  return defined(row, 'the withdrawal').charged_amount;
}

interface Refused {
  readonly id: string;
  readonly address: string;
  readonly charged: bigint;
}

/** Planned and signed as by an earlier version without the check: its output is dust, and no node accepts it. */
async function refusedAsDust(
  coin: string,
  others = 0,
): Promise<Refused & { companions: Refused[] }> {
  const coinWallet = fixture.coinWallet(coin);
  const blind = { ...coinWallet, network: { ...coinWallet.network, dustOf: () => 0n } };
  const make = async (amount: string): Promise<Refused> => {
    const address = stranger(coin);
    const id = await fixture.withdraw({ coin, amount, address });
    return { id, address, charged: await chargedFor(id) };
  };
  const small = await make('0.00000001');
  const companions: Refused[] = [];
  for (let n = 0; n < others; n++) companions.push(await make('0.01'));
  expect(await reserveDue(fixture.world.app, blind)).toBe(1 + others);
  await fixture.settle(coin);
  for (const wait of [20 * SECOND, 40 * SECOND, MINUTE]) await fixture.advance(wait);
  return { ...small, companions };
}

async function alertsOf(): Promise<readonly Record<string, unknown>[]> {
  const rows = await fixture.world.app.db.query<{ facts: Record<string, unknown> }>(
    `select facts from alerts where kind = 'transfer_rejected' and resolved_at is null
     order by created_at`,
  );
  return rows.map(({ facts }) => facts);
}

const requestedOf = (id: string) => ({
  projectId: fixture.projectId,
  id,
  reason: 'no node takes it',
});
const endIt = (coin: string, id: string) =>
  voidWithdrawal(fixture.world.app, fixture.coinWallet(coin), requestedOf(id));

test.each([
  ['BTC', 'dust'],
  ['LTC', 'dust'],
  ['BCH', 'dust (code 64)'],
])(
  '%s: an alert shows the rejection (%s) within minutes; after a void it is refunded once that is final',
  async (coin, refusal) => {
    const before = await available(coin);
    const { id, address, charged, companions } = await refusedAsDust(coin, 1);
    const [other] = companions;
    const companion = defined(other, 'one of its batch');
    expect(await fixture.withdrawal(id)).toMatchObject({ status: 'failed', said: refusal });
    expect(await alertsOf()).toMatchObject([
      { coin, reason: refusal, withdrawal_ids: expect.arrayContaining([id, companion.id]) },
    ]);
    const txid = defined(await endIt(coin, id), 'a transfer in its place');
    expect(await endIt(coin, id)).toBe(txid);
    // Another withdrawal of its batch is not voided with it, and its merchant gets no such callback.
    await expect(endIt(coin, companion.id)).rejects.toMatchObject({ code: 'cannot_be_voided' });
    await fixture.settle();
    const said = 'no node takes it';
    expect(await fixture.withdrawal(id)).toMatchObject({ status: 'failed', said });
    await fixture.mine(coin);
    // In a block that may still be reorganized: nothing is credited back yet.
    expect(await fixture.withdrawal(id)).toMatchObject({ status: 'failed', said });
    expect(await available(coin)).toBe(before);
    await fixture.mine(coin, 5);
    expect(await fixture.withdrawal(id)).toMatchObject({ status: 'cancelled', txid: null });
    expect(await available(coin)).toBe(before + charged);
    expect(await alertsOf()).toEqual([]);
    await fixture.mine(coin);
    expect(await fixture.withdrawal(companion.id)).toMatchObject({ status: 'completed' });
    expect((await fixture.paidTo(coin, companion.address)).payments).toBe(1);
    expect((await fixture.paidTo(coin, address)).payments).toBe(0);
    expect(await auditLedger(fixture.world.app.db)).toEqual([]);
    expect(await walletFindings(fixture, coin)).toEqual([]);
  },
);

test.each(['BTC', 'ETH', 'USDT'])(
  '%s: a broadcast transaction is voided too where it can be replaced; whichever confirms decides',
  async (coin) => {
    const simulation = fixture.world.simulation(coin);
    const make = async () => {
      const address = stranger(coin);
      const id = await fixture.withdraw({ coin, amount: '0.01', address });
      await fixture.settle();
      expect(await fixture.withdrawal(id)).toMatchObject({ status: 'sent' });
      return { id, address };
    };
    const before = await available(coin);
    const ended = await make();
    await endIt(coin, ended.id);
    await fixture.settle();
    await fixture.mine(coin, 1);
    await fixture.mine(coin, 70);
    expect(await fixture.withdrawal(ended.id)).toMatchObject({ status: 'cancelled' });
    expect(await available(coin)).toBe(before + (await chargedFor(ended.id)));
    expect((await fixture.paidTo(coin, ended.address)).payments).toBe(0);
    // The transfer to be voided is in a block before its replacement is broadcast.
    const paid = await make();
    await changeSettings(simulation, { nodeIsDown: false });
    await endIt(coin, paid.id);
    await mine(simulation);
    await fixture.settle();
    await fixture.mine(coin, 70);
    expect(await fixture.withdrawal(paid.id)).toMatchObject({ status: 'completed', said: null });
    expect((await fixture.paidTo(coin, paid.address)).payments).toBe(1);
    await expect(endIt(coin, paid.id)).rejects.toThrow('already sent');
    expect(await auditLedger(fixture.world.app.db)).toEqual([]);
    expect(await walletFindings(fixture, coin)).toEqual([]);
  },
);

test('a reorganized block credits nothing back before it is final', async () => {
  const before = await available('BTC');
  const { id, charged } = await refusedAsDust('BTC');
  await endIt('BTC', id);
  await fixture.settle();
  await fixture.mine('BTC', 2);
  await reorganise(fixture.world.simulation('BTC'), { depth: 2, drop: true });
  await fixture.settle();
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'failed' });
  expect(await available('BTC')).toBe(before);
  await fixture.advance(MINUTE);
  await fixture.mine('BTC', 7);
  await fixture.mine('BTC');
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'cancelled' });
  expect(await available('BTC')).toBe(before + charged);
  expect(await walletFindings(fixture, 'BTC')).toEqual([]);
});

test('unsigned is cancelled rather than voided; with first-seen nodes, the node must reject it first', async () => {
  const id = await fixture.withdraw({ coin: 'BCH', amount: '0.01', address: stranger('BCH') });
  await expect(endIt('BCH', id)).rejects.toMatchObject({ code: 'not_signed' });
  await fixture.settle();
  await expect(endIt('BCH', id)).rejects.toMatchObject({ code: 'cannot_be_voided' });
  await fixture.mine('BCH');
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
});

/** True when the process died. The operator repeats a command that got no response. */
async function voidWith(mortal: Mortal, id: string): Promise<boolean> {
  try {
    await voidWithdrawal(mortal.app, mortal.coinWallet, requestedOf(id));
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
  }
  if (mortal.isDead()) await endIt('BTC', id);
  return mortal.isDead();
}

test.each([
  ['statement', mortalByStatement, ['before']],
  ['call', mortalByCall, ['before', 'after']],
] as const)(
  'refunded once and never paid, whichever %s of the command fails last',
  async (_name, mortalBy, whens) => {
    const stride = strideOr(whens.length > 1 ? 2 : 9);
    let before = await available('BTC');
    for (const when of whens) {
      for (let at = 1; at < 200; at += stride) {
        const { id, address, charged } = await refusedAsDust('BTC');
        const mortal = mortalBy(fixture.world.app, fixture.coinWallet('BTC'), { at, when });
        const isDead = await voidWith(mortal, id);
        await fixture.settle('BTC');
        await mine(fixture.world.simulation('BTC'), { count: 7 });
        await fixture.settle('BTC');
        await mine(fixture.world.simulation('BTC'));
        await fixture.settle('BTC');
        expect({ at, ...(await fixture.withdrawal(id)) }).toMatchObject({
          at,
          status: 'cancelled',
        });
        expect((await fixture.paidTo('BTC', address)).payments).toBe(0);
        before += charged;
        expect(await available('BTC')).toBe(before);
        if (!isDead) break;
      }
    }
    expect(await auditLedger(fixture.world.app.db)).toEqual([]);
    expect(await walletFindings(fixture, 'BTC')).toEqual([]);
  },
  crashTestTimeout(180_000),
);

/** A process that runs only the sender: when it dies, another one takes over. */
async function carryOn(coin: string, mortal: Mortal): Promise<void> {
  const { app, clock } = fixture.world;
  try {
    if (!mortal.isDead()) await runDueWork(mortal.app, [senderWorker(mortal.coinWallet)]);
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
  }
  if (!mortal.isDead()) return;
  clock.advance(MINUTE);
  // Leases follow the machine's clock.
  await app.db.query('update schedules set leased_until = null');
  await fixture.settle(coin);
}

/** True when the process died. */
async function endedUnder(coin: string, mortal: Mortal, address: string): Promise<boolean> {
  const simulation = fixture.world.simulation(coin);
  const before = await available(coin);
  const id = await fixture.withdraw({ coin, amount: '0.01', address });
  await fixture.settle(coin);
  await endIt(coin, id);
  // Accepted by the node, in a block, and final.
  for (const blocks of [0, 1, coin === 'BTC' ? 6 : 65]) {
    if (blocks > 0) await mine(simulation, { count: blocks });
    await carryOn(coin, mortal);
  }
  for (const count of [1, 70]) {
    await fixture.advance(MINUTE);
    await mine(simulation, { count });
    await fixture.settle(coin);
  }
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'cancelled', txid: null });
  expect((await fixture.paidTo(coin, address)).payments).toBe(0);
  expect(await available(coin)).toBe(before + (await chargedFor(id)));
  return mortal.isDead();
}

test.each(['BTC', 'ETH'])(
  '%s: refunded once, whichever statement or call of the worker that ends it fails last',
  async (coin) => {
    const ways = [
      { mortalBy: mortalByStatement, whens: ['before'], stride: 47 },
      { mortalBy: mortalByCall, whens: ['before', 'after'], stride: 9 },
    ] as const;
    let crashes = 0;
    for (const { mortalBy, whens, stride } of ways) {
      for (const when of whens) {
        for (let at = 1; at < 1000; at += strideOr(stride)) {
          const plan = { at, when };
          const mortal = mortalBy(fixture.world.app, fixture.coinWallet(coin), plan);
          if (!(await endedUnder(coin, mortal, stranger(coin)))) break;
          crashes += 1;
        }
      }
    }
    expect(crashes).toBeGreaterThan(3);
    expect(await auditLedger(fixture.world.app.db)).toEqual([]);
    expect(await walletFindings(fixture, coin)).toEqual([]);
  },
  crashTestTimeout(120_000),
);
