// The primary is killed under load: a synchronous standby takes over within seconds, nothing acknowledged is lost,
// nothing is sent twice, and the old primary rejoins as a standby. Uses the files of deploy/ha.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SECOND } from '../../src/core/clock.ts';
import { type Installation, openInstallation } from './installation.ts';
import { startLoad } from './load.ts';
import { describeWithCluster } from './programs.ts';
import { expectNothingLost, expectPaidOnce, report, untilAcknowledged } from './proofs.ts';

/** The limit in docs/high-availability.md, plus time for a machine that is busy with other tests. */
const OUTAGE_LIMIT = 45 * SECOND;

let instance: Installation;

describeWithCluster('a short fail-over', () => {
  beforeAll(async () => {
    const part = () => 1 + Math.floor((process.hrtime()[1] / 997) % 250);
    instance = await openInstallation({ prefix: `127.${part()}.${(process.pid % 250) + 1}.` });
  }, 240_000);
  afterAll(() => instance?.close());

  it('the primary is killed: nothing acknowledged is lost, nothing is sent twice, it rejoins as a standby', async () => {
    const { cluster, api } = instance;
    const load = startLoad(api);
    await untilAcknowledged(load, 20);
    const promoted = await cluster.replacePrimary();
    await untilAcknowledged(load, 20);
    await load.stop();
    report('the primary killed', load);
    await expectNothingLost(instance, load);
    expect(load.longestPause()).toBeLessThan(OUTAGE_LIMIT);
    await cluster.followed(promoted, 2);
    await expectPaidOnce(instance, load.withdrawals);
    await expectNothingLost(instance, load);
  }, 240_000);
});
