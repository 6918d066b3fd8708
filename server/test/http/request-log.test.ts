// Guarantees of the request log: it has a project's own requests, and those that name its key with a wrong signature;
// with each problem and no secret; for permitted people only; and within limits.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { DAY, SECOND, wallNow } from '../../src/core/clock.ts';
import { cleanUpWorker } from '../../src/http/clean-up.ts';
import { perform } from '../../src/operator/perform.ts';
import { allowance } from '../../src/requests/allowance.ts';
import { requestLog } from '../../src/requests/log.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { personIn } from '../people/support.ts';
import { until } from '../support/service.ts';
import { send, signedHeaders } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchant: Merchant;
let other: Merchant;
beforeAll(async () => {
  world = await createWorld(
    { CHAINTILL_REQUEST_LOG_RETENTION_DAYS: '3' },
    { people: true, coins: ['LTC'] },
  );
  merchant = await world.merchant();
  other = await world.merchant();
});
afterAll(() => world.close());

const ACTOR = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;

async function list(values: Record<string, unknown> = {}, of = merchant) {
  const app = { ...world.app, coinWallets: new Map(), nodes: new Map() };
  const call = { actor: ACTOR, values: { project: of.project.id, ...values } };
  return (await perform(app, 'requests.list', call)).rows;
}

/** The entry for a response's request id. */
const noted = (requestId: string, of = merchant) =>
  until(`request ${requestId} is in the log`, async () => {
    const [row] = await list({ request_id: requestId }, of);
    return row;
  });

async function sendSigned(
  requested: { method: string; target: string; body?: string },
  change: (headers: Record<string, string>) => Record<string, string> = (headers) => headers,
) {
  const headers = change(signedHeaders(merchant.key, requested));
  const answer = await send(world.url, { ...requested, headers });
  return { ...answer, id: defined(answer.headers['x-request-id'], 'an id').toString() };
}

const INVOICES = { method: 'POST', target: '/api/invoices' } as const;

test('successful requests are stored with path and key, without content', async () => {
  const body = { price_amount: '10', price_currency: 'EUR', pay_currency: 'LTC', nonsense: 1 };
  const { id, status } = await sendSigned({ ...INVOICES, body: JSON.stringify(body) });
  expect(status).toBe(201);
  expect(await noted(id)).toMatchObject({
    method: 'POST',
    path: '/api/invoices',
    status: 201,
    signed: true,
    left_out: 0,
    key: merchant.key.key,
    key_name: 'test',
    code: null,
    problems: [],
    input: null,
    ignored: 'nonsense',
  });
});

test('rejected requests are stored with every problem and the known fields, without secrets', async () => {
  const body = {
    price_amount: 'much',
    price_currency: 'EUR',
    pay_currency: 'LTC',
    api_secret: 'hush',
    description: 'x'.repeat(5000),
    success_redirect_url: 'https://me:hush@shop.example/',
  };
  const { id } = await sendSigned({
    ...INVOICES,
    target: '/api/invoices?nothing=hush',
    body: JSON.stringify(body),
  });
  const row = await noted(id);
  expect(row).toMatchObject({ status: 422, code: 'invalid', path: '/api/invoices' });
  expect(row.problems.map(({ field }) => field)).toContain('price_amount');
  expect(row.input).toMatchObject({ price_amount: 'much', pay_currency: 'LTC' });
  expect(JSON.stringify(row)).not.toContain('hush');
  expect(JSON.stringify(row).length).toBeLessThan(5000);
});

test('a surrogate pair is not split, which would lose everything stored with it', async () => {
  const description = `${'x'.repeat(199)}\u{1F600}`;
  const { id } = await sendSigned({ ...INVOICES, body: JSON.stringify({ description }) });
  const row = await noted(id);
  expect(row.input?.['description']).toMatch(/^x{199}\uFFFD/);
});

test('a wrong signature, a wrong date and a wrong path are in the log of the key that was named', async () => {
  const signature = await sendSigned({ method: 'GET', target: '/api/accounts' }, (headers) => ({
    ...headers,
    authorization: `${headers['authorization']?.slice(0, -6)}AAAAA=`,
  }));
  expect(await noted(signature.id)).toMatchObject({
    status: 401,
    code: 'unauthenticated',
    signed: false,
    input: null,
    message: 'the signature does not match',
  });
  const date = await sendSigned({ method: 'GET', target: '/api/accounts' }, (headers) => ({
    ...headers,
    date: new Date(wallNow() - DAY).toUTCString(),
  }));
  expect((await noted(date.id)).message).toMatch(/Date header/);
  const path = await sendSigned({ method: 'GET', target: '/api/nothing' });
  expect(await noted(path.id)).toMatchObject({ status: 404, path: '/api/nothing', signed: false });
  const text = JSON.stringify(await list());
  expect(text).not.toContain(merchant.key.secret);
  expect(text).not.toContain('HMAC');
});

