// The transaction list against a simple model: an array. Random rows and changes, every combination of filters, pages
// of every size; balances and totals must match the array.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InvariantCode } from '../../src/contract/invariant-codes.ts';
import { defined } from '../../src/core/assert.ts';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { formatAmount } from '../../src/core/money.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { lockLedger } from '../../src/ledger/post.ts';
import { createProject } from '../../src/projects/create.ts';
import type { Project } from '../../src/projects/project.ts';
import { listAccountTransactions, listTransactions } from '../../src/transactions/list.ts';
import { changeTransactions, recordTransactions } from '../../src/transactions/record.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { audits: 'never' });
});
afterAll(async () => {
  // The rows were inserted without postings; the audit may only report that no money is behind them.
  const findings = await auditLedger(world.app.db);
  await world.database.owner.query(
    'truncate account_transactions, transaction_sums, transaction_counts, booked_totals cascade',
  );
  await world.close();
  const noMoney: readonly InvariantCode[] = [
    'booked_transactions_mismatch',
    'statement_mismatch',
    'statement_total_mismatch',
    'settled_transaction_unbooked',
  ];
  expect(findings.filter(({ invariant }) => !noMoney.includes(invariant))).toEqual([]);
  // The statements themselves add up: they differ from the balance by what was never posted.
  const breaks = findings.flatMap(({ facts }) => facts['breaks'] ?? []);
  expect(breaks.every((n) => n === 0)).toBe(true);
});

const CURRENCIES = ['EUR', 'LTC', 'ETH'] as const;
const TYPES = ['Invoice', 'ChannelPayment', 'InvoiceRefund'] as const;
const STATUSES = ['new', 'completed', 'unresolved', null] as const;
const LEVELS = ['low', 'high', null] as const;
const CUSTOMERS = ['anna', 'bob', null] as const;

const amount = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
const content = fc.record({
  amount,
  isCounted: fc.boolean(),
  status: fc.constantFrom(...STATUSES),
  riskLevel: fc.constantFrom(...LEVELS),
});
const newRow = fc.tuple(
  content,
  fc.record({
    currency: fc.constantFrom(...CURRENCIES),
    referenceType: fc.constantFrom(...TYPES),
    customerId: fc.constantFrom(...CUSTOMERS),
  }),
);
const operation = fc.oneof(
  fc.record({
    kind: fc.constant('record' as const),
    rows: fc.array(newRow, { minLength: 1, maxLength: 90 }),
  }),
  fc.record({
    kind: fc.constant('change' as const),
    changes: fc.array(fc.tuple(fc.nat(), content), { minLength: 1, maxLength: 20 }),
  }),
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 150 }) }),
);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const query = fc.record({
  currency: maybe(fc.constantFrom(...CURRENCIES)),
  reference_type: maybe(fc.constantFrom(...TYPES)),
  status: maybe(fc.constantFrom('new', 'completed', 'unresolved')),
  risk_level: maybe(fc.constantFrom('low', 'high')),
  customer_id: maybe(fc.constantFrom('anna', 'bob')),
  from: maybe(fc.integer({ min: -30, max: 600 })),
  to: maybe(fc.integer({ min: -30, max: 900 })),
  limit: maybe(fc.integer({ min: 1, max: 200 })),
  isStatement: fc.boolean(),
});

interface ModelRow {
  readonly currency: string;
  readonly referenceType: (typeof TYPES)[number];
  readonly referenceId: string;
  readonly customerId: string | null;
  readonly createdAt: number;
  /** Once it counts: when, and the account's balance after it. */
  booking: { readonly at: number; readonly n: number; readonly balance: bigint } | null;
  content: {
    readonly amount: bigint;
    readonly isCounted: boolean;
    readonly status: string | null;
    readonly riskLevel: string | null;
  };
}

type Query = typeof query extends fc.Arbitrary<infer T> ? T : never;

test('every filter and page shows the rows, balances and total of the model', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: 2, maxLength: 12 }),
      fc.array(query, { minLength: 6, maxLength: 6 }),
      async (operations, queries) => {
        const project = await createProject(world.app, 'Model');
        const startedAt = world.clock.now();
        const model: ModelRow[] = [];
        for (const item of operations) await apply(project, model, item);
        for (const requested of queries) await compare(project, model, { requested, startedAt });
      },
    ),
    { numRuns: 25 },
  );
});

