// The metrics for Prometheus are correct: for chains, payments, wallets, callbacks, rates, and tasks that need a
// person.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../src/core/clock.ts';
import { raiseAlert } from '../../src/ledger/alerts.ts';
import { openMetrics } from '../../src/metrics/count.ts';
import { readings } from '../../src/metrics/readings.ts';
import { seriesIn } from '../support/series.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const metrics = openMetrics();
let world: World;
let merchant: Merchant;

beforeAll(async () => {
  world = await createWorld({}, { measures: metrics.measures, coins: ['LTC'] });
  merchant = await world.merchant();
});
afterAll(() => world.close());

/** The current value of a gauge. */
async function read(gauge: string, labels: Readonly<Record<string, string>> = {}) {
  const { coinWallets, nodes } = world.assembled;
  const own = readings.find(({ gauges }) => gauge in gauges);
  const samples = await own?.read({ ...world.app, coinWallets, nodes });
  const isRequested = (reported: Readonly<Record<string, string>> = {}) =>
    Object.entries(labels).every(([name, value]) => reported[name] === value);
  return samples?.[gauge]?.find((sample) => isRequested(sample.labels))?.value;
}

const LTC = { coin: 'LTC' };

test("a chain is reported with its height and the node's lead", async () => {
  await world.mine('LTC', 1);
  const height = await read('chaintill_chain_height', LTC);
  expect(await read('chaintill_chain_lag_blocks', LTC)).toBe(0);
  expect(await read('chaintill_chain_node_height', LTC)).toBe(height);
  expect(await read('chaintill_node_up', LTC)).toBe(1);
});

test('reorganizations are counted with their blocks, and node requests with their duration', async () => {
  await world.mine('LTC', 3);
  await world.reorganise('LTC', 2);
  const series = seriesIn(await metrics.registry.metrics());
  expect(series.of('chaintill_chain_reorganizations_total', LTC)).toBe(1);
  expect(series.of('chaintill_chain_reorganized_blocks_total', LTC)).toBeGreaterThanOrEqual(2);
  const answered = { ...LTC, result: 'answered' };
  expect(series.of('chaintill_node_request_duration_seconds_count', answered)).toBeGreaterThan(0);
});

test('a deposit that waits for blocks is reported with its age', async () => {
  const invoice = await merchant.api.invoices.create({
    price_amount: '5',
    price_currency: 'EUR',
    pay_currency: 'LTC',
  });
  await world.pay({ invoice_id: invoice.id });
  await world.advance(90 * SECOND);
  const pending = { ...LTC, status: 'pending' };
  expect(await read('chaintill_deposits', pending)).toBe(1);
  expect(await read('chaintill_deposits_oldest_seconds', pending)).toBeGreaterThanOrEqual(90);
  await world.mine('LTC', 12);
  expect(await read('chaintill_deposits', pending)).toBe(undefined);
});

test('wallets and liabilities are reported in coins', async () => {
  expect(await read('chaintill_wallet_held_coins', LTC)).toBeGreaterThan(0);
  expect(await read('chaintill_asset_held_coins', { asset: 'LTC' })).toBeGreaterThan(0);
});

test('an open alert is reported with its age and counted among open tasks', async () => {
  await world.app.db.transaction((tx) =>
    raiseAlert(tx, { kind: 'hot_wallet_low_balance', subject: 'LTC', facts: {} }),
  );
  await world.advance(HOUR);
  const kind = { kind: 'hot_wallet_low_balance', acknowledged: 'no' };
  expect(await read('chaintill_alerts', kind)).toBe(1);
  expect(await read('chaintill_alerts_oldest_seconds', kind)).toBeGreaterThanOrEqual(HOUR / SECOND);
  expect(await read('chaintill_action_required', { kind: 'hot_wallets_low' })).toBe(1);
});

test('failed callbacks are reported with the age of the oldest, and each attempt with its result', async () => {
  merchant.answerWith(500);
  await merchant.api.invoices.create({
    price_amount: '6',
    price_currency: 'EUR',
    pay_currency: 'LTC',
  });
  const channel = await merchant.api.channels.create({
    name: 'Till',
    pay_currency: 'LTC',
    receiver_currency: 'EUR',
  });
  await world.pay({ channel_id: channel.id, amount: '1' });
  await world.mine('LTC', 12);
  await world.advance(5 * MINUTE);
  expect(await read('chaintill_callbacks_retried')).toBeGreaterThan(0);
  expect(await read('chaintill_callbacks_oldest_seconds')).toBeGreaterThanOrEqual(300);
  const series = seriesIn(await metrics.registry.metrics());
  expect(series.of('chaintill_callback_duration_seconds_count', { result: '5xx' })).toBeGreaterThan(
    0,
  );
  merchant.answerWith(200);
});

test('rates are reported with their status, and readiness by part', async () => {
  expect(await read('chaintill_rate_available', { currency: 'LTC' })).toBe(1);
  expect(await read('chaintill_rate_age_seconds', { currency: 'LTC' })).toBe(0);
  expect(await read('chaintill_health', { check: 'database' })).toBe(1);
});