test("unknown keys leave no trace, and no one sees another project's", async () => {
  const stranger = await sendSigned({ method: 'GET', target: '/api/accounts' }, (headers) => ({
    ...headers,
    authorization: 'HMAC nobody:AAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  }));
  const { id } = await sendSigned({ method: 'GET', target: '/api/accounts' });
  await noted(id);
  expect(await list({ request_id: stranger.id })).toEqual([]);
  expect(await list({}, other)).toEqual([]);
});

test('filters and pages', async () => {
  const { id } = await sendSigned({ method: 'GET', target: '/api/accounts?limit=nothing' });
  await noted(id);
  const all = await list();
  const refused = await list({ result: 'refused' });
  expect(refused).toEqual(all.filter(({ status }) => status >= 400));
  expect(refused.length).toBeGreaterThan(2);
  expect(await list({ path: '/api/invoices' })).toEqual(
    all.filter(({ path }) => path === '/api/invoices'),
  );
  expect(await list({ key: 'none' })).toEqual([]);
  const [first] = await list({ limit: '1' });
  expect(await list({ after: first?.id })).toEqual(all.slice(1));
  expect(await list({ to: new Date(wallNow() - DAY).toISOString() })).toEqual([]);
});

test('developers and administrators of the project can read it, others cannot', async () => {
  const project = merchant.project.id;
  const path = `/operations/requests.list?project=${project}`;
  for (const role of ['developer', 'admin'] as const) {
    const browser = await personIn(world, { name: role }, { projectId: project, roles: [role] });
    const { status, body } = await browser.request(path);
    expect([status, body.data.rows.length > 0]).toEqual([200, true]);
  }
  for (const role of ['viewer', 'support', 'finance', 'approver'] as const) {
    const browser = await personIn(world, { name: role }, { projectId: project, roles: [role] });
    expect((await browser.request(path)).status).toBe(403);
  }
  const stranger = await personIn(
    world,
    { name: 'stranger' },
    { projectId: other.project.id, roles: ['admin'] },
  );
  expect((await stranger.request(path)).status).toBe(404);
});

test('it is forgotten after days', async () => {
  const { owner } = world.database;
  await owner.query(`update request_log set at = at - interval '4 days' where status < 400`);
  await makeAllDue(world.app);
  await runDueWork(world.app, [cleanUpWorker]);
  const left = await list();
  expect(left.length).toBeGreaterThan(2);
  expect(left.filter(({ status }) => status < 400)).toEqual([]);
});

test('of many simultaneous requests some are stored, unsigned ones separately, and the next stored one counts the rest', () => {
  let now = 0;
  const { take } = allowance(() => now);
  const first = Array.from({ length: 400 }, () => take('busy', 'succeeded'));
  expect(first.filter((leftOut) => leftOut === 0)).toHaveLength(300);
  expect([take('busy', 'refused'), take('busy', 'unsigned'), take('other', 'succeeded')]).toEqual([
    0, 0, 0,
  ]);
  now = SECOND;
  expect([take('busy', 'succeeded'), take('busy', 'succeeded')]).toEqual([100, null]);
});

const describe = (requestId: string) => ({
  requestId,
  method: 'GET',
  path: '/api/accounts',
  apiKey: merchant.key.key,
  isSigned: true,
  status: 200,
  milliseconds: 1,
  code: null,
  message: null,
  details: null,
  input: null,
  ignored: null,
});

test('requests that arrive while others are stored are stored together later', async () => {
  const { app } = world;
  let sets = 0;
  const query: typeof app.db.query = (...call) => {
    sets += 1;
    if (sets === 1)
      for (const requestId of ['during the first', 'during the first, too'])
        log.note(other.project.id, 'succeeded', () => describe(requestId));
    return app.db.query(...call);
  };
  const log = requestLog({ ...app, db: { ...app.db, query } });
  log.note(other.project.id, 'succeeded', () => describe('before'));
  await log.finish();
  expect(sets).toBe(1);
  await log.finish();
  expect(sets).toBe(2);
  expect((await list({}, other)).map(({ request_id: id }) => id)).toEqual(
    expect.arrayContaining(['before', 'during the first', 'during the first, too']),
  );
});

test('entries that the database rejects are dropped and counted, and nothing waits', async () => {
  let isDown = true;
  const { app } = world;
  const query: typeof app.db.query = (...call) =>
    isDown ? Promise.reject(new Error('away')) : app.db.query(...call);
  const log = requestLog({ ...app, db: { ...app.db, query } });
  log.note(other.project.id, 'succeeded', () => describe('lost 1'));
  log.note(other.project.id, 'succeeded', () => describe('lost 2'));
  await log.finish();
  isDown = false;
  log.note(other.project.id, 'succeeded', () => describe('kept'));
  await log.finish();
  const [newest] = await list({}, other);
  expect([newest?.request_id, newest?.left_out]).toEqual(['kept', 2]);
});

test('a key shows its last use and its creator', async () => {
  const keys = () =>
    perform({ ...world.app, coinWallets: new Map(), nodes: new Map() }, 'keys.list', {
      actor: ACTOR,
      values: { project: merchant.project.id },
    });
  const used = await until('the key was used', async () => {
    const [key] = await keys();
    return key?.used_at;
  });
  expect(Math.abs(Date.parse(used) - wallNow())).toBeLessThan(10 * 60 * SECOND);
  const app = { ...world.app, coinWallets: new Map(), nodes: new Map() };
  const values = { project: merchant.project.id, name: 'by hand' };
  await perform(app, 'keys.create', { actor: { ...ACTOR, name: 'root' }, values });
  expect((await keys()).at(-1)).toMatchObject({
    name: 'by hand',
    used_at: null,
    made_by: 'root',
    made_by_system_user: true,
  });
});
