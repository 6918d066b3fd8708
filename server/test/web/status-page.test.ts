// Guarantees of the status page: it shows what is late, pending and unavailable, by coin, without the reasons; many
// requests share one check; and it responds while the database is unreachable.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { watchTaskName } from '../../src/chains/chain.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { locales } from '../../src/core/languages.ts';
import { beginQuarantine } from '../../src/payouts/quarantine.ts';
import { renderStatusPage } from '../../src/web/status-page.ts';
import { type StatusView, viewOfStatus } from '../../src/web/view-of-status.ts';
import { createWorld, type World } from '../support/world.ts';
import { openPage } from './support.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(() => tones(`due_at = now(), ended_at = now(), last_error = null, failures = 0`));
afterAll(() => world.close());

/** The watchers' last results. */
const tones = (values: string, name = '%') =>
  world.app.db.query(`update schedules set ${values} where name like $1`, [name]);

/** The current page, past the cache. */
const statusView = (changes: Partial<App> = {}) => viewOfStatus({ ...world.app, ...changes });
const notUp = ({ parts }: StatusView) =>
  parts
    .filter(({ status }) => status !== 'up')
    .map(({ part, coin, status }) => `${part} ${coin?.code ?? ''}: ${status}`);
const page = (view: StatusView) =>
  renderStatusPage(view, 'en', {
    style: '/s',
    darkStyle: '/assets/payment-page-dark.css',
    script: '/t',
    site: '',
  });
const pageText = (view: StatusView) =>
  page(view)
    .replaceAll(/<[^>]*>|\s+/g, ' ')
    .replaceAll(/ +/g, ' ');

test('all is well, in one line for all coins', async () => {
  const view = await statusView();
  expect(notUp(view)).toEqual([]);
  expect(pageText(view)).toContain('All systems operational');
  expect(pageText(view)).not.toContain('Litecoin');
});

test('an unreachable chain is late in both directions, without the reason', async () => {
  await tones(`failures = 3, last_error = 'connect 10.1.2.3:8332'`, watchTaskName('BTC'));
  const view = await statusView();
  expect(view.status).toBe('delayed');
  expect(notUp(view)).toEqual(['payments BTC: delayed', 'payouts BTC: delayed']);
  expect(pageText(view)).toMatch(/Payments Bitcoin \S* ?delayed .*Litecoin \S* ?operational/);
  expect(page(view)).not.toContain('8332');
});

test('without a worker process everything that it does is late', async () => {
  await tones(`ended_at = now() - interval '1 hour', leased_until = null`);
  const parts = ['payments', 'payouts'];
  const late = [...world.app.coins.keys()].flatMap((coin) =>
    parts.map((part) => `${part} ${coin}`),
  );
  expect(notUp(await statusView()).sort()).toEqual(
    [...late, 'callbacks '].map((one) => `${one}: delayed`).sort(),
  );
});

test('callbacks untried for a minute are late, failed ones are not', async () => {
  const merchant = await world.merchant();
  const order = { price_amount: '20.00', price_currency: 'EUR', pay_currency: 'LTC' };
  const { id } = await merchant.api.invoices.create(order);
  await world.pay({ invoice_id: id, amount: '1' });
  const due = (values: string) =>
    world.app.db.query(`update deliveries set status = 'pending', waits = false, ${values}`);
  const late = new Date(world.clock.now() - 2 * MINUTE).toISOString();
  await due(`attempts = 0, delivered_at = null, next_attempt_at = '${late}'`);
  expect(notUp(await statusView())).toEqual(['callbacks : delayed']);
  await due(`first_failed_at = '${late}'`);
  expect(notUp(await statusView())).toEqual([]);
});

test('a coin in quarantine is paused', async () => {
  await world.app.db.transaction((tx) => beginQuarantine(tx, { coin: 'LTC', reason: 'secret' }));
  const view = await statusView();
  expect(notUp(view)).toEqual(['payouts LTC: paused']);
  expect(page(view)).not.toContain('secret');
});

test('while the database is unreachable everything is shown as unavailable', async () => {
  const query = () => Promise.reject(new Error('gone'));
  const view = await statusView({ db: { ...world.app.db, query } });
  expect(new Set(view.parts.map(({ status }) => status))).toEqual(new Set(['down']));
  expect(pageText(view)).toContain('Service disruption');
});

test('one check serves many requests', async () => {
  const app = { ...world.app };
  const views = await Promise.all(Array.from({ length: 50 }, () => viewOfStatus(app)));
  expect(new Set(views).size).toBe(1);
});

test("for people and programs, in the client's language", async () => {
  const { status, headers, pageText: reported } = await openPage(world, '/status?locale=de');
  expect({ status, type: headers.get('content-type') }).toEqual({
    status: 200,
    type: 'text/html; charset=utf-8',
  });
  expect(reported).toContain('Auszahlungen');
  const answer = await fetch(`${world.url}/status.json`);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await answer.json()).toMatchObject({
    parts: expect.arrayContaining([
      { part: 'payments', coin: 'BTC', status: 'up' },
      { part: 'callbacks', coin: null, status: 'up' },
    ]),
  });
});

test.each(locales)('in %s nothing is missing', async (locale) => {
  const shown = renderStatusPage(await statusView(), locale, {
    style: '/s',
    darkStyle: '/assets/payment-page-dark.css',
    script: '/t',
    site: '',
  });
  expect(shown).not.toMatch(/undefined|\{\w+\}/);
});
