// `npm run soak -- --minutes 60`: an instance under constant use, and whether its memory stays constant. Payments to
// invoices and channels, instant and two-step withdrawals, lists, rejected requests, and callbacks to a receiver; at
// the end its ledger is audited, and nothing may be pending. Prints a line for each minute, and the verdict.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Client, createClient } from '../client/src/client.ts';
import { definedCoin } from '../server/src/coins/registry.ts';
import { defined } from '../server/src/core/assert.ts';
import { listEndpoints, setEndpoint } from '../server/src/events/endpoints.ts';
import { auditLedger } from '../server/src/ledger/audit.ts';
import type { Credentials } from '../server/src/sandbox/demo-project.ts';
import { startChild } from './child.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { type Service, startService } from './service.ts';
import { runsOf } from './statistics.ts';

const MINUTES = 60;
const COINS = ['BTC', 'LTC', 'BCH', 'ETH', 'XRP'] as const;
/** Users who do one thing after the other, with a pause in between. */
const PEOPLE = 4;
const PAUSE_MILLISECONDS = 100;
const SAMPLE_MILLISECONDS = 5000;
/** Relative to the memory after a warm-up: in the second quarter of the time. */
const GROWTH_MAX = 1.1;
/** ETH is credited after 33 blocks, which are mined every three seconds. */
const REST_MILLISECONDS = 300_000;
const BLOCK_SECONDS = 3;

const say = (line: string) => void process.stdout.write(`${line}\n`);

interface Instance {
  readonly api: Client;
  readonly credentials: Credentials;
  sandbox<T>(route: string, body: object): Promise<T>;
}

/** The activities by name, with their counts. */
type Done = Map<string, number>;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { minutes: { type: 'string' } } });
  const minutes = Number(values.minutes ?? MINUTES);
  if (!(minutes > 0)) throw new Error('--minutes is a number');
  const fixture = await openFixture();
  const receiver = await startChild<{ port: number }>('receiver.ts');
  const service = await startService(fixture.environment, join(fixture.folder, 'service.log'));
  try {
    const instance = openInstance(fixture, service);
    await instance.sandbox('settings', { mine_every_seconds: BLOCK_SECONDS });
    await hearCallbacks(fixture, instance, `http://127.0.0.1:${receiver.ready.port}/`);
    const done: Done = new Map();
    const samples = await use(instance, { minutes, done, service });
    report(samples, done);
    await untilAtRest(fixture);
    const findings = await auditLedger(fixture.owner);
    say(findings.length === 0 ? 'the books are right' : JSON.stringify(findings));
    process.exitCode = isFlat(samples) && findings.length === 0 ? 0 : 1;
  } finally {
    await service.stop();
    await receiver.stop();
    await fixture.close();
  }
}

