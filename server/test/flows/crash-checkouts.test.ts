// Exactly once, wherever the process dies: checkouts from their creation to the last payment, and what merchants and
// shops are told about them, are cut at every statement and after every commit, and the process restarted; in the end
// each coin has one address for each quote, the price is counted once, and each event has been told once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { acceptCheckout } from '../../src/checkouts/accept.ts';
import { chooseCoin } from '../../src/checkouts/choose.ts';
import { createCheckout } from '../../src/checkouts/create.ts';
import { repeatForPayer } from '../../src/checkouts/resend-receipt.ts';
import { findCheckoutById } from '../../src/checkouts/store-checkouts.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { answerOf } from '../../src/greenfield/errors.ts';
import { activate, createInvoice, mark } from '../../src/greenfield/invoices.ts';
import { createWebhook } from '../../src/greenfield/webhooks.ts';
import { paySimulated } from '../../src/sandbox/pay.ts';
import { uuidOf } from '../../src/shops/ids.ts';
import { crashTestTimeout } from '../support/crash-stride.ts';
import { brought, drain, freshBlock, newObjectId, once, settled } from './crash-acts.ts';
import { type CrashFixture, createCrashFixture, type Step } from './crash-fixture.ts';
import { crashEverywhere } from './crash-points.ts';

const TIMEOUT = crashTestTimeout(10 * MINUTE);
const COINS = ['ltc', 'btc'].flatMap((coin) => [`watch-${coin}`, `assess-${coin}`]);
const WORKERS = [...COINS, 'invoices', 'checkouts', 'callbacks', 'shop-webhooks'];
/** Queued, never sent. */
const MAIL = {
  CHAINTILL_SMTP_URL: 'smtp://127.0.0.1:9',
  CHAINTILL_MAIL_FROM: 'pay@shop.example',
};
/** Of 10 EUR at the sandbox's rates, and the rest. */
const HALF = '0.06426323';
const HALF_COINS = 6_426_323n;
/** The other half in BTC. */
const REST_COINS = 6_000n;
const HALF_SETTLED = {
  'available EUR': 495n,
  'fees EUR': 5n,
  'exchange EUR': -500n,
  'chain LTC': -HALF_COINS,
  'exchange LTC': HALF_COINS,
};

let fixture: CrashFixture;
beforeAll(async () => {
  fixture = await createCrashFixture(WORKERS, MAIL);
});
afterAll(() => fixture.close());

const create =
  (objectId: string, more: object = {}): Step =>
  async ({ app }) => {
    const price = {
      price_amount: '10',
      price_currency: 'EUR',
      pay_currencies: [{ currency: 'LTC' }],
    };
    const caller = { project: fixture.project, objectId };
    await createCheckout(app, caller, { ...price, ...more } as Parameters<
      typeof createCheckout
    >[2]);
  };

const choose =
  (id: string, coin = 'LTC'): Step =>
  async ({ app }) => {
    expect(await chooseCoin(app, id, { coin })).not.toBeNull();
  };

const accept =
  (id: string): Step =>
  async ({ app }) => {
    await acceptCheckout(app, { project: fixture.project, apiKey: 'key' }, id);
  };

const wait = (minutes: number) => once(async () => fixture.world.clock.advance(minutes * MINUTE));

/** To the newest invoice. */
const pay = (id: () => string, amount?: string) =>
  once(async () => {
    const { app, assembled } = fixture.world;
    const invoice = defined((await invoicesOf(id())).at(-1), 'a coin is chosen').id;
    const simulations = defined(assembled.simulations, 'a sandbox');
    const payment = amount === undefined ? {} : { amount };
    await paySimulated(app, simulations, { invoice_id: invoice, risk_level: 'low', ...payment });
  });

const confirmed = (): Step[] => [drain, freshBlock(fixture), drain];

function invoicesOf(id: string): Promise<{ id: string; address: string; price: bigint }[]> {
  return fixture.world.app.db.query(
    `select i.id, i.address, i.price_amount as price from invoices i
     where i.checkout_id = $1 order by i.id`,
    [id],
  );
}

function mailsOf(id: string): Promise<{ purpose: string }[]> {
  return fixture.world.app.db.query(
    'select purpose from mails where reference_id = $1 order by id',
    [id],
  );
}

/** As the mail server took them. */
const mailed = (id: string) =>
  once(async () => {
    await fixture.world.app.db.query(
      `update mails set status = 'sent', due_at = null, sent_at = created_at where reference_id = $1`,
      [id],
    );
  });

