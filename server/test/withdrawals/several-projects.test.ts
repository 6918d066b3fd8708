// Steps of several projects in one transaction: each project gets its own result, as if it had come alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { AppError } from '../../src/core/errors.ts';
import { newId } from '../../src/core/ids.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { lockLedger } from '../../src/ledger/post.ts';
import type { CreateStep, Step } from '../../src/withdrawals/decide-steps.ts';
import { takeStep } from '../../src/withdrawals/take-step.ts';
import type { WithdrawalRow } from '../../src/withdrawals/withdrawal.ts';
import { publishPolicy } from '../policy/support.ts';
import { credit } from '../support/funds.ts';
import { otherApp } from '../support/other-app.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { rowOf } from './support.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { sends: false });
});
afterAll(() => world.close());

async function funded(eur: string): Promise<Merchant> {
  const merchant = await world.merchant();
  await credit(world, merchant, { EUR: eur });
  return merchant;
}

/** The application of a process that has started nothing, and the number of transactions it has started. */
function counting(): { app: App; begun: () => number } {
  let begun = 0;
  const { db } = world.app;
  const transaction: typeof db.transaction = (work) => {
    begun += 1;
    return db.transaction(work);
  };
  return { app: otherApp(world.app, { db: { ...db, transaction } }), begun: () => begun };
}

/** 10.00 EUR to a new address. */
function creation(merchant: Merchant, changes: Partial<WithdrawalRow> = {}): CreateStep {
  const now = new Date(world.app.clock.now());
  const row = rowOf(newId(world.app.clock, world.app.random), {
    project_id: merchant.project.id,
    charged_amount: 1000n,
    received_amount: 15_000n,
    network_fee: 300n,
    fee: 10n,
    created_at: now,
    expires_at: new Date(now.getTime() + 30_001),
    address: 'somewhere',
    ...changes,
  });
  return {
    kind: 'create',
    signature: null,
    row,
    isForced: true,
    refuseShort: (available) => refusal(`short ${available}`),
    refuseByRule: ({ name }) => refusal(`rule ${name}`),
  };
}

const refusal = (message: string) => new AppError({ code: 'conflict', status: 409, message });

/** The resulting status, or the error code; with our own message. */
async function take(app: App, merchant: Merchant, step: Step): Promise<string> {
  try {
    return (await takeStep(app, merchant.project.id, step)).status;
  } catch (error) {
    if (!(error instanceof AppError)) return 'fault';
    return error.code === 'conflict' ? error.message : error.code;
  }
}

async function stored(merchant: Merchant): Promise<string[]> {
  const rows = await world.app.db.query<{ status: string }>(
    'select status from coin_withdrawals where project_id = $1 order by id limit 10',
    [merchant.project.id],
  );
  return rows.map(({ status }) => status);
}

test('one transaction for all projects, with separate results: paid, held, committed, short, duplicate, rejected by a rule', async () => {
  const { app, begun } = counting();
  const [rich, poor, twice, strict, later] = await Promise.all([
    funded('100'),
    funded('9.99'),
    funded('100'),
    funded('100'),
    funded('100'),
  ]);
  await publishPolicy(world, strict, { name: 'none', when: { amountAbove: '1' }, do: 'refuse' });
  const quote = creation(later);
  expect(await take(app, twice, creation(twice, { custom_id: 'payout' }))).toBe('pending');
  expect(await take(app, later, { ...quote, isForced: false })).toBe('new');
  const before = begun();
  const { id } = quote.row;
  const commit = {
    kind: 'commit',
    id,
    commitKey: id,
    committedBy: 'a key',
    signature: null,
  } as const;
  const outcomes = await Promise.all([
    take(app, rich, creation(rich, { custom_id: 'payout' })),
    take(app, rich, { ...creation(rich), isForced: false }),
    take(app, poor, creation(poor)),
    take(app, twice, creation(twice, { custom_id: 'payout' })),
    take(app, twice, creation(twice, { custom_id: 'another' })),
    take(app, strict, creation(strict)),
    take(app, later, commit),
    // Another project's withdrawal.
    take(app, poor, commit),
  ]);
  expect(begun() - before).toBe(1);
  expect(outcomes).toEqual([
    'pending',
    'new',
    'short 999',
    'duplicate_custom_id',
    'pending',
    'rule none',
    'pending',
    'not_found',
  ]);
  expect(await Promise.all([rich, poor, twice, strict, later].map(stored))).toEqual([
    ['pending', 'new'],
    [],
    ['pending', 'pending'],
    [],
    ['pending'],
  ]);
  const accounts = await rich.api.accounts.list();
  expect(accounts.data.find(({ currency }) => currency === 'EUR')).toMatchObject({
    balance: '90.0',
    available: '80.0',
  });
  expect((await rich.api.coinWithdrawals.list()).meta.total).toBe(1);
  const { data } = await twice.api.transactions.list({});
  expect(data.map(({ balance }) => balance)).toEqual(['80.0', '90.0', '100.0']);
  await world.settle();
  expect(rich.callbacks.map(({ event }) => event)).toEqual(['created']);
  expect(twice.callbacks.map(({ event }) => event)).toEqual(['created', 'created']);
  expect(strict.callbacks).toEqual([]);
  expect(await auditLedger(world.app.db)).toEqual([]);
});