test('one account`s list is that account`s rows, with the same balances', async () => {
  const project = await createProject(world.app, 'Model');
  const model: ModelRow[] = [];
  const rows = fc.sample(newRow, { numRuns: 300, seed: 7 });
  await apply(project, model, { kind: 'record', rows });
  const accounts = await world.app.db.query<{ id: string; currency: string }>(
    `select id, currency from ledger_accounts where project_id = $1 and kind = 'available'`,
    [project.id],
  );
  for (const account of accounts) {
    const expected = expectedRows(model, (row) => row.currency === account.currency);
    const shown = await walk((after) =>
      listAccountTransactions(world.app, project, {
        account_id: account.id,
        limit: 7,
        starting_after: after,
      }),
    );
    expect(shown.map(gist)).toEqual(expected);
  }
});

test('balances are exact at any depth of a list of many thousand rows', async () => {
  const project = await createProject(world.app, 'Deep');
  const model: ModelRow[] = [];
  const sample = fc.sample(newRow, { numRuns: 1500, seed: 11 });
  for (let n = 0; n < 3; n++) await apply(project, model, { kind: 'record', rows: sample });
  await apply(project, model, {
    kind: 'change',
    changes: fc.sample(fc.tuple(fc.nat(), content), { numRuns: 500, seed: 13 }),
  });
  const expected = expectedRows(model, () => true);
  const shown = await walk((after) =>
    listTransactions(world.app, project, { limit: 200, starting_after: after }),
  );
  expect(shown.map(gist)).toEqual(expected);
}, 120_000);

async function apply(
  project: Project,
  model: ModelRow[],
  item: typeof operation extends fc.Arbitrary<infer T> ? T : never,
): Promise<void> {
  if (item.kind === 'wait') return world.clock.advance(item.minutes * MINUTE);
  const added = item.kind === 'record' ? item.rows.map(toModel) : [];
  const changed = new Map<string, ModelRow['content']>();
  if (item.kind === 'change') {
    for (const [place, next] of item.changes) {
      const row = model[place % Math.max(model.length, 1)];
      if (row === undefined) continue;
      // A completed row keeps its amount and its status, and continues to count.
      const { amount: kept, status } = row.content;
      changed.set(
        row.referenceId,
        row.booking === null ? next : { ...next, amount: kept, status, isCounted: true },
      );
    }
  }
  await world.app.db.transaction(async (tx) => {
    await lockLedger(tx, project.id);
    const now = new Date(world.clock.now());
    await recordTransactions(tx, project.id, { now, rows: added.map(toRecord) });
    const changes = [...changed].map(([referenceId, next]) => ({ referenceId, ...stored(next) }));
    await changeTransactions(tx, project.id, { changes, now });
  });
  model.push(...added);
  const byReference = new Map(model.map((row) => [row.referenceId, row]));
  for (const [id, next] of changed) defined(byReference.get(id), 'a changed row').content = next;
  const touched = [...added, ...[...changed.keys()].flatMap((id) => byReference.get(id) ?? [])];
  for (const row of touched) bookInModel(model, row);
}

function bookInModel(model: readonly ModelRow[], row: ModelRow): void {
  if (row.booking !== null || !row.content.isCounted) return;
  const before = model.flatMap((other) =>
    other.currency === row.currency ? (other.booking ?? []) : [],
  );
  const last = before.sort((a, b) => b.n - a.n)[0];
  row.booking = {
    at: world.clock.now(),
    n: before.length + 1,
    balance: (last?.balance ?? 0n) + row.content.amount,
  };
}

function toModel([rowContent, fixed]: typeof newRow extends fc.Arbitrary<infer T>
  ? T
  : never): ModelRow {
  const referenceId = newId(world.app.clock, world.app.random);
  return {
    ...fixed,
    referenceId,
    createdAt: world.clock.now(),
    booking: null,
    content: rowContent,
  };
}

function toRecord(row: ModelRow) {
  const { currency, referenceType, referenceId, customerId } = row;
  const nonce = world.app.random.bytes(10).toString('hex');
  const texts = { feeCurrency: 'EUR', customId: null, description: null };
  return {
    currency,
    referenceType,
    referenceId,
    customerId,
    nonce,
    ...texts,
    ...stored(row.content),
  };
}

