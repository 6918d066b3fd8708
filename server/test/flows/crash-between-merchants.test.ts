// Exactly once, wherever the process dies: an internal payment from one merchant to another (XRP) is cut at every
// statement and after every commit, and the process restarted; in the end one withdrawal is completed and one payment
// credited.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChannel } from '../../src/channels/create.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { createProject } from '../../src/projects/create.ts';
import type { Project } from '../../src/projects/project.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { createWithdrawal } from '../../src/withdrawals/create.ts';
import { crashTestTimeout } from '../support/crash-stride.ts';
import { drain, NOTHING, newObjectId, paymentOf } from './crash-acts.ts';
import { type CrashFixture, createCrashFixture, type Step } from './crash-fixture.ts';
import { crashEverywhere } from './crash-points.ts';

const WORKERS = ['watch-xrp', 'send-xrp', 'assess-xrp', 'channel-payments', 'callbacks'];

let fixture: CrashFixture;
let payer: Project;
beforeAll(async () => {
  fixture = await createCrashFixture(WORKERS);
  payer = await createProject(fixture.world.app, 'Payer');
  const funds = { currency: 'XRP', amount: 10_000_000_000n, reason: 'test funds' };
  await adjustAccount(fixture.world.app, { projectId: payer.id, ...funds });
});
afterAll(() => fixture.close());

const payout = {
  ...NOTHING,
  charged_currency: 'XRP',
  received_currency: 'XRP',
  received_amount: '10',
  charged_amount: undefined,
  charged_amount_to_send: undefined,
  amount: undefined,
  amount_currency: undefined,
  amount_includes_processing_fee: undefined,
  amount_includes_network_fee: undefined,
  network_fee_level: undefined,
  price_change_max_percent: undefined,
  travel_rule_compliant: undefined,
  beneficiary: undefined,
  force_commit: true,
};

test(
  'a payment between two merchants of the instance',
  async () => {
    const made: string[] = [];
    const crashes = await crashEverywhere(fixture, async () => {
      const [channelId, id] = [newObjectId(fixture), newObjectId(fixture)];
      const { project, world } = fixture;
      const terms = { name: 'x', pay_currency: 'XRP', receiver_currency: 'XRP' };
      const channel = await createChannel(
        world.app,
        { project, objectId: channelId },
        { ...NOTHING, ...terms },
      );
      const address = `${channel.address}?dt=${channel.tag}`;
      const pay: Step = async ({ app }) => {
        const caller = { project: payer, apiKey: 'key', objectId: id, apiVersion: 2 as const };
        await createWithdrawal(app, caller, { ...payout, address });
      };
      made.push(id);
      return {
        steps: [pay, drain],
        objectId: () => paymentOf(fixture, channelId),
        story: ['created pending', 'completed completed'],
        effect: {
          'available XRP': 9_900_000n,
          'fees XRP': 100_000n,
          'chain XRP': -10_000_000n,
        },
      };
    });
    expect(crashes).toBeGreaterThan(30);
    const rows = await fixture.world.app.db.query(
      `select w.status, w.txid = d.txid as is_same, d.amount = w.received_amount as is_whole
       from coin_withdrawals w left join deposits d on d.coin = 'XRP' and d.txid = 'internal:' || w.id
       where w.project_id = $1`,
      [payer.id],
    );
    expect(rows).toEqual(made.map(() => ({ status: 'completed', is_same: true, is_whole: true })));
    const [sent] = await fixture.world.app.db.query<{ n: number }>(
      'select count(*)::int as n from transfers',
    );
    expect(defined(sent, 'a count').n).toBe(0);
  },
  crashTestTimeout(10 * MINUTE),
);