test("only a project's own withdrawals count toward its limit, including those in the same batch", async () => {
  const { app } = counting();
  const [limited, other] = [await funded('1000'), await funded('1000')];
  const limit = (count: number, per: string) => ({ countAbove: { count, hours: 24, per } });
  await publishPolicy(
    world,
    limited,
    { name: 'day', when: limit(3, 'project'), do: 'refuse' },
    { name: 'address', when: limit(1, 'destination'), do: { hold: 0 } },
  );
  await publishPolicy(world, other, { name: 'day', when: limit(2, 'project'), do: 'refuse' });
  const addresses = ['one', 'two', 'one', 'three'];
  const requested = addresses.flatMap((address) =>
    [limited, other].map((merchant) => take(app, merchant, creation(merchant, { address }))),
  );
  const outcomes = await Promise.all(requested);
  const of = (n: number) => outcomes.filter((_, index) => index % 2 === n);
  expect(of(0)).toEqual(['pending', 'pending', 'on_hold', 'rule day']);
  expect(of(1)).toEqual(['pending', 'pending', 'rule day', 'rule day']);
});

test('a project with long windows delays no others', async () => {
  const { app, begun } = counting();
  const [large, small] = [await funded('100'), await funded('100')];
  await world.app.db.query(
    `insert into object_counts (project_id, object_type, n) values ($1, 'coin_withdrawal', 1000000)`,
    [large.project.id],
  );
  const when = { countAbove: { count: 5, hours: 24 } };
  await publishPolicy(world, large, { name: 'day', when, do: 'refuse' });
  // Detected with the first.
  expect(await take(app, large, creation(large))).toBe('pending');
  const before = begun();
  const both = [take(app, large, creation(large)), take(app, small, creation(small))];
  expect(await Promise.all(both)).toEqual(['pending', 'pending']);
  expect(begun() - before).toBe(2);
});

test('a project whose ledger another process has locked delays no others and gets its turn', async () => {
  const { app } = counting();
  const [busy, free] = [await funded('100'), await funded('100')];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isLocked: () => void = () => undefined;
  const locked = new Promise<void>((resolve) => {
    isLocked = resolve;
  });
  const other = world.app.db.transaction(async (tx) => {
    await lockLedger(tx, busy.project.id);
    isLocked();
    await released;
  });
  await locked;
  const waiting = take(app, busy, creation(busy));
  const quick = take(app, free, creation(free));
  expect(await quick).toBe('pending');
  expect(await stored(busy)).toEqual([]);
  release();
  await other;
  expect(await waiting).toBe('pending');
});

test('a statement that fails for one project fails for no other', async () => {
  const { app } = counting();
  const [broken, sound] = [await funded('100'), await funded('100')];
  const outcomes = await Promise.all([
    take(app, sound, creation(sound)),
    // Rejected by a constraint of the table.
    take(app, broken, creation(broken, { network_fee: -1n })),
    take(app, sound, creation(sound)),
  ]);
  expect(outcomes).toEqual(['pending', 'fault', 'pending']);
  expect(await stored(broken)).toEqual([]);
  expect(await stored(sound)).toEqual(['pending', 'pending']);
  expect(await take(app, broken, creation(broken))).toBe('pending');
});
