// The brand of a project: the preview shows what is typed before it is saved, wrong values are reported at their field,
// and payers see what was saved.
import { expect, test } from 'vitest';
import { defined } from '../../../server/src/core/assert.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { sampleCases } from '../../../server/test/support/crash-stride.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { png } from '../../../server/test/support/images.ts';
import { openPage } from '../../../server/test/web/support.ts';
import { stage } from '../support/stage.ts';

const LOGO = { name: 'logo.gif', mimeType: 'image/png', buffer: png(320, 80) };
const WRONG = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a') };

/** What the preview can show, and a text of it. */
const SHOWN = [
  ['Open invoice', 'Waiting for your payment'],
  ['Underpaid invoice', 'Part of the payment has arrived'],
  ['Paid invoice', 'Payment complete'],
  ['Receipt', 'Paid with'],
  ['Subscription', 'Coffee subscription'],
  ['Channel', 'Ready for your payment'],
  ['Refund link', 'Where should the refund go?'],
  ['Payment link', 'Quantity'],
  ['Donation', 'Choose an amount'],
  ['Donation frame for websites', '84 donations'],
  ['Poster to print', 'Scan to pay'],
  ['Donation reminder', 'Your reminder is set'],
  ['Customer display', 'Welcome'],
  ['Receipt of a sale', 'Served by'],
  ['Receipt by email', 'has received your payment'],
  ['Confirmation of a reminder by email', 'Please confirm it'],
  ['Donation reminder by email', 'Stop these reminders'],
  ['Payment request by email', 'If you did not expect this email'],
] as const;