function openInstance({ folder }: Fixture, { port }: Service): Instance {
  const file = join(folder, 'sandbox-credentials.json');
  const credentials = JSON.parse(readFileSync(file, 'utf8')) as Credentials;
  const baseUrl = `http://127.0.0.1:${port}`;
  const { api_key, api_secret } = credentials.v2;
  return {
    credentials,
    api: createClient({ baseUrl, apiKey: api_key, apiSecret: api_secret, apiVersion: 2 }),
    async sandbox<T>(route: string, body: object): Promise<T> {
      const answer = await fetch(`${baseUrl}/sandbox/${route}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${route}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    },
  };
}

async function hearCallbacks(
  fixture: Fixture,
  { credentials }: Instance,
  url: string,
): Promise<void> {
  const { app } = fixture.assembled;
  const [endpoint] = await listEndpoints(app, credentials.project_id);
  const { id } = defined(endpoint, 'the demo project has an endpoint');
  await setEndpoint(app, credentials.project_id, { id, url, isEnabled: true });
}

/** Megabytes of the process over time. */
async function use(
  instance: Instance,
  { minutes, done, service }: { minutes: number; done: Done; service: Service },
): Promise<number[]> {
  const endsAt = performance.now() + minutes * 60_000;
  const samples: number[] = [];
  const people = Array.from({ length: PEOPLE }, async (_, person) => {
    for (let n = 0; performance.now() < endsAt; n++) {
      await actOf(instance, done, n * PEOPLE + person);
      await pause(PAUSE_MILLISECONDS);
    }
  });
  const watched = (async () => {
    for (let n = 1; performance.now() < endsAt; n++) {
      await pause(SAMPLE_MILLISECONDS);
      const megabytes = service.memoryMegabytes();
      samples.push(megabytes);
      if ((n * SAMPLE_MILLISECONDS) % 60_000 === 0)
        say(
          `${(n * SAMPLE_MILLISECONDS) / 60_000} min  ${megabytes.toFixed(0)} MB  ${sum(done)} actions`,
        );
    }
  })();
  await Promise.all([...people, watched]);
  return samples;
}

const acts: readonly (readonly [
  name: string,
  act: (instance: Instance, n: number) => Promise<unknown>,
])[] = [
  ['paid invoice', payInvoice],
  ['paid channel', payChannel],
  ['withdrawal', ({ api }, n) => api.coinWithdrawals.create(withdrawal(n, true))],
  [
    'withdrawal in two steps',
    async ({ api }, n) => {
      const { id } = await api.coinWithdrawals.create(withdrawal(n, false));
      await api.coinWithdrawals.commit(id);
    },
  ],
  ['list of invoices', ({ api }) => api.invoices.list({ limit: 50 })],
  ['list of transactions', ({ api }) => api.transactions.list({ limit: 50 })],
  ['refused request', (instance, n) => refused(instance, n)],
];

/** Rejections on the way (an insufficient balance) are counted, and are no failure. */
async function actOf(instance: Instance, done: Done, n: number): Promise<void> {
  const [name, act] = defined(acts[n % acts.length], 'an act');
  const outcome = await act(instance, n).then(
    () => name,
    (error: unknown) => `${name}: ${(error as { code?: string }).code ?? String(error)}`,
  );
  done.set(outcome, (done.get(outcome) ?? 0) + 1);
}

async function payInvoice({ api, sandbox }: Instance, n: number): Promise<void> {
  const { id } = await api.invoices.create({
    price_amount: '5.00',
    price_currency: 'EUR',
    pay_currency: coinOf(n),
  });
  await sandbox('payments', { invoice_id: id });
}

async function payChannel({ api, sandbox }: Instance, n: number): Promise<void> {
  const { id } = await api.channels.create({
    name: 'Soak',
    pay_currency: coinOf(n),
    receiver_currency: 'EUR',
    custom_id: `soak-${n}`,
  });
  await sandbox('payments', { channel_id: id, amount: '0.1' });
}

function withdrawal(n: number, isAtOnce: boolean) {
  const coin = coinOf(n);
  return {
    address: defined(definedCoin(coin).demo.payee, 'an address'),
    received_currency: coin,
    charged_currency: 'EUR',
    charged_amount: '5.00',
    force_commit: isAtOnce,
  };
}

async function refused({ api }: Instance, n: number): Promise<void> {
  await api.invoices
    .create({ price_amount: 'ten', price_currency: 'EUR', pay_currency: coinOf(n) })
    .catch(() => undefined);
}

const coinOf = (n: number) => defined(COINS[n % COINS.length], 'a coin');
const sum = (done: Done) => [...done.values()].reduce((total, count) => total + count, 0);

const quarter = (samples: readonly number[], n: number) => {
  const length = Math.floor(samples.length / 4);
  return runsOf(samples.slice(n * length, (n + 1) * length));
};

function isFlat(samples: readonly number[]): boolean {
  return quarter(samples, 3).median < GROWTH_MAX * quarter(samples, 1).median;
}

function report(samples: readonly number[], done: Done): void {
  for (const [name, count] of [...done].sort()) say(`${String(count).padStart(8)}  ${name}`);
  for (let n = 0; n < 4; n++) {
    const { median, min, max } = quarter(samples, n);
    const show = (megabytes: number) => megabytes.toFixed(0);
    say(`quarter ${n + 1}: ${show(median)} MB (${show(min)}-${show(max)})`);
  }
  say(isFlat(samples) ? 'its memory stayed as it was' : 'ITS MEMORY GREW');
}

/** What is still pending, by kind. */
const OPEN = `select
  (select count(*) from deliveries where status <> 'delivered')::int as callbacks,
  (select count(*) from deposits where project_id is not null and credited_at is null)::int as deposits,
  (select count(*) from coin_withdrawals where status not in ('completed', 'cancelled'))::int as withdrawals`;

/** Every payment is credited, every withdrawal in a block, and every callback delivered. */
async function untilAtRest({ owner }: Fixture): Promise<void> {
  const giveUpAt = performance.now() + REST_MILLISECONDS;
  for (;;) {
    const [open = {}] = await owner.query<Record<string, number>>(OPEN);
    if (Object.values(open).every((count) => count === 0)) break;
    if (performance.now() > giveUpAt) throw new Error(`not at rest: ${JSON.stringify(open)}`);
    await pause(1000);
  }
  say('every payment was credited, every withdrawal confirmed and every callback delivered');
}

await main();
