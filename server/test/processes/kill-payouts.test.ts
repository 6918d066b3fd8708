// The service dies repeatedly, at any moment, during payouts: immediate and two-step ones, several in one transaction,
// stuck and replaced ones. In the end every recipient was paid exactly once, and the ledger is consistent.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChaintillError } from '../../../client/src/error.ts';
import type { CoinWithdrawal } from '../../../client/src/types.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { definedCoins } from '../../src/coins/registry.ts';
import { defined } from '../../src/core/assert.ts';
import { sleep } from '../../src/core/clock.ts';
import { randomInt, seededRandom } from '../../src/core/random.ts';
import { type Instance, openInstance, paidTo } from '../acceptance/instance.ts';
import { auditOf, undelivered } from '../support/books.ts';
import { isThorough } from '../support/crash-stride.ts';
import { insist } from '../support/insist.ts';
import { until } from '../support/service.ts';

const KILLS = isThorough ? 12 : 3;
const PAYOUTS = 24;
const COINS = ['BTC', 'LTC', 'BCH', 'ETH'];
const PAUSE_MIN = 100;
const PAUSE_SPREAD = 1500;

let instance: Instance;
beforeAll(async () => {
  instance = await openInstance({
    CHAINTILL_BATCH_MAX_PAYMENTS: '4',
    CHAINTILL_BATCH_WINDOW_SECONDS: '1',
  });
  for (const coin of COINS) await instance.mine(coin, 40);
  await instance.service.sandbox('settings', { mine_every_seconds: 1 });
});
afterAll(() => instance.close());

interface Payout {
  readonly customId: string;
  readonly coin: string;
  readonly address: string;
  readonly isInstant: boolean;
}

const find = ({ customId }: Payout) =>
  insist(() => instance.api.coinWithdrawals.getByCustomId(customId));

/** Retries until it is committed, however often the service dies in between. */
async function payOut(payout: Payout): Promise<void> {
  const { customId, coin, address, isInstant } = payout;
  for (;;) {
    const made = await insist(() =>
      instance.api.coinWithdrawals.create({
        address,
        charged_currency: 'EUR',
        received_currency: coin,
        charged_amount: '20',
        custom_id: customId,
        force_commit: isInstant,
      }),
    ).catch(orKnown('duplicate_custom_id', () => find(payout)));
    if (made.status !== 'new') return;
    const committed = await insist(() => instance.api.coinWithdrawals.commit(made.id)).catch(
      orKnown('already_committed', () => find(payout)),
    );
    if (committed.status !== 'cancelled') return;
  }
}

/** Handles the error of a repeated request whose first attempt had succeeded. */
const orKnown =
  (code: string, check: () => Promise<CoinWithdrawal>) =>
  (error: unknown): Promise<CoinWithdrawal> => {
    if (!(error instanceof ChaintillError)) throw error;
    if (error.code !== code && error.code !== 'commit_window_expired') throw error;
    return check();
  };

async function killAgainAndAgain(): Promise<void> {
  const random = seededRandom('kill payouts');
  for (let kills = 0; kills < KILLS; kills++) {
    await sleep(PAUSE_MIN + randomInt(random, PAUSE_SPREAD));
    await instance.service.kill('SIGKILL');
    await instance.service.start();
  }
}

/** Every fourth is held in the mempool when it is seen there, and has to be replaced. */
async function stickSome(payouts: readonly Payout[]): Promise<void> {
  for (const payout of payouts.filter((_, n) => n % 4 === 0)) {
    const { txid } = await find(payout);
    // It may be in a block by now, or the service may be down.
    if (txid !== null) await instance.service.sandbox('stuck', { txid }).catch(() => undefined);
  }
}

test('killed again and again while payouts go out, it pays each exactly once', async () => {
  const coins = definedCoins;
  const payouts = Array.from({ length: PAYOUTS }, (_, n): Payout => {
    const coin = defined(COINS[n % COINS.length], 'a coin');
    const address = foreignAddress(defined(coins.get(coin), coin), 'kill payouts', n);
    return { customId: `payout-${n}`, coin, address, isInstant: n % 3 !== 0 };
  });
  const killing = killAgainAndAgain();
  for (let n = 0; n < PAYOUTS; n += 4) {
    const some = payouts.slice(n, n + 4);
    await Promise.all(some.map(payOut));
    await stickSome(some);
  }
  await killing;
  await until('every payout is completed', async () => {
    // The claims of a dead process expire after 30 seconds.
    await instance.advance(31);
    const found = await Promise.all(payouts.map(find));
    return found.every((withdrawal) => withdrawal.status === 'completed');
  });
  for (const payout of payouts) {
    const { id } = await find(payout);
    expect({ id, ...(await paidTo(instance, payout.address)) }).toMatchObject({ id, n: 1 });
  }
  expect(await auditOf(instance.database.connection)).toEqual([]);
  await until('every callback is delivered', async () => {
    await instance.advance(60);
    return (await undelivered(instance.database.connection, instance.projectId)).length === 0;
  });
}, 400_000);