describeWithChromium('the screen of the brand', () => {
  const on = stage();

  test.each(sampleCases([1440, 390], 0))(
    'a shop owner sets the brand and sees it first, at %i px',
    async (width) => {
      const { enter, merchant, world, url } = on();
      const page = await enter({ role: 'owner' });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${url}/dashboard/projects/${merchant.project.id}/brand`);
      const frame = page.frameLocator('iframe[title^="Preview"]');
      await frame.getByRole('heading', { name: 'Choose how to pay' }).waitFor();

      await page.getByRole('textbox', { name: 'Business name' }).fill(`Nordlicht ${width}`);
      await page.getByRole('textbox', { name: 'Accent color' }).fill('#FFD400');
      await page.getByRole('textbox', { name: 'Legal name' }).fill('Nordlicht Kaffee GmbH');
      await page
        .getByRole('textbox', { name: 'Postal address' })
        .fill('Hauptstraße 1\n12345 Berlin');
      await page.getByRole('textbox', { name: 'Terms' }).fill('http://nordlicht.example');
      await page.getByRole('combobox', { name: 'Appearance of pages' }).selectOption('light');
      await page.locator('input[type=file]').setInputFiles(WRONG);
      await page.getByText('Text on buttons is black, with a contrast of 14.6:1.').waitFor();
      await page.getByText('a contrast of only 1.4:1').waitFor();
      await frame.getByText(`Nordlicht ${width}`).waitFor();
      await frame.getByText('Nordlicht Kaffee GmbH, Hauptstraße 1, 12345 Berlin').waitFor();

      const save = async () => {
        await page.getByRole('button', { name: 'Review changes…' }).click();
        await page.getByRole('row', { name: /Logo .*new logo/ }).waitFor();
        await page.getByRole('button', { name: 'Save changes' }).click();
      };
      await save();
      await page.getByText('a PNG, JPEG, WebP or SVG image').waitFor();
      await page.locator('input[aria-invalid="true"]').waitFor();
      await page.getByRole('textbox', { name: 'Terms' }).fill('https://nordlicht.example/terms');
      await page.locator('input[type=file]').setInputFiles(LOGO);
      await frame.locator('img.logo[src^="data:image/png"]').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await save();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByText('unsaved change').waitFor({ state: 'detached' });

      await frame.locator('img.logo[src*="/brand/logos/"]').waitFor();
      for (const [name, text] of SHOWN) {
        await page.getByRole('combobox', { name: 'Page', exact: true }).selectOption(name);
        await frame.getByText(text).first().waitFor();
        const wider = await frame
          .locator('html')
          .evaluate((root) => root.scrollWidth - root.clientWidth);
        expect([name, wider]).toEqual([name, 0]);
      }
      await page
        .getByRole('combobox', { name: 'Page', exact: true })
        .selectOption('Payment request by email');
      const background = await frame
        .getByText(/^Pay 149/)
        .evaluate((button) => getComputedStyle(button).backgroundColor);
      expect(background).toBe('rgb(255, 212, 0)');
      await page.getByRole('combobox', { name: 'Customer’s device' }).selectOption('Dark');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

      const { id } = await merchant.api.invoices.create({
        price_amount: '10.00',
        price_currency: 'EUR',
        pay_currency: 'BTC',
        receiver_currency: 'EUR',
      } as never);
      const { html } = await openPage(world, `/invoices/${id}`);
      expect(html).toContain('/brand/colors/ffd400-light.css');
      expect(html).toMatch(/\/brand\/logos\/[0-9a-f]{32}-320x80\.png/);
      await world.app.db.query(`update projects set settings = '{}' where id = $1`, [
        merchant.project.id,
      ]);
    },
  );

  test.each(sampleCases([1440, 390], 1))(
    'an operator sets a domain for pages, at %i px',
    async (width) => {
      const { enter, merchant, world, url } = on();
      world.app.publicUrl.value = world.url;
      const page = await enter({ role: 'owner' });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${url}/dashboard/projects/${merchant.project.id}/brand`);
      const part = page.getByRole('region', { name: 'Own domain' });
      const field = part.getByRole('textbox', { name: 'Domain' });
      await field.fill('https://pay.shop.example/');
      await part.getByRole('button', { name: 'Set domain' }).click();
      await part.getByText('a domain such as pay.shop.example').waitFor();
      const remove = async () => {
        await part.getByRole('button', { name: 'Remove domain' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'Remove domain' }).click();
        await field.waitFor();
      };
      await field.fill('pay.invalid');
      await part.getByRole('button', { name: 'Set domain' }).click();
      await part.getByText('Not in use yet').waitFor();
      await part.getByText('a CNAME record that leads to 127.0.0.1').waitFor();
      await part.getByRole('button', { name: 'Check domain' }).click();
      await part.getByText('pay.invalid cannot be reached: the name has no DNS record').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await remove();

      await field.fill('pay.shop.localhost');
      await part.getByRole('button', { name: 'Set domain' }).click();
      await part.getByText('Not in use yet').waitFor();
      await part.getByRole('button', { name: 'Check domain' }).click();
      await part.getByText('The domain leads here.').waitFor();
      await part.getByText('In use', { exact: true }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

      const price = { price_amount: '10', price_currency: 'EUR' } as const;
      const { hosted_page_url: payerPage } = await merchant.api.checkouts.create(price);
      expect(payerPage).toMatch(/^http:\/\/pay\.shop\.localhost:\d+\/checkouts\//);
      // The stage reports requests of its own pages to another host.
      const browser = defined(page.context().browser(), 'it is open');
      const payer = await (await browser.newContext()).newPage();
      await payer.goto(payerPage);
      await payer.getByRole('radio', { name: /Litecoin/ }).press('Space');
      await payer.keyboard.press('Tab');
      await payer.keyboard.press('Enter');
      await payer.waitForURL(/^http:\/\/pay\.shop\.localhost:\d+\/invoices\//);

      await remove();
      const { hosted_page_url: next } = await merchant.api.checkouts.create(price);
      expect(next.startsWith(`${world.url}/`)).toBe(true);
    },
  );

  test('a member without the permission sees the brand, and no buttons', async () => {
    const { enter } = on();
    const page = await enter({ roles: ['admin'] });
    await page.goto(
      page
        .url()
        .replace(/\/$/, '')
        .replace(/\/dashboard.*/, '/dashboard'),
    );
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Brand', exact: true }).click();
    await page.getByText('An operator can change these settings.').waitFor();
    expect(await page.getByRole('button', { name: 'Choose logo' }).count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
  });
});
