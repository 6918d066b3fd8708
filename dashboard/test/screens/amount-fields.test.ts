// Guarantee of every field of the dashboard that takes an amount: what can mean two amounts makes it invalid and says
// both readings, and what is clear is shown in full. The fields are found by reading the source.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { credit } from '../../../server/test/support/funds.ts';
import { filesBelow } from '../../../server/test/tidy/files.ts';
import { goTo } from '../support/go-to.ts';
import { stage } from '../support/stage.ts';

interface AmountField {
  /** Below the screens. */
  readonly file: string;
  /** Below the project, or with `/` of the whole instance. */
  readonly path: string;
  /** The button that shows it. */
  readonly press?: string;
  readonly label: string;
}

const FIELDS: readonly AmountField[] = [
  { file: 'balances/exchange-dialog', path: 'balances', press: 'Umtauschen', label: 'Betrag' },
  { file: 'books/declare-dialog', path: '/books', press: 'Erklären, was', label: 'Betrag' },
  { file: 'invoices/create-dialog', path: 'invoices', press: 'Rechnung anlegen', label: 'Betrag' },
  { file: 'policy/conditions', path: 'policy/edit', press: 'Regel hinzufügen', label: 'Betrag' },
  { file: 'projects/field-input', path: 'settings', label: 'Angehalten über' },
  { file: 'projects/rows-fields', path: 'settings', press: 'Gebühr hinzu', label: 'Prozent' },
  { file: 'projects/rows-fields', path: 'settings', press: 'Mindestbetrag hinzu', label: 'Betrag' },
  {
    ...{ file: 'subscriptions/create-dialog', path: 'subscriptions' },
    ...{ press: 'Abonnement anlegen', label: 'Betrag' },
  },
  {
    file: 'withdrawals/create-dialog',
    path: 'withdrawals',
    press: 'Coins senden',
    label: 'Betrag',
  },
];

test('every amount field of the source is in the table', () => {
  const fields = filesBelow('dashboard/src/screens', /\.tsx$/).flatMap(({ path, text }) =>
    [...text.matchAll(/<AmountInput\b/g)].map(() =>
      path.replace('dashboard/src/screens/', '').replace('.tsx', ''),
    ),
  );
  expect(fields).toEqual(FIELDS.map(({ file }) => file));
});

describeWithChromium('amount fields', () => {
  const on = stage();

  test('each refuses 1.000 with both readings and reads 12,50, in the German dashboard', async () => {
    const { enter, merchant, world } = on();
    await credit(world, merchant, { EUR: '5000' });
    const page = await enter({ role: 'owner' }, { locale: 'de-DE' });
    for (const field of FIELDS) await tryField(page, field, merchant.project.id);
  });
});

async function tryField(page: Page, { path, press, label }: AmountField, project: string) {
  const what = `${path} ${label}`;
  await goTo(page, path.startsWith('/') ? path.slice(1) : `projects/${project}/${path}`);
  if (press !== undefined) await page.getByRole('button', { name: press }).first().click();
  const dialog = page.getByRole('dialog');
  const isInDialog = press !== undefined && !/hinzu/.test(press);
  const input = (isInDialog ? dialog : page).getByRole('textbox', { name: label }).last();
  await input.fill('1.000');
  await page.getByText(/„1\.000“ kann 1\.000(,00)? oder 1(,00)? bedeuten/).waitFor();
  const isValid = () =>
    input.evaluate((each) => (each as unknown as { validity: { valid: boolean } }).validity.valid);
  expect(await isValid(), what).toBe(false);
  await input.fill('12,50');
  await page.getByText(/^Gelesen als 12,50/).waitFor();
  expect(await isValid(), what).toBe(true);
  expect(await faultsOf(page), what).toEqual([]);
  if (isInDialog) await page.keyboard.press('Escape');
  if (isInDialog) await dialog.waitFor({ state: 'detached' });
}