function stored(next: ModelRow['content']) {
  return { ...next, fee: 1n, statusContext: null, risk: null };
}

/** The expected list for the rows that pass: newest first, with the account's balance up to each. */
function expectedRows(model: readonly ModelRow[], passes: (row: ModelRow) => boolean) {
  const balances = new Map<string, bigint>();
  const shown = model.map((row) => {
    const before = balances.get(row.currency) ?? 0n;
    const balance = before + (row.content.isCounted ? row.content.amount : 0n);
    balances.set(row.currency, balance);
    const currency = world.app.currencies.get(row.currency);
    if (currency === undefined) throw new Error('a currency');
    return {
      row,
      gist: {
        reference_id: row.referenceId,
        amount: formatAmount(row.content.amount, currency),
        balance: formatAmount(balance, currency),
        status: row.content.status,
      },
    };
  });
  return shown
    .filter((item) => passes(item.row))
    .map((item) => item.gist)
    .reverse();
}

/** The expected statement: newest posting first, with the balance after it. */
function expectedBookings(model: readonly ModelRow[], passes: (row: ModelRow) => boolean) {
  return model
    .filter((row) => row.booking !== null && passes(row))
    .map((row) => {
      const currency = defined(world.app.currencies.get(row.currency), 'a currency');
      return {
        reference_id: row.referenceId,
        amount: formatAmount(row.content.amount, currency),
        balance: formatAmount(row.booking?.balance ?? 0n, currency),
        status: row.content.status,
      };
    });
}

interface Shown {
  readonly id: string;
  readonly reference_id: string;
  readonly amount: string;
  readonly balance: string;
  readonly status: string | null;
}

function gist({ reference_id, amount: text, balance, status }: Shown) {
  return { reference_id, amount: text, balance, status };
}

async function compare(
  project: Project,
  model: readonly ModelRow[],
  facts: { requested: Query; startedAt: number },
): Promise<void> {
  const { requested, startedAt } = facts;
  const { from, to, limit, isStatement, ...filters } = requested;
  const at = (minutes: number | undefined) =>
    minutes === undefined ? undefined : startedAt + minutes * MINUTE + (minutes % 3) * HOUR;
  const [earliest, latest] = [at(from), at(to)];
  const isBetween = (time: number) =>
    // An upper bound in whole seconds includes that second.
    (earliest === undefined || time >= earliest) && (latest === undefined || time <= latest + 999);
  const expected = (isStatement ? expectedBookings : expectedRows)(
    model,
    (row) =>
      (filters.currency === undefined || row.currency === filters.currency) &&
      (filters.reference_type === undefined || row.referenceType === filters.reference_type) &&
      (filters.status === undefined || row.content.status === filters.status) &&
      (filters.risk_level === undefined || row.content.riskLevel === filters.risk_level) &&
      (filters.customer_id === undefined || row.customerId === filters.customer_id) &&
      isBetween(isStatement ? (row.booking?.at ?? Number.NaN) : row.createdAt),
  );
  const bounds = isStatement
    ? { booked_at_from: earliest, booked_at_to: latest, order_by: 'booked_at' as const }
    : { created_at_from: earliest, created_at_to: latest };
  const input = { ...filters, ...bounds, limit };
  const shown = await walk((starting_after) =>
    listTransactions(world.app, project, { ...input, starting_after }),
  );
  // The order of simultaneous postings in several accounts is only defined within each.
  const key = (row: { reference_id: string }) => row.reference_id;
  const sorted = <T extends { reference_id: string }>(rows: readonly T[]) =>
    isStatement ? [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1)) : rows;
  expect(sorted(shown.map(gist))).toEqual(sorted(expected));
  expect(shown.totals.every((total) => total === expected.length)).toBe(true);
}

/** All pages in turn. Each says whether there are more, and the same total. */
async function walk(
  read: (
    after: string | undefined,
  ) => Promise<{ rows: readonly Shown[]; total: number; hasMore: boolean }>,
): Promise<Shown[] & { totals: number[] }> {
  const rows: Shown[] = [];
  const totals: number[] = [];
  for (let after: string | undefined; ; ) {
    const page = await read(after);
    rows.push(...page.rows);
    totals.push(page.total);
    if (!page.hasMore) return Object.assign(rows, { totals });
    expect(page.rows.length).toBeGreaterThan(0);
    after = page.rows.at(-1)?.id;
  }
}
