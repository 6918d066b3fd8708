// Guarantees of saved views and hidden columns: they belong to the person, concurrent changes are all stored, and their
// number and size are bounded.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COLUMNS_MAX, LISTS, VIEWS_MAX } from '../../src/contract/people/lists.ts';
import { listChoicesOf, saveView } from '../../src/people/list-choices.ts';
import { createUser } from '../../src/people/users.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Browser, personIn } from './support.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: ['LTC'], sends: false });
});
afterAll(() => world.close());

let people = 0;
const person = () => personIn(world, { name: `Person ${++people}`, role: 'auditor' });
const listsOf = async (browser: Browser) => (await browser.request('/me/lists')).body.data;
const save = (browser: Browser, view: object) =>
  browser.post('/me/lists/views', { list: 'invoices', filters: { status: 'new' }, ...view });
const column = (browser: Browser, name: string, isShown: boolean) =>
  browser.post('/me/lists/columns', { list: 'invoices', column: name, is_shown: isShown });

test('a person finds their views and columns again, by name, and nobody else does', async () => {
  const [ada, ben] = [await person(), await person()];
  await save(ada, { name: ' view 10 ' });
  await save(ada, { name: 'view 9', filters: { status: 'expired', from: '2026-01-01' } });
  await column(ada, 'due', false);
  await save(ben, { name: 'view 9', list: 'webhooks' });
  expect(await listsOf(ada)).toEqual([
    {
      list: 'invoices',
      views: [
        { name: 'view 9', filters: { status: 'expired', from: '2026-01-01' } },
        { name: 'view 10', filters: { status: 'new' } },
      ],
      hidden: ['due'],
    },
  ]);
  await ben.post('/me/lists/views/delete', { list: 'invoices', name: 'view 9' });
  await column(ben, 'due', true);
  const [{ views, hidden }] = await listsOf(ada);
  expect([views.length, hidden]).toEqual([2, ['due']]);
});

test('a name is unique in its list: saving it again replaces its filters, and deleting it twice is no error', async () => {
  const ada = await person();
  await save(ada, { name: 'open' });
  await save(ada, { name: 'open', filters: { status: 'pending' } });
  const [{ views }] = await listsOf(ada);
  expect(views).toEqual([{ name: 'open', filters: { status: 'pending' } }]);
  const remove = () => ada.post('/me/lists/views/delete', { list: 'invoices', name: 'open' });
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 200]);
  expect((await listsOf(ada))[0].views).toEqual([]);
});

test('two browsers that change a list at the same moment lose nothing', async () => {
  const ada = await person();
  const names = Array.from({ length: 8 }, (_, n) => `view ${n}`);
  const answers = await Promise.all([
    ...names.map((name) => save(ada, { name })),
    ...names.map((name) => column(ada, name, false)),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const [{ views, hidden }] = await listsOf(ada);
  expect(views.map(({ name }: { name: string }) => name)).toEqual(names);
  expect([...hidden].sort()).toEqual(names);
});

test('at most so many views are saved for a list, also by concurrent requests; an existing one can still change', async () => {
  const ada = await person();
  const names = Array.from({ length: VIEWS_MAX + 3 }, (_, n) => `view ${n}`);
  const answers = await Promise.all(names.map((name) => save(ada, { name })));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status }) => status)).toEqual([422, 422, 422]);
  expect(refused[0]?.body.error.details).toMatchObject([
    { code: 'size_must_be_less_than_or_equal', target: 'views' },
  ]);
  const [{ views }] = await listsOf(ada);
  expect(views).toHaveLength(VIEWS_MAX);
  const again = await save(ada, { name: views[0].name, filters: { status: 'expired' } });
  expect(again.status).toBe(200);
  expect((await save(ada, { name: 'further', list: 'webhooks' })).status).toBe(200);
});

test.each([
  ['an unknown list', { list: 'secrets' }, 'list'],
  ['a blank name', { name: '  ' }, 'name'],
  ['a long name', { name: 'x'.repeat(61) }, 'name'],
  ['a long filter', { filters: { status: 'x'.repeat(256) } }, 'filters.status'],
  ['a filter with a long name', { filters: { ['x'.repeat(41)]: 'new' } }, 'filters'],
  ['a filter that is no text', { filters: { status: { not: 'new' } } }, 'filters.status'],
  ['a filter that the database cannot store', { filters: { 'a\u0000b': 'new' } }, 'filters'],
  [
    'many filters',
    { filters: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, 'x'])) },
    'filters',
  ],
  ['no filters', { filters: undefined }, 'filters'],
])('%s is refused', async (_what, view, target) => {
  const ada = await person();
  const { status, body } = await save(ada, { name: 'view', ...view });
  expect([status, body.error.details[0].target]).toEqual([422, target]);
  expect(await listsOf(ada)).toEqual([]);
});

test('preferences leave no line in the audit log', async () => {
  const ada = await person();
  const lines = () => world.app.db.query('select count(*) from journal');
  const before = await lines();
  for (const list of LISTS) await save(ada, { name: 'view', list });
  expect(await listsOf(ada)).toHaveLength(LISTS.length);
  expect(await lines()).toEqual(before);
});

test('views are deleted with their person', async () => {
  const { db } = world.app;
  const user = { name: 'Leaver', email: null, role: null };
  const { id } = await createUser(world.app, user);
  await saveView(db, { userId: id, list: 'invoices' }, { name: 'view', filters: {} });
  expect(await listChoicesOf(db, id)).toHaveLength(1);
  await world.database.owner.query('delete from users where id = $1', [id]);
  expect(await listChoicesOf(db, id)).toEqual([]);
});

test('at most so many columns are hidden in a list', async () => {
  const ada = await person();
  for (let n = 0; n < COLUMNS_MAX; n++) await column(ada, `c${n}`, false);
  expect((await column(ada, 'further', false)).status).toBe(422);
  expect((await column(ada, 'c0', false)).status).toBe(200);
  await column(ada, 'c0', true);
  expect((await column(ada, 'further', false)).status).toBe(200);
});