/** One invoice with its own address for each quote, and no claim of an invoice that was never made. */
async function expectOnePerQuote(id: string, quotes: number): Promise<void> {
  const invoices = await invoicesOf(id);
  expect(new Set(invoices.map(({ address }) => address)).size).toBe(quotes);
  expect(invoices).toHaveLength(quotes);
  const claims = await fixture.world.app.db.query(
    'select 1 from checkout_invoices where checkout_id = $1',
    [id],
  );
  expect(claims).toHaveLength(quotes);
}

/** What the payer's wallet page and the merchant see of the invoices at the end. */
const told = async (id: string, stories: readonly (readonly string[])[]) => {
  await expectOnePerQuote(id, stories.length);
  const invoices = await invoicesOf(id);
  return invoices.map(({ id: invoice }, n) => [invoice, stories[n] ?? []] as const);
};

const PAID_STORY = [
  'transaction_created new',
  'transaction_confirmed new',
  'status_changed completed',
];

const LATE_STORY = [
  'transaction_created new',
  'transaction_confirmed new',
  'status_changed unresolved',
  'recalculated completed',
  'status_changed completed',
];
const PAID_AGAIN = ['transaction_created completed', 'transaction_confirmed completed'];

test(
  'a checkout that is created, chosen and paid, and its receipt sent again',
  async () => {
    await crashEverywhere(fixture, async () => {
      const id = newObjectId(fixture);
      return {
        steps: [
          create(id, { payer_email: `${id}@example.com` }),
          choose(id),
          pay(() => id),
          ...confirmed(),
          mailed(id),
          wait(2),
          ({ app }) => repeatForPayer(app, id, 'fr'),
        ],
        objectId: async () => id,
        story: [
          'created open',
          'payment_received processing',
          'processing processing',
          'completed completed',
        ],
        alsoTold: async () => {
          const purposes = (await mailsOf(id)).map(({ purpose }) => purpose.replace(/ [^ ]*$/, ''));
          expect(purposes).toEqual(['receipt', 'by recipient']);
          return told(id, [PAID_STORY]);
        },
        effect: { ...settled, ...brought },
      };
    });
  },
  TIMEOUT,
);

test(
  'a checkout that is paid in part, asks at a new price, and is paid',
  async () => {
    await crashEverywhere(fixture, async () => {
      const id = newObjectId(fixture);
      return {
        steps: [
          create(id),
          choose(id),
          pay(() => id, HALF),
          ...confirmed(),
          wait(11),
          drain,
          choose(id),
          pay(() => id),
          ...confirmed(),
        ],
        objectId: async () => id,
        story: [
          'created open',
          'payment_received open',
          'payment_received processing',
          'processing processing',
          'completed completed',
        ],
        alsoTold: () => told(id, [PAID_STORY, PAID_STORY]),
        effect: { ...settled, 'chain LTC': -2n * HALF_COINS, 'exchange LTC': 2n * HALF_COINS },
      };
    });
  },
  TIMEOUT,
);

test(
  'a checkout that is paid in two coins, within the quote of the first',
  async () => {
    await crashEverywhere(fixture, async () => {
      const id = newObjectId(fixture);
      return {
        steps: [
          create(id, { pay_currencies: [{ currency: 'LTC' }, { currency: 'BTC' }] }),
          choose(id),
          pay(() => id, HALF),
          ...confirmed(),
          wait(1),
          choose(id, 'BTC'),
          pay(() => id),
          drain,
          once(() => mine(fixture.world.simulation('BTC'), { count: 3 })),
          drain,
        ],
        objectId: async () => id,
        story: [
          'created open',
          'payment_received open',
          'payment_received processing',
          'processing processing',
          'completed completed',
        ],
        alsoTold: () => told(id, [PAID_STORY, PAID_STORY]),
        effect: {
          ...settled,
          'chain LTC': -HALF_COINS,
          'exchange LTC': HALF_COINS,
          'chain BTC': -REST_COINS,
          'exchange BTC': REST_COINS,
        },
      };
    });
  },
  TIMEOUT,
);

test(
  'a checkout that expires with a part, and is accepted',
  async () => {
    await crashEverywhere(fixture, async () => {
      const id = newObjectId(fixture);
      return {
        steps: [
          create(id, { expires_in: 300 }),
          choose(id),
          pay(() => id, HALF),
          ...confirmed(),
          wait(6),
          drain,
          accept(id),
          drain,
        ],
        objectId: async () => id,
        story: [
          'created open',
          'payment_received open',
          'partially_paid_expired expired',
          'completed completed',
        ],
        alsoTold: () => told(id, [PAID_STORY]),
        effect: HALF_SETTLED,
      };
    });
  },
  TIMEOUT,
);

