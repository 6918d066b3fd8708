// What people do most often takes few clicks, on a wide screen and on a phone, where the menu takes one more.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { BTC_ADDRESS } from '../../../server/test/policy/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { sampleCases } from '../../../server/test/support/crash-stride.ts';
import { credit, fillWallet } from '../../../server/test/support/funds.ts';
import { type Clicks, countClicks } from '../support/clicks.ts';
import { notifiesChanges } from '../support/live.ts';
import { type Stage, stage, type TestPerson } from '../support/stage.ts';

const WIDTHS = [1440, 390];

const FIRST_PAYMENT_CLICKS_MAX = 6;
const REFUND_CLICKS_MAX = 5;
const PAYOUT_CLICKS_MAX = 6;
const INVITATION_CLICKS_MAX = 5;

describeWithChromium('few clicks', () => {
  const on = stage();

  test.each(sampleCases(WIDTHS, 1))(
    'the first payment is seen, from the sign-in, at %i px',
    async (width) => {
      const { arrive, invite, open, url, world } = on();
      await notifiesChanges(world);
      const page = await open(`${url}/dashboard/sign-in`, { viewport: { width, height: 844 } });
      const clicks = await countClicks(page);
      await arrive(await invite({ roles: ['admin'] }), page);
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      await follow(page, 'Invoices');
      await page.getByRole('button', { name: 'Create invoice' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Amount' }).fill('25.00');
      await dialog.getByRole('textbox', { name: 'Reference' }).fill(`first sale ${width}`);
      await dialog.getByRole('button', { name: 'Create invoice' }).click();
      await page.getByRole('heading', { level: 1, name: `first sale ${width}` }).waitFor();
      await page.getByRole('button', { name: 'Pay exact amount' }).click();
      await page.getByText('The next block confirms it').waitFor();
      await world.settle();
      await page.getByText('Payment seen on the network').waitFor();
      expect(clicks.taken()).toBeLessThanOrEqual(FIRST_PAYMENT_CLICKS_MAX);
    },
  );

  test.each(sampleCases(WIDTHS, 0))('a payment is refunded at %i px', async (width) => {
    const { merchant, world } = on();
    const name = `paid twice ${width}`;
    const { id } = await merchant.api.invoices.create({
      price_amount: '500.00',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      custom_id: name,
    });
    await world.pay({ invoice_id: id, amount: '0.5', risk_level: 'low' });
    await world.mine('BTC', 3);
    const { page, clicks } = await atHome(on(), { roles: ['finance'] }, width);
    await follow(page, 'Invoices');
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('button', { name: 'Refund to the account…' }).click();
    await page.getByRole('button', { name: /^Refund 0\.\d+ BTC$/ }).click();
    await page.getByText('completed', { exact: true }).first().waitFor();
    expect(clicks.taken()).toBeLessThanOrEqual(REFUND_CLICKS_MAX);
    expect((await merchant.api.invoices.get(id)).status).toBe('completed');
  });

  test.each(sampleCases(WIDTHS, 1))(
    'a payout of all that an account has is sent at %i px',
    async (width) => {
      const { merchant, world } = on();
      await fillWallet(world, 'BTC', ['1']);
      await credit(world, merchant, { BTC: '0.5' });
      const { page, clicks } = await atHome(on(), { roles: ['finance'] }, width);
      await follow(page, 'Payouts');
      await page.getByRole('button', { name: 'Send coins' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Address' }).fill(BTC_ADDRESS);
      await dialog.getByText('Detected: BTC').waitFor();
      await dialog.getByRole('textbox', { name: 'Reference' }).fill(`all ${width}`);
      await dialog.getByRole('button', { name: 'Max' }).click();
      await dialog.getByRole('button', { name: 'Get quote' }).click();
      await dialog.getByRole('button', { name: /^Send \d[\d.]* BTC$/ }).click();
      await page.getByRole('heading', { level: 1, name: `all ${width}` }).waitFor();
      expect(clicks.taken()).toBeLessThanOrEqual(PAYOUT_CLICKS_MAX);
      const [left] = await world.app.db.query<{ balance: bigint }>(
        `select balance from ledger_accounts
       where project_id = $1 and kind = 'available' and currency = 'BTC'`,
        [merchant.project.id],
      );
      expect(left?.balance).toBe(0n);
    },
  );

  test.each(sampleCases(WIDTHS, 0))(
    'a member is invited with the least rights at %i px',
    async (width) => {
      const { world } = on();
      const { page, clicks } = await atHome(on(), { roles: ['admin'] }, width);
      await follow(page, 'Settings');
      const tabs = page.getByRole('navigation', { name: 'Settings' });
      await tabs.getByRole('link', { name: 'Members', exact: true }).click();
      await page.getByRole('button', { name: 'Invite member' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Invite member' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill(`Reader ${width}`);
      await dialog.getByRole('button', { name: 'Create link' }).click();
      await page.getByRole('dialog', { name: 'Invitation' }).waitFor();
      expect(clicks.taken()).toBeLessThanOrEqual(INVITATION_CLICKS_MAX);
      const members = await world.app.db.query(
        `select m.roles from project_members m join users u on u.id = m.user_id where u.name = $1`,
        [`Reader ${width}`],
      );
      expect(members).toEqual([{ roles: ['viewer'] }]);
    },
  );
});

async function atHome(
  { enter, url }: Stage,
  person: TestPerson,
  width: number,
): Promise<{ page: Page; clicks: Clicks }> {
  const page = await enter(person, { viewport: { width, height: 844 } });
  await page.goto(`${url}/dashboard`);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  return { page, clicks: await countClicks(page) };
}

/** An entry of the navigation, which a phone has behind a button. */
async function follow(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open navigation' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
}
