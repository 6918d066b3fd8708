// The email with the receipt of a checkout: one to the payer when it is completed, with the facts of the receipt; none
// where nobody asked for it; never with a link of the merchant. And the tolerance that a project allows.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { NewCheckout } from '../../../client/src/types.ts';
import { chooseCoin } from '../../src/checkouts/choose.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { headersOf, type MailServer, partsOf, startMailServer } from '../support/mail-server.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let mails: MailServer;
let world: World;
let merchant: Merchant;
beforeAll(async () => {
  mails = await startMailServer();
  const mail = { CHAINTILL_SMTP_URL: mails.url, CHAINTILL_MAIL_FROM: 'pay@shop.example' };
  world = await createWorld(mail, { coins: ['BTC', 'LTC'] });
});
afterAll(async () => {
  await world.close();
  await mails.close();
});
beforeEach(async () => {
  merchant = await world.merchant();
  mails.received.length = 0;
});

const create = (terms: Partial<NewCheckout> = {}) =>
  merchant.api.checkouts.create({
    price_amount: '100.00',
    price_currency: 'EUR',
    payer_email: 'ada@example.com',
    ...terms,
  });

async function pay(id: string, share = 1): Promise<void> {
  const invoice = defined(await chooseCoin(world.app, id, { coin: 'LTC' }), 'an invoice');
  const { pay_amount: amount } = await merchant.api.invoices.get(invoice);
  const part = share === 1 ? amount : (Number(amount) * share).toFixed(6);
  await world.pay({ invoice_id: invoice, amount: part, risk_level: 'low' });
  await world.mine('LTC', 12);
  await world.settle();
}

test('the payer of a completed checkout gets one email with the facts of the receipt and its link', async () => {
  const { id } = await create({
    name: 'Order 7, see evil.example/now',
    language: 'de',
    items: [
      { name: 'Tee', quantity: 2, amount: '110.00', tax_percent: '7' },
      { kind: 'discount', name: 'Gutschein', amount: '10.00', tax_percent: '7' },
    ],
  });
  await pay(id);
  await world.advance(60 * MINUTE);
  expect(mails.received).toHaveLength(1);
  const mail = defined(mails.received[0], 'a mail');
  expect(mail.to).toEqual(['ada@example.com']);
  expect(headersOf(mail).subject).toContain('Beleg_von');
  const { payments } = await merchant.api.checkouts.get(id);
  for (const part of Object.values(partsOf(mail))) {
    const text = part.replaceAll('\u00a0', ' ');
    for (const fact of [
      '2 × Tee: 110,00 €',
      'Gutschein: -10,00 €',
      'Gesamt: 100,00 €',
      'Enthaltene Steuer 7 %: 6,54 €',
      `Nummer: ${id}`,
      defined(payments[0], 'a payment').txid,
      'Litecoin',
      `${world.url}/checkouts/${id}/receipt?locale=de`,
    ])
      expect(text).toContain(fact);
    // Mail programs make no link of it.
    expect(text).not.toContain('evil.example/now');
  }
  const page = await fetch(`${world.url}/checkouts/${id}/receipt?locale=de`);
  expect(page.status).toBe(200);
});

test('none without an address, without a receipt, before the completion, or where the project turned it off', async () => {
  await pay((await create({ payer_email: undefined })).id);
  await pay((await create({ receipt: false })).id);
  await pay((await create()).id, 0.5);
  expect(mails.received).toHaveLength(0);
  merchant = await world.merchant({ mailsReceipts: false });
  await pay((await create()).id);
  expect(mails.received).toHaveLength(0);
});

test('what is accepted has a receipt too, once', async () => {
  const { id } = await create();
  await pay(id, 0.5);
  await world.advance(11 * MINUTE);
  await merchant.api.checkouts.accept(id);
  await merchant.api.checkouts.accept(id);
  await world.settle();
  expect(mails.received).toHaveLength(1);
  // What was received, not the price.
  const { html } = partsOf(defined(mails.received[0], 'a mail'));
  expect(html).toContain('€49.99. Thank you.');
});

test('the tolerance of a checkout is that of its project, and no request allows more than the project', async () => {
  expect(await create()).toMatchObject({ tolerance_percent: '0.5' });
  await expect(create({ tolerance_percent: '10.01' })).rejects.toMatchObject({
    details: [{ target: 'tolerance_percent', message: expect.stringContaining('10.0') }],
  });
  merchant = await world.merchant({
    checkoutTolerancePercent: '2',
    checkoutToleranceMaxPercent: '3',
  });
  expect(await create()).toMatchObject({ tolerance_percent: '2.0' });
  expect(await create({ tolerance_percent: '3' })).toMatchObject({ tolerance_percent: '3.0' });
  await expect(create({ tolerance_percent: '3.5' })).rejects.toMatchObject({
    status: 422,
    details: [{ target: 'tolerance_percent', message: expect.stringContaining('3.0') }],
  });
  // The default is never above what is allowed.
  merchant = await world.merchant({ checkoutToleranceMaxPercent: '0.2' });
  expect(await create()).toMatchObject({ tolerance_percent: '0.2' });
});
