// The cable of the primary's machine is pulled under load, and put back: another one is promoted, the old one has
// stopped writing by itself, and follows afterwards. Run as root, in a network of its own
// (docs/high-availability.md).
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
    // The old one takes nothing back.
    expect(await cluster.leader()).toBe(promoted);
    await expectNothingLost(instance, load);
  }, 400_000);
});
