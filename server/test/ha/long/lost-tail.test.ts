// Asynchronous standbys that lack the last seconds: one is promoted when the primary's machine loses power. Both
// services detect it, all coins are quarantined, and withdrawals that merchants request again are not paid twice.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payersOf } from '../../live/litecoin-shop.ts';
import { until } from '../../support/service.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { startLoad } from '../load.ts';
import { describeWithCluster, signal } from '../programs.ts';
import { expectAtMostOnce, lostOf, report, untilAcknowledged } from '../proofs.ts';

let instance: Installation;

interface Quarantine {
  readonly coin: string;
  readonly unknown: readonly unknown[];
}

describeWithCluster('an asynchronous standby that lost its tail', () => {
  beforeAll(async () => {
    instance = await openInstallation({
      prefix: `127.252.${(process.pid % 250) + 1}.`,
      isSync: false,
      settings: {
        'synchronous_mode: true': 'synchronous_mode: false',
        'synchronous_mode_strict: true': 'synchronous_mode_strict: false',
        'maximum_lag_on_failover: 1048576': 'maximum_lag_on_failover: 104857600',
      },
    });
  }, 300_000);
  afterAll(() => instance?.close());

  it('is detected, nothing is sent during the review, and nothing is paid twice', async () => {
    const { cluster, api, shop } = instance;
    const old = await cluster.leader();
    await cluster.followed(old, 2, false);
    const load = startLoad(api);
    await untilAcknowledged(load, 20);
    // From here on the standbys receive nothing.
    const senders = await cluster.sql(old, 'select pid from pg_stat_replication');
    for (const { pid } of senders) signal(Number(pid), 'SIGSTOP');
    const before = load.withdrawals.length;
    await until('money is sent of which no standby knows', async () => {
      const lost = new Set(load.withdrawals.slice(before).map(({ address }) => address));
      return (await payersOf(shop.node, lost)).length > 0;
    });
    cluster.cutPower(old);
    await cluster.leader(old);
    await load.stop();
    report('the tail lost', load);
    expect((await lostOf(instance, load)).length).toBeGreaterThan(0);
    const shown = async () =>
      JSON.parse(await shop.service.runHere('quarantine', 'show', '--json')) as Quarantine[];
    await until('all coins are in quarantine', async () => (await shown()).length > 0);
    const alerts = await shop.service.runHere('alerts', 'list', '--json');
    expect(alerts).toContain('database_rolled_back');
    // Merchants repeat the requests that the service reports as missing.
    for (const { customId, address, amount } of load.withdrawals) {
      const ordered = {
        address,
        charged_currency: 'LTC',
        received_currency: 'LTC',
        received_amount: amount,
        force_commit: true,
        custom_id: customId,
      };
      await api.coinWithdrawals.create(ordered).catch(() => undefined);
    }
    await until('what was spent is listed', async () => {
      await shop.node.mine();
      return (await shown()).some(({ unknown }) => unknown.length > 0);
    });
    await expectAtMostOnce(instance, load.withdrawals);
  }, 400_000);
});