test(
  'a checkout that is paid too late, and is accepted',
  async () => {
    await crashEverywhere(fixture, async () => {
      const id = newObjectId(fixture);
      return {
        steps: [
          create(id, { expires_in: 300 }),
          choose(id),
          wait(6),
          drain,
          pay(() => id),
          ...confirmed(),
          accept(id),
          drain,
        ],
        objectId: async () => id,
        story: [
          'created open',
          'expired expired',
          'payment_received expired',
          'paid_late expired',
          'completed completed',
        ],
        alsoTold: () => told(id, [LATE_STORY]),
        effect: { ...settled, ...brought },
      };
    });
  },
  TIMEOUT,
);

test(
  'a payment to a finished invoice of an open checkout',
  async () => {
    await crashEverywhere(fixture, async () => {
      const id = newObjectId(fixture);
      const first = once(async () => {
        const { app, assembled } = fixture.world;
        const [invoice] = await invoicesOf(id);
        await paySimulated(app, defined(assembled.simulations, 'a sandbox'), {
          invoice_id: defined(invoice, 'a coin is chosen').id,
          amount: HALF,
          risk_level: 'low',
        });
      });
      return {
        steps: [
          create(id),
          choose(id),
          pay(() => id, HALF),
          ...confirmed(),
          wait(11),
          drain,
          first,
          ...confirmed(),
          wait(2),
          drain,
          drain,
        ],
        objectId: async () => id,
        story: [
          'created open',
          'payment_received open',
          'payment_received open',
          'completed completed',
        ],
        alsoTold: () => told(id, [[...PAID_STORY, ...PAID_AGAIN], PAID_STORY]),
        effect: { ...settled, 'chain LTC': -2n * HALF_COINS, 'exchange LTC': 2n * HALF_COINS },
      };
    });
  },
  TIMEOUT,
);

/** A shop of its own, so that the webhooks of earlier flows are not sent again. */
function shop(): { id: () => string; uuid: () => string; make: Step; activateLtc: Step } {
  let made = '';
  return {
    id: () => made,
    uuid: () => defined(uuidOf(made), 'the ID of an invoice'),
    // A shop without an answer makes another one.
    make: async ({ app }) => {
      const body = { amount: '10', currency: 'EUR', checkout: { expirationMinutes: '5' } };
      made = ((await createInvoice(app, fixture.project, body)) as { id: string }).id;
    },
    activateLtc: async ({ app }) =>
      activate(app, fixture.project, { id: uuidOf(made), method: 'LTC-CHAIN' }),
  };
}

test(
  'an invoice of a shop that is paid: each of its events once, in order',
  async () => {
    await createWebhook(fixture.world.app, fixture.project, { url: fixture.url });
    await crashEverywhere(fixture, async () => {
      const { id, uuid, make, activateLtc } = shop();
      return {
        steps: [make, activateLtc, pay(uuid), ...confirmed()],
        objectId: async () => id(),
        story: [
          'InvoiceCreated',
          'InvoiceReceivedPayment',
          'InvoiceProcessing',
          'InvoicePaymentSettled',
          'InvoiceSettled',
        ],
        alsoTold: () => told(uuid(), [PAID_STORY]),
        effect: { ...settled, ...brought },
      };
    });
  },
  TIMEOUT,
);

test(
  'an invoice of a shop that expires with a part, and is marked as settled',
  async () => {
    await crashEverywhere(fixture, async () => {
      const { id, uuid, make, activateLtc } = shop();
      const settle: Step = async ({ app }) => {
        const body = { status: 'Settled' };
        await mark(app, fixture.project, { id: uuidOf(id()), body }).catch((error: unknown) => {
          // It was marked before the process died.
          if (answerOf(error)?.status !== 422) throw error;
        });
        const row = await findCheckoutById(app.db, uuid());
        expect(row).toMatchObject({ status: 'completed', status_context: 'accepted' });
      };
      return {
        steps: [make, activateLtc, pay(uuid, HALF), ...confirmed(), wait(6), drain, settle, drain],
        objectId: async () => id(),
        story: [
          'InvoiceCreated',
          'InvoiceReceivedPayment',
          'InvoicePaymentSettled',
          'InvoiceExpired',
          'InvoiceExpiredPaidPartial',
          'InvoiceSettled',
        ],
        alsoTold: () => told(uuid(), [PAID_STORY]),
        effect: HALF_SETTLED,
      };
    });
  },
  TIMEOUT,
);
