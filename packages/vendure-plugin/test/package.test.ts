// What is published, and the parts of the plugin that need no shop: options, amounts, the checkout of an order, and
// what a checkout means for its payment.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Checkout } from '@chaintill/client';
import type { Order } from '@vendure/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalOf, unitsOf } from '../src/money.ts';
import { newCheckout } from '../src/new-checkout.ts';
import { type ChaintillOptions, createClientOf } from '../src/options.ts';
import { decideStep, publicMetadata } from '../src/payment-step.ts';
import { describeWithVendure, here, unpack } from './support.ts';

test('the package has a license, a readme and its compiled code, and names what it needs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-packed-'));
  const names = unpack(here, folder);
  const isCompiled = (name: string) => /^dist\/[\w-]+(\.d\.ts|\.js|\.js\.map)$/.test(name);
  expect(names.filter((name) => !isCompiled(name)).sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist/package.json',
    'package.json',
  ]);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const client = JSON.parse(readFileSync(join(here, '../../client/package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    name: '@chaintill/vendure-plugin',
    license: 'MIT',
    engines: { node: '>=20.19' },
    dependencies: { '@chaintill/client': client.version },
    peerDependencies: { '@vendure/core': '^3.3.0' },
    publishConfig: { access: 'public', provenance: true },
  });
  for (const path of [manifest.main, manifest.types, manifest.exports['.'].types])
    expect(names).toContain(path.replace('./', ''));
  rmSync(folder, { recursive: true });
});

describeWithVendure('the types of the real Vendure', () => {
  test('accept the plugin', () => {
    const tsc = join(here, '../../node_modules/.bin/tsc');
    const { stdout } = spawnSync(tsc, ['-p', 'tsconfig.vendure.json'], {
      cwd: here,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  });
});

const options: ChaintillOptions = {
  url: 'https://pay.example.com',
  apiKey: 'k',
  apiSecret: 's',
  callbackSecret: 'c',
};

test.each<[object, string]>([
  [{ url: '' }, 'set url'],
  [{ url: 'pay.example.com' }, 'url must begin with https:// (or http://)'],
  [{ apiKey: undefined }, 'set apiKey'],
  [{ apiSecret: ' ' }, 'set apiSecret'],
  [{ callbackSecret: undefined }, 'set callbackSecret'],
  [{ callbackSecret: ['new', ''] }, 'set callbackSecret'],
  [{ expiresIn: 60 }, 'expiresIn must be a whole number from 300 to 2592000'],
])('an option that is missing or wrong stops the start: %j', (wrong, message) => {
  expect(() => createClientOf({ ...options, ...wrong })).toThrow(`chaintillPlugin: ${message}`);
});

test('amounts are exact in both directions, for any precision', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 0, max: 8 }), (units, precision) => {
      expect(unitsOf(decimalOf(units, precision), precision)).toBe(units);
    }),
  );
  expect(decimalOf(5, 2)).toBe('0.05');
  expect(decimalOf(10_000, 2)).toBe('100');
  expect(decimalOf(-150, 2)).toBe('-1.5');
  expect(() => decimalOf(0.5, 2)).toThrow(RangeError);
  expect(
    ['1.005', '', '1e3', '-1', '99999999999999999999'].map((text) => unitsOf(text, 2)),
  ).toEqual([null, null, null, null, null]);
});

const order = {
  code: 'ABC',
  currencyCode: 'EUR',
  customer: { emailAddress: 'ada@shop.example' },
  lines: [
    {
      quantity: 2,
      productVariant: { name: 'Tea' },
      taxRate: 19,
      proratedLinePriceWithTax: 4760,
    },
    { quantity: 0, productVariant: { name: 'Gone' }, taxRate: 19, proratedLinePriceWithTax: 0 },
  ],
  surcharges: [{ description: 'Voucher', priceWithTax: -260, taxRate: 0 }],
  shippingLines: [{ taxRate: 0, discountedPriceWithTax: 500 }],
} as unknown as Order;

const checkoutFor = (amount: number, languageCode = 'pt_BR') =>
  newCheckout(
    { order, amount, precision: 2, languageCode, attempt: 'a1' },
    { ...options, returnUrl: ({ code }) => `https://shop.example/${code}`, expiresIn: 900 },
  );

test('the checkout of an order: price, reference, items that add up, email, language, way back', () => {
  expect(checkoutFor(5000)).toEqual({
    price_amount: '50',
    price_currency: 'EUR',
    pay_currencies: undefined,
    custom_id: 'ABC.a1',
    name: 'ABC',
    items: [
      { kind: 'item', name: 'Tea', quantity: 2, amount: '47.6', tax_percent: '19' },
      { kind: 'discount', name: 'Voucher', quantity: 1, amount: '2.6', tax_percent: undefined },
      { kind: 'item', name: 'Shipping', quantity: 1, amount: '5', tax_percent: '0' },
    ],
    metadata: { vendure_order: 'ABC' },
    payer_email: 'ada@shop.example',
    language: 'pt',
    expires_in: 900,
    success_redirect_url: 'https://shop.example/ABC',
    unsuccess_redirect_url: 'https://shop.example/ABC',
  });
});

test('a part of the order has no items, and an unknown language is that of the browser', () => {
  expect(checkoutFor(1000, 'sv')).toMatchObject({ items: undefined, language: undefined });
});

const checkout = {
  status: 'open',
  status_context: null,
  price_amount: '50.0',
  price_currency: 'EUR',
  metadata: { vendure_order: 'ABC' },
  paid_amount: '0.0',
  remaining_amount: '50.0',
  hosted_page_url: 'https://pay.example.com/checkouts/1',
  expires_at: '2026-11-30T08:00:00+00:00',
} as unknown as Checkout;

type State = Parameters<typeof decideStep>[0]['state'];

test.each<[State, Partial<Checkout>, string]>([
  ['Created', {}, 'nothing'],
  ['Created', { status_context: 'partially_paid', paid_amount: '10.0' }, 'show'],
  ['Created', { status: 'processing' }, 'show'],
  ['Created', { status: 'completed' }, 'settle'],
  ['Authorized', { status: 'completed' }, 'settle'],
  ['Cancelled', { status: 'completed', status_context: 'accepted' }, 'settle'],
  ['Settled', { status: 'completed' }, 'show'],
  ['Declined', { status: 'completed' }, 'show'],
  ['Created', { status: 'completed', price_amount: '49.99' }, 'mismatch'],
  ['Created', { status: 'completed', price_amount: '50.001' }, 'mismatch'],
  ['Created', { status: 'completed', price_currency: 'USD' }, 'mismatch'],
  ['Created', { status: 'completed', metadata: { vendure_order: 'ABD' } }, 'mismatch'],
  ['Created', { status: 'completed', metadata: null }, 'mismatch'],
  ['Created', { status: 'expired' }, 'cancel'],
  ['Created', { status: 'cancelled' }, 'cancel'],
  ['Created', { status: 'expired', status_context: 'partially_paid' }, 'show'],
  ['Created', { status: 'expired', status_context: 'paid_late' }, 'show'],
  ['Cancelled', { status: 'expired', status_context: 'paid_late' }, 'show'],
  ['Settled', { status: 'expired' }, 'show'],
])('a payment that is %s, and a checkout with %j: %s', (state, now, step) => {
  const payment = { state, amount: 5000, metadata: { public: publicMetadata(checkout) } };
  expect(decideStep(payment, { ...checkout, ...now }, { order, precision: 2 })).toBe(step);
});
