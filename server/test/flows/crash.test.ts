// Exactly once, wherever the process dies: every flow of incoming money, and the creation of withdrawals and exchanges,
// is cut at every statement and after every commit, and the process restarted; in the end everything happened once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { createChannel } from '../../src/channels/create.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { AppError } from '../../src/core/errors.ts';
import { commitExchange, createExchange } from '../../src/exchange/exchange.ts';
import { commitRecalculation, recalculate } from '../../src/invoices/recalculate.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { createWithdrawal } from '../../src/withdrawals/create.ts';
import { commitWithdrawal } from '../../src/withdrawals/take-step.ts';
import { crashTestTimeout } from '../support/crash-stride.ts';
import { otherApp } from '../support/other-app.ts';
import {
  brought,
  drain,
  freshBlock,
  makeInvoice,
  NOTHING,
  newObjectId,
  once,
  overpaid,
  paymentOf,
  payWith,
  reported,
  settled,
} from './crash-acts.ts';
import { type CrashFixture, createCrashFixture, type Step } from './crash-fixture.ts';
import { crashEverywhere } from './crash-points.ts';

const TIMEOUT = crashTestTimeout(10 * MINUTE);

let fixture: CrashFixture;
beforeAll(async () => {
  fixture = await createCrashFixture();
});
afterAll(() => fixture.close());

const payout = {
  ...NOTHING,
  address: 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0',
  charged_currency: 'EUR',
  received_currency: 'LTC',
  charged_amount: '20',
  charged_amount_to_send: undefined,
  received_amount: undefined,
  amount: undefined,
  amount_currency: undefined,
  amount_includes_processing_fee: undefined,
  amount_includes_network_fee: undefined,
  network_fee_level: undefined,
  price_change_max_percent: undefined,
  travel_rule_compliant: undefined,
  beneficiary: undefined,
};
const sold = {
  charged_currency: 'EUR',
  received_currency: 'LTC',
  charged_amount: '20',
  received_amount: undefined,
  custom_id: undefined,
};
const sentLtc = { 'exchange LTC': -25_321_312n, 'withdrawals LTC': 25_321_312n };

test(
  'an invoice that is created, paid and confirmed',
  async () => {
    const crashes = await crashEverywhere(fixture, async () => {
      const id = newObjectId(fixture);
      return {
        steps: [
          makeInvoice(fixture, id),
          payWith(fixture, { invoice_id: id }),
          drain,
          freshBlock(fixture),
          drain,
        ],
        objectId: async () => id,
        story: [...reported, 'status_changed completed'],
        effect: { ...settled, ...brought },
      };
    });
    expect(crashes).toBeGreaterThan(60);
  },
  TIMEOUT,
);

test(
  'a channel that is created, paid and confirmed',
  async () => {
    await crashEverywhere(fixture, async () => {
      const id = newObjectId(fixture);
      const create: Step = async ({ app }) => {
        const terms = { name: 'x', pay_currency: 'LTC', receiver_currency: 'LTC' };
        await createChannel(
          app,
          { project: fixture.project, objectId: id },
          { ...NOTHING, ...terms },
        );
      };
      return {
        steps: [
          create,
          payWith(fixture, { channel_id: id, amount: '1' }),
          drain,
          freshBlock(fixture),
          drain,
        ],
        objectId: () => paymentOf(fixture, id),
        story: ['created pending', 'completed completed'],
        effect: {
          'available LTC': 99_000_000n,
          'fees LTC': 1_000_000n,
          'chain LTC': -100_000_000n,
        },
      };
    });
  },
  TIMEOUT,
);

test.each([
  ['a withdrawal that is created and committed at once', true],
  ['a withdrawal that is created, and then committed', false],
])(
  '%s',
  async (_name, isForced) => {
    await adjustAccount(fixture.world.app, {
      projectId: fixture.project.id,
      currency: 'EUR',
      amount: 1_000_000n,
      reason: 'test funds',
    });
    await crashEverywhere(fixture, async () => {
      const id = newObjectId(fixture);
      const commitKey = newObjectId(fixture);
      // The client repeats the request within the window, although a restart takes a minute here.
      const at = fixture.world.app.clock.now();
      const inTime = (app: App) => otherApp(app, { clock: { now: () => at } });
      const create: Step = async ({ app }) => {
        const principal = { project: fixture.project, apiKey: 'key' };
        const caller = { ...principal, objectId: id, apiVersion: 2 as const };
        await createWithdrawal(inTime(app), caller, { ...payout, force_commit: isForced });
      };
      const commit: Step = async ({ app }) => {
        const principal = { project: fixture.project, objectId: commitKey, apiKey: 'key' };
        await commitWithdrawal(inTime(app), principal, id);
      };
      return {
        steps: isForced ? [create, drain] : [create, commit, drain],
        objectId: async () => id,
        story: ['created pending'],
        effect: { 'available EUR': -2000n, 'fees EUR': 20n, 'exchange EUR': 1980n, ...sentLtc },
      };
    });
  },
  TIMEOUT,
);

