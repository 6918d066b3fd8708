// The primary's machine is disconnected under load, and reconnected: a standby is promoted, the old primary has stopped
// writing on its own, and rejoins afterwards. Run as root, in its own network (docs/high-availability.md).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SECOND } from '../../../src/core/clock.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { startLoad } from '../load.ts';
import { makeNetworks, type Networks } from '../networks.ts';
import { describeWithCluster } from '../programs.ts';
import { expectNothingLost, expectPaidOnce, report, untilAcknowledged } from '../proofs.ts';

const OUTAGE_LIMIT = 60 * SECOND;

let networks: Networks;
let instance: Installation;

describeWithCluster('a network cut', () => {
  beforeAll(async () => {
    networks = makeNetworks();
    instance = await openInstallation({ ...networks, within: networks.within });
  }, 300_000);
  afterAll(async () => {
    await instance?.close();
    networks?.close();
  });

  it('the primary is disconnected: nothing acknowledged is lost, nothing is sent twice, it rejoins as a standby', async () => {
    const { cluster, api } = instance;
    const load = startLoad(api);
    await untilAcknowledged(load, 40);
    const old = await cluster.leader();
    networks.cut(old);
    const promoted = await cluster.leader(old);
    await untilAcknowledged(load, 40);
    networks.join(old);
    await untilAcknowledged(load, 20);
    await load.stop();
    report('the primary cut off', load);
    await expectNothingLost(instance, load);
    expect(load.longestPause()).toBeLessThan(OUTAGE_LIMIT);
    await cluster.followed(promoted, 2);
    await expectPaidOnce(instance, load.withdrawals);
    // The old primary reverts nothing.
    expect(await cluster.leader()).toBe(promoted);
    await expectNothingLost(instance, load);
  }, 400_000);
});
