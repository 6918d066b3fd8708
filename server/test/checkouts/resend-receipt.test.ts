// The receipt is sent again to the stored address: by the payer from the page of the receipt, a few times a day, and by
// people of the project; one email for each press, and none for opening a page.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { NewCheckout } from '../../../client/src/types.ts';
import { chooseCoin } from '../../src/checkouts/choose.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, MINUTE } from '../../src/core/clock.ts';
import { maskedEmail } from '../../src/web/receipt-email.ts';
import { operatorReader } from '../operator/support.ts';
import { type MailServer, partsOf, startMailServer } from '../support/mail-server.ts';
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

let payers = 0;

/** A completed checkout of a new payer. */
async function paid(terms: Partial<NewCheckout> = {}): Promise<{ id: string; to: string }> {
  payers += 1;
  const to = `ada${payers}@shop.example.com`;
  const { id } = await merchant.api.checkouts.create({
    price_amount: '100.00',
    price_currency: 'EUR',
    payer_email: to,
    ...terms,
  });
  const invoice = defined(await chooseCoin(world.app, id, { coin: 'LTC' }), 'an invoice');
  const { pay_amount: amount } = await merchant.api.invoices.get(invoice);
  await world.pay({ invoice_id: invoice, amount, risk_level: 'low' });
  await world.mine('LTC', 12);
  await world.settle();
  return { id, to };
}

const pageOf = (id: string) => `${world.url}/checkouts/${id}/receipt?locale=en`;
const textOf = async (id: string) => (await fetch(pageOf(id))).text();

const press = (id: string, body: URLSearchParams | null = null) =>
  fetch(pageOf(id), { method: 'POST', redirect: 'manual', body });

const sentTo = (to: string) => mails.received.filter((mail) => mail.to.includes(to));

const resend = (id: string, project = merchant.project.id) =>
  operatorReader(world)('checkouts.resend-receipt', { project, checkout_id: id });

test('the payer has the receipt sent again, to the stored address only, which the page masks', async () => {
  const { id, to } = await paid();
  await world.advance(2 * MINUTE);
  const page = await textOf(id);
  expect(page).toContain('This receipt was emailed to a•••@s•••.com.');
  expect(page).not.toContain(to);
  await fetch(pageOf(id), { method: 'HEAD' });
  expect(sentTo(to)).toHaveLength(1);
  const other = { payer_email: 'eve@evil.example', email: 'eve@evil.example' };
  const answer = await press(id, new URLSearchParams(other));
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(`/checkouts/${id}/receipt?locale=en#email`);
  expect(await textOf(id)).toContain('We are emailing this receipt to a•••@s•••.com.');
  await world.settle();
  expect(sentTo(to)).toHaveLength(2);
  expect(sentTo('eve@evil.example')).toHaveLength(0);
  const [first, second] = sentTo(to).map(partsOf);
  expect(second).toEqual(first);
});

test('a button that is pressed twice sends one email, also when the first is sent in between', async () => {
  const { id, to } = await paid();
  await world.advance(2 * MINUTE);
  await Promise.all([press(id), press(id), press(id)]);
  await world.settle();
  await press(id);
  await world.settle();
  expect(sentTo(to)).toHaveLength(2);
});

test('a payer has a receipt sent again three times a day, and people of the project still can', async () => {
  const { id, to } = await paid();
  for (let n = 0; n < 5; n++) {
    await world.advance(2 * MINUTE);
    await press(id);
    await world.settle();
  }
  expect(sentTo(to)).toHaveLength(4);
  const page = await textOf(id);
  expect(page).toContain('The receipt was emailed several times today.');
  expect(page).not.toContain('<button');
  await world.advance(2 * MINUTE);
  await resend(id);
  await world.settle();
  expect(sentTo(to)).toHaveLength(5);
  // The cap of the mailbox holds for everyone.
  await world.advance(2 * MINUTE);
  await expect(resend(id)).rejects.toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
  await world.advance(DAY);
  await press(id);
  await world.settle();
  expect(sentTo(to)).toHaveLength(6);
});

test('nothing is offered without an address, or where the project mails no receipts', async () => {
  const unknown = await paid({ payer_email: undefined });
  merchant = await world.merchant({ mailsReceipts: false });
  const off = await paid();
  await world.advance(2 * MINUTE);
  for (const { id } of [unknown, off]) {
    expect(await textOf(id)).not.toContain('receipt-email');
    expect((await press(id)).status).toBe(303);
  }
  await world.settle();
  expect(mails.received).toHaveLength(0);
  // A person decides for one payer.
  await resend(off.id);
  await world.settle();
  expect(sentTo(off.to)).toHaveLength(1);
});

test('an unknown checkout, and one without a receipt, is not found', async () => {
  const none = await paid({ receipt: false });
  const open = await merchant.api.checkouts.create({
    price_amount: '1',
    price_currency: 'EUR',
    payer_email: 'ada@example.com',
  });
  for (const id of [none.id, open.id, merchant.project.id, 'x'])
    expect((await press(id)).status).toBe(404);
  const refused = { status: 422, code: 'invalid_status' };
  for (const id of [none.id, open.id]) await expect(resend(id)).rejects.toMatchObject(refused);
  await expect(resend(merchant.project.id)).rejects.toMatchObject({ status: 404 });
  const foreign = await world.merchant();
  await expect(resend(none.id, foreign.project.id)).rejects.toMatchObject({ status: 404 });
});

test('people see where the email is, a waiting one is sent at once, and the audit log has each request', async () => {
  mails.answer('RCPT', '451 later');
  const { id, to } = await paid();
  const shown = async () =>
    (
      await operatorReader(world)('checkouts.show', {
        project: merchant.project.id,
        checkout_id: id,
      })
    ).receipt_mail;
  expect(await shown()).toMatchObject({
    status: 'pending',
    failure: expect.stringContaining('451'),
  });
  expect(await textOf(id)).toContain('We are emailing this receipt');
  // The payer cannot use up the attempts.
  await press(id);
  mails.answer('RCPT', '550 no such mailbox');
  await resend(id);
  await world.settle();
  expect(await shown()).toMatchObject({ status: 'failed', attempts: 2 });
  expect(await textOf(id)).toContain('could not be delivered');
  mails.answer('RCPT', null);
  await resend(id);
  await resend(id);
  await world.settle();
  expect(await shown()).toMatchObject({ status: 'sent', attempts: 1, failure: null });
  expect(sentTo(to)).toHaveLength(1);
  const { rows } = await operatorReader(world)('journal.list', { project: merchant.project.id });
  const lines = rows.filter(({ operation }) => operation === 'checkouts.resend-receipt');
  expect(lines.map(({ result, object_id: about }) => [result, about])).toEqual(
    Array(3).fill(['done', id]),
  );
});

test.each([
  ['ada@example.com', 'a•••@e•••.com'],
  ['"a@b"@example.co.uk', '"•••@e•••.uk'],
  ['a@localhost', 'a•••@l•••'],
  ['𝒜da@ünï.example', '𝒜•••@ü•••.example'],
])('%s is shown as %s', (email, masked) => {
  expect(maskedEmail(email)).toBe(masked);
});