test.each([
  ['an exchange that is created and committed at once', true],
  ['an exchange that is created, and then committed', false],
])(
  '%s',
  async (_name, isForced) => {
    await adjustAccount(fixture.world.app, {
      projectId: fixture.project.id,
      currency: 'EUR',
      amount: 1_000_000n,
      reason: 'test funds',
    });
    await crashEverywhere(fixture, async () => {
      const id = newObjectId(fixture);
      const commitKey = newObjectId(fixture);
      // The client repeats the request, as with the withdrawal above.
      const at = fixture.world.app.clock.now();
      const inTime = (app: App) => otherApp(app, { clock: { now: () => at } });
      const create: Step = async ({ app }) => {
        const requested = { ...sold, force_commit: isForced };
        await createExchange(inTime(app), { project: fixture.project, objectId: id }, requested);
      };
      const commit: Step = async ({ app }) => {
        await commitExchange(inTime(app), { project: fixture.project, objectId: commitKey }, id);
      };
      return {
        steps: isForced ? [create, drain] : [create, commit, drain],
        objectId: async () => id,
        story: [],
        effect: {
          'available EUR': -2000n,
          'fees EUR': 20n,
          'exchange EUR': 1980n,
          'exchange LTC': -25_321_312n,
          'available LTC': 25_321_312n,
        },
      };
    });
  },
  TIMEOUT,
);

test(
  'a recalculation that is opened and committed',
  async () => {
    await crashEverywhere(fixture, async () => {
      const id = await overpaid(fixture);
      const [recalculationId, commitId] = [newObjectId(fixture), newObjectId(fixture)];
      const { project } = fixture;
      const open: Step = async ({ app }) => {
        await recalculate(app, { project, objectId: recalculationId }, { invoice_id: id });
      };
      const commit: Step = async ({ app }) => {
        const requested = { invoice_id: id, recalculation_id: recalculationId };
        // The quote's 30 seconds have passed after a crash: a new one is created, unless the commit was stored, which
        // then responds to the repetition.
        const caller = { project, objectId: commitId };
        await commitRecalculation(app, caller, requested).catch(async (error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          if (error.code !== 'commit_window_expired') return;
          const again = { project, objectId: newObjectId(fixture) };
          await recalculate(app, again, { invoice_id: id, force_commit: true });
        });
      };
      return {
        steps: [open, commit, drain],
        objectId: async () => id,
        story: [
          ...reported,
          'status_changed unresolved',
          'recalculated completed',
          'status_changed completed',
        ],
        // floor(0.2 × 77.805) = 15.56, minus 0.16.
        effect: {
          'available EUR': 1540n,
          'fees EUR': 16n,
          'exchange EUR': -1556n,
          'deposits LTC': -20_000_000n,
          'exchange LTC': 20_000_000n,
        },
      };
    });
  },
  TIMEOUT,
);

test(
  'a reorganization that drops a credited payment, which then returns',
  async () => {
    await crashEverywhere(fixture, async () => {
      const id = newObjectId(fixture);
      await fixture.run(
        [
          makeInvoice(fixture, id),
          payWith(fixture, { invoice_id: id }),
          drain,
          freshBlock(fixture),
          drain,
        ],
        {
          at: 0,
          when: 'before',
        },
      );
      return {
        steps: [
          once(() => reorganise(fixture.world.simulation('LTC'), { depth: 1, drop: true })),
          drain,
          once(() => rebroadcast(id)),
          drain,
          freshBlock(fixture),
          drain,
        ],
        objectId: async () => id,
        story: [...reported, 'status_changed completed'],
        effect: {},
      };
    });
  },
  TIMEOUT,
);

/** The customer's wallet sends the same bytes again. */
async function rebroadcast(invoiceId: string): Promise<void> {
  await fixture.world.app.db.query(
    `with chain as (update simulation.chains set counter = counter + 1 where coin = 'LTC' returning counter)
     update simulation.transactions t set mempool_number = chain.counter from chain
     where t.coin = 'LTC' and t.txid = (select txid from deposits where owner_id = $1)`,
    [invoiceId],
  );
}
