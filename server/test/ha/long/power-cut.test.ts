// The primary's machine loses power under load, including etcd and Patroni, and is switched on again.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SECOND } from '../../../src/core/clock.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { startLoad } from '../load.ts';
import { describeWithCluster } from '../programs.ts';
import { expectNothingLost, expectPaidOnce, report, untilAcknowledged } from '../proofs.ts';

const OUTAGE_LIMIT = 60 * SECOND;

let instance: Installation;

describeWithCluster('a machine without power', () => {
  beforeAll(async () => {
    instance = await openInstallation({ prefix: `127.251.${(process.pid % 250) + 1}.` });
  }, 300_000);
  afterAll(() => instance?.close());

  it('nothing acknowledged is lost, nothing is sent twice, and it rejoins as a standby', async () => {
    const { cluster, api } = instance;
    const load = startLoad(api);
    await untilAcknowledged(load, 40);
    const old = await cluster.leader();
    cluster.cutPower(old);
    const promoted = await cluster.leader(old);
    await untilAcknowledged(load, 40);
    cluster.switchOn(old);
    await untilAcknowledged(load, 20);
    await load.stop();
    report('the machine without power', load);
    await expectNothingLost(instance, load);
    expect(load.longestPause()).toBeLessThan(OUTAGE_LIMIT);
    await cluster.followed(promoted, 2);
    await expectPaidOnce(instance, load.withdrawals);
    // The old primary reverts nothing.
    expect(await cluster.leader()).toBe(promoted);
    await expectNothingLost(instance, load);
  }, 400_000);
});
