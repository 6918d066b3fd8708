// Amounts that people type, in the German dashboard: read as intended, shown in full before anything is done, and
// rejected when they are ambiguous.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { BTC_ADDRESS } from '../../../server/test/policy/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { credit, fillWallet } from '../../../server/test/support/funds.ts';
import { goTo } from '../support/go-to.ts';
import { stage } from '../support/stage.ts';

const GERMAN = { locale: 'de-DE' } as const;

/** As Excel saves it in Germany. */
const file = (rows: readonly string[]) => ({
  name: 'gehälter.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['address;amount;currency;custom_id', ...rows, ''].join('\r\n'), 'latin1'),
});

describeWithChromium('typed amounts', () => {
  const on = stage();

  const isValid = (page: Page, label: RegExp | string) =>
    page
      .getByRole('dialog')
      .getByRole('textbox', { name: label })
      .evaluate((input) => (input as unknown as { validity: { valid: boolean } }).validity.valid);

  test('an invoice of 1.000 is not created until it is clear whether it is a thousand or one', async () => {
    const { enter, world } = on();
    const page = await enter({ roles: ['admin'] }, GERMAN);
    await page.getByRole('button', { name: 'Zahlungsanforderung erstellen' }).click();
    const dialog = page.getByRole('dialog');
    const amount = dialog.getByRole('textbox', { name: 'Betrag' });
    const create = dialog.getByRole('button', { name: 'Zahlungsanforderung erstellen' });
    const count = 'select count(*)::int as n from invoices';
    const [before] = await world.app.db.query<{ n: number }>(count);
    await amount.fill('1.000');
    await dialog
      .getByText('„1.000“ kann 1.000,00 oder 1,00 bedeuten. Schreiben Sie 1000 oder 1,00.')
      .waitFor();
    await create.click();
    expect(await isValid(page, 'Betrag')).toBe(false);
    expect(await faultsOf(page)).toEqual([]);
    await amount.fill('zwölf');
    await create.click();
    await dialog.getByText('„zwölf“ ist kein Betrag.', { exact: false }).waitFor();
    expect(await world.app.db.query<{ n: number }>(count)).toEqual([before]);
    await amount.fill('1.234,56');
    await dialog.getByText('Gelesen als 1.234,56 EUR').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await create.click();
    await page.waitForURL(/\/invoices\/[0-9a-f-]{36}$/);
    const [made] = await world.app.db.query<{ price_amount: bigint }>(
      'select price_amount from invoices order by id desc limit 1',
    );
    expect(made?.price_amount).toBe(123456n);
  });

  test('a file with 12.000 is rejected with both readings; with 0,0125 and 1.234,56 it is shown in full', async () => {
    const { enter, merchant, url, world } = on();
    await fillWallet(world, 'BTC', ['1', '1']);
    await credit(world, merchant, { BTC: '1', EUR: '5000' });
    const page = await enter({ roles: ['finance'] }, GERMAN);
    await page.goto(`${url}/dashboard/projects/${merchant.project.id}/withdrawals/batch`);
    const choose = page.locator('input[type=file]');
    await choose.setInputFiles(
      file([
        `${BTC_ADDRESS};12.000;EUR;Müller`,
        `${BTC_ADDRESS};0,01;BTC;b`,
        `${BTC_ADDRESS};1,234;EUR;c`,
      ]),
    );
    await page
      .getByText(
        'Zeile 2 der Datei: „12.000“ kann 12.000,00 oder 12,00 bedeuten. Schreiben Sie 12000 oder 12,00.',
      )
      .waitFor();
    await page
      .getByText(
        'Zeile 4 der Datei: „1,234“ kann 1.234,00 oder 1,234 bedeuten. Schreiben Sie 1234 oder 1,2340.',
      )
      .waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await choose.setInputFiles(
      file([`${BTC_ADDRESS};0,0125;BTC;Müller`, `${BTC_ADDRESS};0,02;BTC;"b;2"`]),
    );
    await page.getByText('Die Zeilen werden geprüft.').waitFor();
    await world.settle();
    const rows = page.getByRole('table', { name: 'Zeilen der Datei' });
    await rows.getByText('0,0125').first().waitFor();
    await rows.getByText('Müller').waitFor();
    await page
      .getByText(/^0,03\d+ BTC$/)
      .first()
      .waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await faultsOf(page)).toEqual([]);
  });

  test("coins are sent in the quoted amount, shown in the reader's number format", async () => {
    const { enter, world } = on();
    const page = await enter({ roles: ['finance'] }, GERMAN);
    await page.getByRole('link', { name: 'Auszahlungen' }).click();
    await page.getByRole('button', { name: 'Coins senden' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Adresse' }).fill(BTC_ADDRESS);
    const amount = dialog.getByRole('textbox', { name: 'Betrag' });
    await amount.fill('1.005');
    await dialog
      .getByText('„1.005“ kann 1.005,00 oder 1,005 bedeuten.', { exact: false })
      .waitFor();
    await amount.fill('0,0125');
    await dialog.getByText('Gelesen als 0,0125 BTC').waitFor();
    await dialog.getByRole('button', { name: 'Angebot anfordern' }).click();
    await dialog.getByRole('button', { name: '0,0125 BTC senden' }).waitFor();
    const [quoted] = await world.app.db.query<{ received_amount: bigint }>(
      'select received_amount from coin_withdrawals order by id desc limit 1',
    );
    expect(quoted?.received_amount).toBe(1_250_000n);
  });

  test('a project setting is saved with exactly the typed amount', async () => {
    const { enter, merchant, world } = on();
    const page = await enter({ role: 'owner', roles: ['admin'] }, GERMAN);
    await goTo(page, `projects/${merchant.project.id}/settings`);
    const most = page.getByRole('textbox', { name: 'Auszahlungen anhalten über' });
    await most.fill('10.000');
    await page
      .getByText('„10.000“ kann 10.000,00 oder 10,00 bedeuten.', { exact: false })
      .waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await most.fill('10.000,00');
    await page.getByText('Gelesen als 10.000,00 EUR').waitFor();
    await page.getByRole('button', { name: /Änderungen prüfen/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('10.000,00 EUR').waitFor();
    await dialog.getByRole('button', { name: /[Ss]peichern/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Gelesen als 10.000,00 EUR').waitFor();
    const [row] = await world.app.db.query<{ settings: unknown }>(
      'select settings from projects where id = $1',
      [merchant.project.id],
    );
    expect(JSON.stringify(row)).toContain('10000');
  });

  test('a policy rule stores the typed amount, and is not saved with an ambiguous one', async () => {
    const { enter, merchant } = on();
    const page = await enter({ roles: ['admin'] }, GERMAN);
    await goTo(page, `projects/${merchant.project.id}/policy/edit`);
    await page.getByRole('button', { name: 'Regel hinzufügen' }).click();
    const amount = page.getByRole('textbox', { name: 'Betrag' }).last();
    await amount.fill('2.500');
    await page.getByText('„2.500“ kann 2.500,00 oder 2,50 bedeuten.', { exact: false }).waitFor();
    await page.getByRole('alert').waitFor();
    await amount.fill('2.500,50');
    await page.getByText('Gelesen als 2.500,50 EUR').waitFor();
    await page.getByRole('button', { name: 'JSON-Text' }).click();
    expect(await page.getByRole('textbox', { name: /Regelwerk/ }).inputValue()).toContain(
      '"2500.50"',
    );
  });
});
