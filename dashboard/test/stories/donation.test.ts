// A shelter makes a donation on a phone. A donor gives with a name and a reminder: the sum rises only when the money is
// confirmed, the name is shown by choice, the reminder is confirmed by email and comes a month later. Then the shelter
// hides the name, and the frame shows the sum on another website.
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { defined } from '../../../server/src/core/assert.ts';
import { DAY } from '../../../server/src/core/clock.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import {
  type MailServer,
  partsOf,
  startMailServer,
} from '../../../server/test/support/mail-server.ts';
import { stage } from '../support/stage.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const WIDE = { viewport: { width: 1440, height: 900 } };
/** As the snippet of the dashboard sets it. */
const FRAME = { viewport: { width: 360, height: 280 } };
const NO_SCRIPT = { ...PHONE, javaScriptEnabled: false };

/** The browser's name of the host. */
const here = (url: string) => url.replace('127.0.0.1', 'localhost');

describeWithChromium('a donation', () => {
  let mails: MailServer | null = null;
  const on = stage(async () => {
    mails = await startMailServer();
    return { CHAINTILL_SMTP_URL: mails.url, CHAINTILL_MAIL_FROM: 'pay@shop.example' };
  });
  afterAll(() => mails?.close());

  const received = () => defined(mails, 'the mail server').received;
  /** In the newest email that has one: the receipt is another. */
  const linkIn = (path: RegExp) => {
    const links = received().flatMap((mail) => partsOf(mail).text.match(path)?.[0] ?? []);
    return here(defined(links.at(-1), 'a link'));
  };

  async function make(page: Page): Promise<string> {
    const { url, merchant } = on();
    await page.goto(`${url}/dashboard/projects/${merchant.project.id}/payment-links`);
    await page.getByRole('button', { name: 'Create your first payment link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create payment link' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('A new roof');
    await dialog.getByRole('combobox', { name: 'Amount' }).selectOption('donation');
    await dialog.getByRole('textbox', { name: 'Goal' }).fill('500');
    await dialog.getByRole('textbox', { name: 'Suggestion 1' }).fill('20');
    await dialog.getByRole('textbox', { name: 'Suggestion 2' }).fill('50');
    await dialog.getByText('After the payment', { exact: true }).click();
    await dialog
      .getByRole('textbox', { name: 'Text after the payment' })
      .fill('The cats thank you.');
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create payment link' }).click();
    await page.getByRole('heading', { level: 1, name: 'A new roof' }).waitFor();
    await page.getByRole('button', { name: 'Copy frame' }).waitFor();
    // Away from what appeared below it.
    await page.mouse.move(0, 0);
    await page.getByRole('tooltip').waitFor({ state: 'hidden' });
    expect(await faultsOf(page)).toEqual([]);
    const { data } = await merchant.api.paymentLinks.list();
    return here(defined(data[0], 'the link').url);
  }

  async function give(url: string): Promise<string> {
    const page = await on().open(`${url}?locale=en`, NO_SCRIPT);
    await page.getByText('€0.00 of €500.00').waitFor();
    await page.getByText('€50.00', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
    await page.getByRole('textbox', { name: 'Message' }).fill('For the cats');
    await page.getByRole('checkbox', { name: 'Show my name and message on this page' }).check();
    await page.getByRole('combobox', { name: 'Reminder' }).selectOption('month');
    await page.getByRole('textbox', { name: 'Your email address' }).fill('ada@example.com');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('heading', { name: 'Choose how to pay' }).waitFor();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('heading', { name: 'Waiting for your payment' }).waitFor();
    return defined(/\/invoices\/([0-9a-f-]{36})/.exec(page.url())?.[1], 'an invoice');
  }

  test('is given on a phone, counted once confirmed, reminded of by choice, and its name can be hidden', async () => {
    const { enter, merchant, open, world } = on();
    const owner = await enter({ role: 'owner' }, PHONE);
    const url = await make(owner);
    const invoice = await give(url);
    const visitor = await open(`${url}?locale=en`, PHONE);
    const { pay_amount: amount } = await merchant.api.invoices.get(invoice);
    await world.pay({ invoice_id: invoice, amount, risk_level: 'low' });
    await world.settle();
    await visitor.reload();
    await visitor.getByText('€0.00 of €500.00').waitFor();
    await visitor.getByText('€50.00 on the way').waitFor();
    expect(await visitor.getByText('Ada').count()).toBe(0);
    await world.mine('BTC', 6);
    await world.settle();
    await visitor.reload();
    await visitor.getByText('€50.00 of €500.00').waitFor();
    await visitor.getByText('For the cats').waitFor();
    expect(await visitor.getByRole('progressbar').getAttribute('value')).toBe('10');
    expect(await faultsOf(visitor)).toEqual([]);
    const thanks = await open(`${here(world.url)}/invoices/${invoice}?locale=en`, PHONE);
    await thanks.getByText('The cats thank you.').waitFor();
    await thanks.getByText('€50.00 of €500.00').waitFor();
    expect(await faultsOf(thanks)).toEqual([]);

    await owner.reload();
    const donors = owner.getByRole('table', { name: 'Donors' });
    await donors.getByText('For the cats').waitFor();
    expect(await faultsOf(owner)).toEqual([]);
    await owner.getByRole('button', { name: 'Hide Ada…' }).click();
    await owner.getByRole('button', { name: 'Hide', exact: true }).click();
    await donors.getByText('Hidden by you').waitFor();
    await visitor.reload();
    await visitor.getByText('€50.00 of €500.00').waitFor();
    expect(await visitor.getByText('Ada').count()).toBe(0);

    const confirmation = linkIn(/http\S+\/reminders\/\S+/);
    const donor = await open(`${confirmation}?locale=en`, PHONE);
    await donor.getByRole('button', { name: 'Confirm reminder' }).click();
    await donor.getByRole('heading', { name: 'Your reminder is set' }).waitFor();
    expect(await faultsOf(donor)).toEqual([]);
    const before = received().length;
    await world.advance(32 * DAY);
    expect(received().length, 'one reminder').toBe(before + 1);
    const again = await open(`${linkIn(/http\S+\/subscriptions\/\S+/)}?locale=en`, PHONE);
    await again.getByText('€50.00').first().waitFor();
    const stop = await open(`${linkIn(/http\S+\/reminders\/\S+/)}?locale=en`, NO_SCRIPT);
    await stop.getByRole('button', { name: 'Stop reminders' }).click();
    await stop.getByRole('heading', { name: 'Reminders have stopped' }).waitFor();

    const frame = await open(`${url}/progress?locale=en`, FRAME);
    await frame.getByText('€50.00 of €500.00').waitFor();
    expect(await frame.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(280);
    expect(await faultsOf(frame)).toEqual([]);
  });

  test('is changed on a wide screen, and keeps what was not changed', async () => {
    const { enter, merchant, url } = on();
    const [link] = (await merchant.api.paymentLinks.list()).data;
    const { id } = defined(link, 'made before');
    const owner = await enter({ role: 'owner' }, WIDE);
    await owner.goto(`${url}/dashboard/projects/${merchant.project.id}/payment-links/${id}`);
    await owner.getByRole('button', { name: 'Change…' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Change payment link' });
    await dialog.getByRole('textbox', { name: 'Goal' }).fill('750');
    await dialog.getByRole('checkbox', { name: /reminder/ }).uncheck();
    expect(await faultsOf(owner)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const changed = await merchant.api.paymentLinks.get(id);
    expect(changed.donation).toMatchObject({ goal_amount: '750.0', offers_reminders: false });
    expect({ ...changed, donation: null }).toEqual({ ...link, donation: null });
  });
});
