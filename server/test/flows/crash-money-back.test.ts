// Exactly once, wherever the process dies: every flow of returned money (refunds, held channel payments, unmatched
// payments) is cut at every statement and after every commit, and the process restarted; in the end everything happened
// once.
import { afterAll, beforeAll, test } from 'vitest';
import { releasePayment, returnPayment } from '../../src/channels/held.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { AppError } from '../../src/core/errors.ts';
import { attachUnmatched } from '../../src/inbox/attach.ts';
import { creditUnmatched, refundUnmatched } from '../../src/inbox/refund.ts';
import { askForRefund } from '../../src/invoices/ask-for-refund.ts';
import { findClaim } from '../../src/invoices/claims.ts';
import { createClaim } from '../../src/invoices/create-claim.ts';
import { approveClaim } from '../../src/invoices/decide-claim.ts';
import { presentClaim } from '../../src/invoices/present-claim.ts';
import { refundInvoice } from '../../src/invoices/refund.ts';
import { refundCompleted } from '../../src/invoices/refund-completed.ts';
import { findInvoice } from '../../src/invoices/store-invoices.ts';
import { takeClaim } from '../../src/invoices/take-claim.ts';
import { crashTestTimeout } from '../support/crash-stride.ts';
import {
  drain,
  heldPayment,
  newObjectId,
  overpaid,
  overpaidCheckout,
  ownChannel,
  PAID,
  paidInFull,
  reported,
  settled,
  stranger,
  surplus,
} from './crash-acts.ts';
import {
  type CrashFixture,
  createCrashFixture,
  type Instance,
  type Step,
} from './crash-fixture.ts';
import { crashEverywhere } from './crash-points.ts';

const TIMEOUT = crashTestTimeout(10 * MINUTE);
const WORKERS = [
  'watch-ltc',
  'assess-ltc',
  'invoices',
  'checkouts',
  'channel-payments',
  'callbacks',
];

let fixture: CrashFixture;
beforeAll(async () => {
  fixture = await createCrashFixture(WORKERS);
});
afterAll(() => fixture.close());

test(
  'a refund of an overpayment',
  async () => {
    await crashEverywhere(fixture, async () => {
      const id = await overpaid(fixture);
      const refundId = newObjectId(fixture);
      const refund: Step = async ({ app }) => {
        const caller = { project: fixture.project, objectId: refundId };
        await refundInvoice(app, caller, { invoice_id: id });
      };
      return {
        steps: [refund, drain],
        objectId: async () => id,
        story: [
          ...reported,
          'status_changed unresolved',
          'refunded completed',
          'status_changed completed',
        ],
        effect: {
          ...settled,
          'exchange LTC': PAID,
          'deposits LTC': -20_000_000n,
          'available LTC': 7_075_881n,
          'fees LTC': 71_474n,
        },
      };
    });
  },
  TIMEOUT,
);

test(
  'a refund of an overpayment to an address',
  async () => {
    await crashEverywhere(fixture, async () => {
      const id = await overpaid(fixture);
      const refundId = newObjectId(fixture);
      const refund: Step = async ({ app }) => {
        const caller = { project: fixture.project, objectId: refundId };
        await refundInvoice(app, caller, { invoice_id: id, address: stranger(fixture) });
      };
      return {
        steps: [refund, drain],
        objectId: async () => id,
        story: [
          ...reported,
          'status_changed unresolved',
          'refunded completed',
          'status_changed completed',
        ],
        effect: {
          ...settled,
          'exchange LTC': PAID,
          'deposits LTC': -20_000_000n,
          'withdrawals LTC': 7_075_881n,
          'fees LTC': 71_474n,
        },
      };
    });
  },
  TIMEOUT,
);

test(
  'a refund of a part of a completed invoice',
  async () => {
    await crashEverywhere(fixture, async () => {
      const id = await paidInFull(fixture);
      const refundId = newObjectId(fixture);
      const refund: Step = async ({ app }) => {
        const caller = { project: fixture.project, objectId: refundId };
        const address = stranger(fixture);
        await refundCompleted(app, caller, { invoice_id: id, address, amount: '5.00' });
      };
      return {
        steps: [refund, drain],
        objectId: async () => id,
        story: [...reported, 'status_changed completed', 'refunded completed'],
        // Half of the coins that were paid, rounded down, at the current buy rate, and 1 % of the charge.
        effect: {
          'available EUR': -509n,
          'fees EUR': 6n,
          'exchange EUR': 503n,
          'exchange LTC': -(PAID / 2n),
          'withdrawals LTC': PAID / 2n,
        },
      };
    });
  },
  TIMEOUT,
);

test(
  'an approved refund claim',
  async () => {
    await crashEverywhere(fixture, async () => {
      const id = await paidInFull(fixture);
      const claimId = newObjectId(fixture);
      const approvalId = newObjectId(fixture);
      const { project } = fixture;
      const as = (objectId: string) => ({ project, objectId, apiKey: 'key', mayPayOut: true });
      const address = stranger(fixture);
      const create: Step = async ({ app }) => {
        await createClaim(app, as(claimId), { invoice_id: id, amount: '5.00' });
      };
      const take: Step = async ({ app }) => {
        const claim = defined(await findClaim(app.db, project.id, claimId), 'created');
        const token = presentClaim(app, claim).url?.split('/').at(-1);
        await takeClaim(app, defined(token, 'a link'), address);
      };
      const approve: Step = async ({ app }) => {
        await approveClaim(app, as(approvalId), claimId);
      };
      return {
        steps: [create, take, approve, drain],
        objectId: async () => id,
        story: [...reported, 'status_changed completed', 'refunded completed'],
        alsoTold: async () => [[claimId, ['claimed claimed', 'approved approved']]],
        effect: {
          'available EUR': -509n,
          'fees EUR': 6n,
          'exchange EUR': 503n,
          'exchange LTC': -(PAID / 2n),
          'withdrawals LTC': PAID / 2n,
        },
      };
    });
  },
  TIMEOUT,
);

