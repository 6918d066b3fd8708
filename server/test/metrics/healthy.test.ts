// The shipped alert rules stay silent on a healthy instance, evaluated on the real program's metrics: for an hour with
// every coin, and for a week in a thorough run.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { isThorough } from '../support/crash-stride.ts';
import { describeWithPrometheus } from '../support/prometheus.ts';
import type { WorldOptions } from '../support/world.ts';
import { payInvoice, payOut } from './business.ts';
import { firingIn } from './firing.ts';
import { type Instance, startInstance } from './simulated-instance.ts';

const WEEK = 7 * 24 * HOUR;

/** A day has too many minutes for every coin, and all coins share their rules. */
const weekOptions: WorldOptions = { coins: ['LTC', 'XRP'] };
const [options, pass] = isThorough
  ? ([weekOptions, { minutes: WEEK / MINUTE, step: 4 }] as const)
  : ([{}, { minutes: HOUR / MINUTE, step: 1 }] as const);
const TIMEOUT = isThorough ? 2 * HOUR : 5 * MINUTE;

/** One payment of each watched coin. */
async function payEachCoin(instance: Instance): Promise<string[]> {
  const { app, assembled } = instance.world;
  const watched = new Set(assembled.workers.map(({ name }) => name));
  const coins = [...app.coins.keys()].filter((coin) => watched.has(`watch-${coin.toLowerCase()}`));
  for (const coin of coins) await payInvoice(instance, coin);
  return coins;
}

let instance: Instance;
beforeEach(async () => {
  instance = await startInstance(options);
}, TIMEOUT);
afterEach(() => instance.close());

describeWithPrometheus('no alert fires on a healthy instance', () => {
  test('a fresh one', { timeout: TIMEOUT }, async () => {
    await instance.pass(pass.minutes, { step: pass.step });
    expect(await firingIn(instance.recording, pass.step)).toEqual([]);
  });

  test('an idle one after payments of each coin', { timeout: TIMEOUT }, async () => {
    await payEachCoin(instance);
    await instance.pass(pass.minutes, { step: pass.step });
    expect(await firingIn(instance.recording, pass.step)).toEqual([]);
  });

  test('a busy one', { timeout: TIMEOUT }, async () => {
    const coins = await payEachCoin(instance);
    let payouts = 0;
    await instance.pass(pass.minutes, {
      step: pass.step,
      each: async (minute) => {
        if (minute % 10 === 4)
          await payInvoice(instance, coins[((minute / 10) % coins.length) | 0] ?? '');
        if (minute % 30 !== 28) return;
        await payOut(instance);
        payouts += 1;
      },
    });
    expect(payouts).toBeGreaterThan(0);
    expect(await firingIn(instance.recording, pass.step)).toEqual([]);
  });
});
