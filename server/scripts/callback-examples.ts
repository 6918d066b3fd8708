// The payloads shown in docs/callbacks.md: those of a real sandbox with a fixed clock and seed, read from
// the outbox as they would be sent. The database must be migrated and empty.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../src/app.ts';
import { type Assembled, assemble } from '../src/assemble.ts';
import { mine } from '../src/chains/simulated/mine.ts';
import { readConfig } from '../src/coins/read-config.ts';
import { defined } from '../src/core/assert.ts';
import { MINUTE, testClock } from '../src/core/clock.ts';
import { newId } from '../src/core/ids.ts';
import { createLog } from '../src/core/log.ts';
import { amountOf } from '../src/core/money.ts';
import { seededRandom } from '../src/core/random.ts';
import type { Database } from '../src/db/database.ts';
import type { Caller } from '../src/http/handlers.ts';
import { handlers } from '../src/http/serve-operations.ts';
import { createProject } from '../src/projects/create.ts';
import { type PaymentRequest, paySimulated } from '../src/sandbox/pay.ts';
import { adjustAccount } from '../src/transactions/adjust.ts';
import { makeAllDue } from '../src/workers/schedule.ts';
import { runDueWork } from '../src/workers/worker.ts';

const STARTS_AT = Date.UTC(2026, 10, 21, 2, 30);

/** Payloads by name, such as `Invoice status_changed`: the text that is signed and sent. */
export async function callbackExamples(db: Database): Promise<ReadonlyMap<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-examples-'));
  const clock = testClock(STARTS_AT);
  const config = readConfig({
    CHAINTILL_DATA_DIR: folder,
    CHAINTILL_PUBLIC_URL: 'https://till.example',
    CHAINTILL_ADDRESS_POOL: '5',
    LOG_LEVEL: 'silent',
  });
  const random = seededRandom('callback examples');
  const ground = { config, clock, random, log: createLog('silent'), db };
  const assembled = await assemble(ground, {
    seed: 'callback examples',
    minesByItself: false,
    deliveryFault: null,
  });
  try {
    const story = storyOf(assembled);
    await reportStory(story, clock);
    return await payloadsOf(db);
  } finally {
    await assembled.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Story {
  readonly app: App;
  caller(): Promise<Caller>;
  pay(requested: PaymentRequest): Promise<void>;
  mine(coin: string): Promise<void>;
  settle(): Promise<void>;
}

function storyOf({ app, workers, simulations }: Assembled): Story {
  const settle = async () => {
    await makeAllDue(app);
    await runDueWork(app, workers);
  };
  let project: Caller['project'] | null = null;
  return {
    app,
    settle,
    async caller() {
      project ??= await createProject(app, 'Example merchant');
      const objectId = newId(app.clock, app.random);
      return {
        project,
        apiKey: 'example',
        apiVersion: 2,
        mayPayOut: true,
        mayWrite: true,
        objectId,
      };
    },
    async pay(requested) {
      await paySimulated(app, defined(simulations, 'a sandbox'), requested);
      await settle();
    },
    async mine(coin) {
      await mine(defined(simulations?.get(coin), 'a simulated coin'), { count: 1 });
      await settle();
    },
  };
}

/** One invoice paid in full, one refunded after too little, channel payments, and a payout. */
async function reportStory(story: Story, clock: { advance(ms: number): void }): Promise<void> {
  const { app } = story;
  await story.settle();
  const paid = await createInvoice(story, 'order-1001');
  await story.pay({ invoice_id: paid.id, risk_level: 'low' });
  await story.mine('BTC');

  const underpaid = await createInvoice(story, 'order-1002');
  await story.pay({ invoice_id: underpaid.id, amount: '0.0005', risk_level: 'low' });
  await story.mine('BTC');
  clock.advance(11 * MINUTE);
  await story.settle();
  await handlers.createInvoiceRefund(app, await story.caller(), {
    invoice_id: underpaid.id,
    address: undefined,
    amount: undefined,
    amount_currency: undefined,
    rate: undefined,
  });

  const channel = await handlers.createChannel(app, await story.caller(), {
    name: 'Deposits of customer 42',
    pay_currency: 'XRP',
    receiver_currency: 'EUR',
    custom_id: 'deposits-42',
    customer_id: '42',
    network: undefined,
    description: undefined,
  });
  for (const risk_level of ['low', 'high'] as const) {
    await story.pay({ channel_id: channel.id, amount: '50', risk_level });
    await story.mine('XRP');
  }
  await reportPayout(story);
}

/** One withdrawal from its two steps to its first confirmation, paid with the coins that came in before. */
async function reportPayout(story: Story): Promise<void> {
  const { app } = story;
  const { project } = await story.caller();
  const eur = defined(app.currencies.get('EUR'), 'EUR is registered');
  const amount = amountOf('100', eur);
  await adjustAccount(app, { projectId: project.id, currency: 'EUR', amount, reason: 'Deposit' });
  const created = await handlers.createCoinWithdrawal(app, await story.caller(), {
    ...noOptions,
    address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    charged_currency: 'EUR',
    received_currency: 'BTC',
    charged_amount_to_send: '10.0',
    custom_id: 'payout-77',
    customer_id: '42',
  });
  await handlers.commitCoinWithdrawal(app, await story.caller(), { id: created.id });
  await story.settle();
  await story.mine('BTC');
}

const noOptions = {
  network: undefined,
  charged_amount: undefined,
  received_amount: undefined,
  amount: undefined,
  amount_currency: undefined,
  amount_includes_processing_fee: undefined,
  amount_includes_network_fee: undefined,
  network_fee_level: undefined,
  price_change_max_percent: undefined,
  force_commit: undefined,
  travel_rule_compliant: undefined,
  beneficiary: undefined,
};

async function createInvoice({ app, caller }: Story, customId: string) {
  return handlers.createInvoice(app, await caller(), {
    price_amount: '50.0',
    price_currency: 'EUR',
    pay_currency: 'BTC',
    custom_id: customId,
    customer_id: '42',
    name: undefined,
    description: undefined,
    metadata: undefined,
    network: undefined,
    success_redirect_url: undefined,
    unsuccess_redirect_url: undefined,
    payer_email: undefined,
    expires_in: undefined,
    language: undefined,
  });
}

/** The first of each name, except that `status_changed` is told apart by the status it brings. */
async function payloadsOf(db: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ type: string; event: string; status: string; payload: string }>(
    `select type, event, payload::json->'data'->>'status' as status, payload from events
     order by created_at, id`,
  );
  const payloads = new Map<string, string>();
  for (const { type, event, status, payload } of rows) {
    const name = event === 'status_changed' ? `${type} ${event} ${status}` : `${type} ${event}`;
    if (!payloads.has(name)) payloads.set(name, payload);
  }
  return payloads;
}