test(
  'a refund that the payer asked for',
  async () => {
    await crashEverywhere(fixture, async () => {
      const id = await overpaid(fixture);
      const claimId = newObjectId(fixture);
      const approvalId = newObjectId(fixture);
      const { project } = fixture;
      const address = stranger(fixture);
      const ask: Step = async ({ app }) => {
        const invoice = defined(await findInvoice(app.db, project.id, id), 'it was paid');
        await askForRefund(app, { invoice, project, id: claimId, address });
      };
      const approve: Step = async ({ app }) => {
        const as = { project, objectId: approvalId, apiKey: 'key', mayPayOut: true };
        await approveClaim(app, as, claimId);
      };
      return {
        steps: [ask, approve, drain],
        objectId: async () => id,
        story: [
          ...reported,
          'status_changed unresolved',
          'refunded completed',
          'status_changed completed',
        ],
        alsoTold: async () => [[claimId, ['claimed claimed', 'approved approved']]],
        effect: {
          ...settled,
          'exchange LTC': PAID,
          'deposits LTC': -20_000_000n,
          'withdrawals LTC': 7_075_881n,
          'fees LTC': 71_474n,
        },
      };
    });
  },
  TIMEOUT,
);

test(
  'the surplus of a checkout that its payer asked for',
  async () => {
    await crashEverywhere(fixture, async () => {
      const id = await overpaidCheckout(fixture);
      const claimId = newObjectId(fixture);
      const approvalId = newObjectId(fixture);
      const { project } = fixture;
      const address = stranger(fixture);
      const ask: Step = async ({ app }) => {
        const invoice = defined(await findInvoice(app.db, project.id, id), 'it was paid');
        await askForRefund(app, { invoice, project, id: claimId, address });
      };
      const approve: Step = async ({ app }) => {
        const as = { project, objectId: approvalId, apiKey: 'key', mayPayOut: true };
        await approveClaim(app, as, claimId);
      };
      return {
        steps: [ask, approve, drain],
        objectId: async () => id,
        story: [...reported, 'status_changed completed', 'refunded completed'],
        alsoTold: async () => [[claimId, ['claimed claimed', 'approved approved']]],
        // The coins that were paid above the price, at the current buy rate, and 1 % of the charge.
        effect: {
          'available EUR': -1017n,
          'fees EUR': 11n,
          'exchange EUR': 1006n,
          'exchange LTC': -PAID,
          'withdrawals LTC': PAID,
        },
      };
    });
  },
  TIMEOUT,
);

/** By a person, who repeats it without a response: a decision that was stored before is rejected. */
const decide =
  (work: (app: Instance['app']) => Promise<unknown>): Step =>
  async ({ app }) => {
    await work(app).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'invalid_status') throw error;
    });
  };

test.each([
  ['released', { 'available LTC': 99_000_000n, 'fees LTC': 1_000_000n }],
  ['sent back', { 'withdrawals LTC': 100_000_000n }],
])(
  'a channel payment on hold that is %s',
  async (decision, gained) => {
    await crashEverywhere(fixture, async () => {
      const id = await heldPayment(fixture);
      const requested = { id, address: stranger(fixture), reason: 'x' };
      const isReleased = decision === 'released';
      const act = decide((app) =>
        isReleased ? releasePayment(app, requested) : returnPayment(app, requested),
      );
      const last = isReleased ? 'completed completed' : 'refunded refunded';
      return {
        steps: [act, drain],
        objectId: async () => id,
        story: ['created pending', 'on_hold on_hold', last],
        effect: { 'deposits LTC': -100_000_000n, ...gained },
      };
    });
  },
  TIMEOUT,
);

test.each([
  ['credited', { 'available LTC': 29_700_000n, 'fees LTC': 300_000n }],
  ['sent back', { 'withdrawals LTC': 30_000_000n }],
  ['attached', { 'available LTC': 29_700_000n, 'fees LTC': 300_000n }],
])(
  'an unmatched payment that is %s',
  async (decision, gained) => {
    await crashEverywhere(fixture, async () => {
      const { invoiceId, depositId } = await surplus(fixture);
      const projectId = fixture.project.id;
      const ownerId = decision === 'attached' ? await ownChannel(fixture) : '';
      const ids = { depositId, projectId, reason: 'x' };
      const address = stranger(fixture);
      const act = decide((app) => {
        if (decision === 'credited') return creditUnmatched(app, ids);
        if (decision === 'sent back') return refundUnmatched(app, { ...ids, address });
        return attachUnmatched(app, { depositId, ownerId, reason: 'x' });
      });
      return {
        steps: [act, drain],
        objectId: async () => invoiceId,
        story: [...reported, 'status_changed completed', ...surplusReported],
        effect: { 'deposits LTC': -30_000_000n, ...gained },
      };
    });
  },
  TIMEOUT,
);
const surplusReported = ['transaction_created completed', 'transaction_confirmed completed'];
