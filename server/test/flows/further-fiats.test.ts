// Fiat currencies beyond those of the interface: off by default, and like any other once the operator lists them. One
// that was used can't be switched off by mistake.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assemble } from '../../src/assemble.ts';
import { chooseCoin } from '../../src/checkouts/choose.ts';
import { readConfig } from '../../src/coins/read-config.ts';
import { defined } from '../../src/core/assert.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf } from './support.ts';

let off: World;
let on: World;
let merchant: Merchant;
beforeAll(async () => {
  off = await createWorld({}, { coins: ['LTC'] });
  on = await createWorld({ CHAINTILL_FIAT: 'ISK,CHF' }, { coins: ['LTC'] });
  merchant = await on.merchant();
});
afterAll(async () => {
  await off.close();
  await on.close();
});

function restart(world: World, environment: Record<string, string>) {
  const { app } = world;
  const config = readConfig({ CHAINTILL_DATA_DIR: app.config.dataDir, ...environment });
  return assemble({ ...app, config }, { seed: 'world', minesByItself: false, deliveryFault: null });
}

const terms = (price_amount: string, price_currency: string) => ({ price_amount, price_currency });

test('the error of an unknown currency lists what is on', async () => {
  const { api } = await off.merchant();
  const refused = { status: 422, details: [{ target: 'price_currency' }] };
  const usual = await api.checkouts.create(terms('10', 'CHF')).catch((error) => error);
  expect(usual).toMatchObject(refused);
  expect(JSON.stringify(usual.details)).not.toContain('CHF');
  const further = await merchant.api.checkouts.create(terms('10', 'DKK')).catch((error) => error);
  expect(further).toMatchObject(refused);
  expect(JSON.stringify(further.details)).toMatch(/EUR, CHF, ISK/);
});

test('a checkout is paid and credited, with the decimals of the currency', async () => {
  const checkout = await merchant.api.checkouts.create(terms('25.50', 'CHF'));
  const invoice = defined(await chooseCoin(on.app, checkout.id, { coin: 'LTC' }), 'an invoice');
  await on.pay({ invoice_id: invoice, risk_level: 'low' });
  await on.mine('LTC', 12);
  expect(await merchant.api.checkouts.get(checkout.id)).toMatchObject({
    status: 'completed',
    paid_amount: '25.5',
  });
  expect(Number(await balanceOf(merchant, 'CHF'))).toBeCloseTo(25.24, 1);
  await expect(merchant.api.checkouts.create(terms('25.5', 'ISK'))).rejects.toMatchObject({
    status: 422,
  });
  const whole = await merchant.api.checkouts.create(terms('2500', 'ISK'));
  expect(whole.offers?.map(({ currency }) => currency)).toContain('LTC');
});

test('it is exchanged, and quoted with the others', async () => {
  const request = {
    charged_currency: 'CHF',
    charged_amount: '10',
    received_currency: 'EUR',
    force_commit: true,
  };
  const exchanged = await merchant.api.exchangeTransfers.create(request);
  expect(Number(exchanged.received_amount)).toBeGreaterThan(10);
});

test('one that was used stays on, one that was not can go', async () => {
  await expect(restart(on, { CHAINTILL_FIAT: 'ISK' })).rejects.toThrow(
    'CHAINTILL_FIAT must keep CHF',
  );
  await (await restart(off, { CHAINTILL_FIAT: 'CZK' })).close();
  await (await restart(off, {})).close();
});

test.each([['XXX'], ['CHF,EUR']])('CHAINTILL_FIAT=%s is refused', (value) => {
  expect(() => readConfig({ CHAINTILL_FIAT: value })).toThrow('CHAINTILL_FIAT must list some of');
});
