// Guarantees of the project settings form: shown values can be submitted unchanged, omitted ones stay, all problems are
// reported together by field, and each change has an audit log entry.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import { formatDecimal } from '../../src/core/money.ts';
import { settingFields } from '../../src/operator/project-settings/contract.ts';
import { loadProject } from '../../src/projects/project.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type OperatorReader, operatorReader } from './support.ts';

let world: World;
let shop: Merchant;
let read: OperatorReader;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC'] });
  shop = await world.merchant();
  read = operatorReader(world);
});
afterAll(() => world.close());

const change = (values: Record<string, unknown>) =>
  read('projects.update', { project: shop.project.id, ...values });
const stored = async () => (await loadProject(world.app.db, shop.project.id))?.settings;

async function problemsOf(values: Record<string, unknown>): Promise<[string, string][]> {
  try {
    await change(values);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details.map(({ target, code }) => [target, code]);
  }
}

const whole = {
  merchant_name: 'Corner Bakery',
  merchant_contact: 'help@bakery.example',
  accent_color: '#b45309',
  appearance: 'dark',
  legal_name: 'Corner Bakery GmbH',
  postal_address: 'Hauptstraße 1\n12345 Berlin',
  tax_number: 'DE123456789',
  terms_url: 'https://bakery.example/terms',
  page_title: 'Pay Corner Bakery',
  mail_sender: 'Corner Bakery',
  mail_language: 'fr',
  resolution_overpaid: 'refund',
  resolution_underpaid: 'nothing',
  resolution_paid_late: 'recalculate',
  resolution_illicit_resource: 'refund_to_customer',
  strict_customers: true,
  sends_invoice_created: false,
  sends_coin_deposits: true,
  takes_unknown_money: false,
  withdrawal_max_eur: '500.0',
  fresh_money_max_eur: '20.5',
  withdrawal_price_hours: 2,
  price_change_percent: '0.5',
  unconfirmed_price_minutes: 5,
  unresolved_price_hours: 0,
  underpayment_tolerance_percent: '1.0',
  overpayment_tolerance_percent: '2.0',
  overpayment_tolerance_eur: '0.1',
  checkout_tolerance_percent: '1.0',
  checkout_tolerance_max_percent: '5.0',
  mails_receipts: false,
  offers_refunds: false,
  auto_refund_max_eur: '20.0',
  auto_refund_day_eur: '100.0',
  high_risk_share_percent: '3.0',
  fees: [
    { operation: 'default', currency: null, percent: '1.0' },
    { operation: 'withdrawal', currency: 'BTC', percent: '0.25' },
  ],
  minimum_deposits: [{ coin: 'BTC', amount: '0.001' }],
};

/** As a form sends them: numbers are texts. */
const given = Object.fromEntries(
  Object.entries(whole).map(([name, value]) => [
    name,
    typeof value === 'number' ? String(value) : value,
  ]),
);

test('without any, all are null, and the defaults are shown', async () => {
  const shown = await read('projects.show', { project: shop.project.id });
  expect(shown).toMatchObject({
    merchant_name: null,
    fees: [],
    unless_set: { mail_language: 'en' },
  });
  expect(shown.unless_set).toMatchObject({
    takes_unknown_money: true,
    withdrawal_price_hours: 24,
    unconfirmed_price_minutes: 120,
    fee_percent: formatDecimal(world.app.config.feePercent),
  });
});

test('settings are shown as entered, and stored in the existing format', async () => {
  expect(Object.keys(whole).sort()).toEqual(
    Object.keys(settingFields)
      .filter((name) => name !== 'unset')
      .sort(),
  );
  expect(await change(given)).toMatchObject(whole);
  expect(await read('projects.show', { project: shop.project.id })).toMatchObject(whole);
  const settings = JSON.stringify(await stored());
  await read('projects.set-settings', { project: shop.project.id, settings });
  expect(JSON.stringify(await stored())).toBe(settings);
  expect(await stored()).toMatchObject({
    automaticResolution: { overpaid: 'refund', paid_late: 'recalculate' },
    fees: { default: '1.0', 'withdrawal:BTC': '0.25' },
  });
});

test('omitted settings stay, also in groups that are stored together', async () => {
  const changed = await change({
    resolution_overpaid: 'nothing',
    unset: ['resolution_paid_late', 'merchant_contact'],
    fees: [],
  });
  expect(changed).toEqual({
    ...changed,
    ...whole,
    resolution_overpaid: 'nothing',
    resolution_paid_late: null,
    merchant_contact: null,
    fees: [],
  });
});

test('two concurrent changes of different settings both apply', async () => {
  await Promise.all([
    change({ merchant_name: 'One' }),
    change({ mail_language: 'de' }),
    change({ withdrawal_max_eur: '7' }),
  ]);
  expect(await stored()).toMatchObject({
    merchantName: 'One',
    mailLanguage: 'de',
    withdrawalMaxEur: '7',
  });
});

test('all problems are reported together, each by its field', async () => {
  const before = await stored();
  const wrong = {
    merchant_name: ' ',
    merchant_contact: 'nowhere',
    mail_language: 'sv',
    strict_customers: 'perhaps',
    price_change_percent: '100',
    withdrawal_max_eur: '1.005',
    fees: [
      { operation: 'default', currency: 'EUR', percent: '1' },
      { operation: 'invoice', percent: '100' },
      { operation: 'invoice', percent: '1' },
    ],
    minimum_deposits: [{ coin: 'bitcoin', amount: '1' }],
    unset: ['merchant_name'],
  };
  expect(await problemsOf(wrong)).toEqual([
    ['mail_language', 'must_be_included_in'],
    ['strict_customers', 'must_be_boolean'],
    ['merchant_name', 'must_be_filled'],
    ['merchant_contact', 'has_invalid_format'],
    ['withdrawal_max_eur', 'must_be_decimal'],
    ['price_change_percent', 'must_be_less_than_or_equal'],
    ['fees.0.currency', 'not_supported'],
    ['fees.1.percent', 'must_be_less_than_or_equal'],
    ['fees.2', 'must_be_unique'],
    ['minimum_deposits.0.coin', 'not_supported'],
    ['unset.0', 'must_be_different'],
  ]);
  expect(await problemsOf({ fees: [{ operation: 'tips' }], unset: ['name'] })).toEqual([
    ['fees.0.operation', 'must_be_included_in'],
    ['fees.0.percent', 'must_be_filled'],
    ['unset.0', 'must_be_included_in'],
  ]);
  expect(await stored()).toEqual(before);
});

test('a change is in the audit log, with the previous values', async () => {
  await change({ merchant_name: 'Two' });
  const { rows } = await read('journal.list', { operation: 'projects.update', limit: '1' });
  expect(rows).toMatchObject([
    { result: 'done', project_id: shop.project.id, before: { merchantName: 'One' } },
  ]);
  expect(rows[0]?.input).toMatchObject({ merchant_name: 'Two' });
});
