// Every amount field of the dashboard rejects text with two readings, names both, and shows a clear amount in full. The
// table of fields is compared with the source.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { operatorReader } from '../../../server/test/operator/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { credit } from '../../../server/test/support/funds.ts';
import { filesBelow } from '../../../server/test/tidy/files.ts';
import { goTo } from '../support/go-to.ts';
import { stage } from '../support/stage.ts';

interface AmountField {
  /** The path below `dashboard/src/screens`. */
  readonly file: string;
  /** The page below the project; with a leading `/`, a page of the instance. `{terminal}` is an ID. */
  readonly path: string;
  /** The button that opens the field. */
  readonly press?: string;
  /** A value of the choice above it, with which it is shown. */
  readonly choose?: readonly [string, string];
  readonly label: string;
}

const FIELDS: readonly AmountField[] = [
  {
    file: 'balances/list',
    path: 'balances',
    press: 'Guthaben umtauschen',
    label: 'Betrag',
  },
  {
    file: 'books/books',
    path: '/books',
    press: 'Externen Bestand angeben',
    label: 'Betrag',
  },
  {
    file: 'checkouts/create-dialog',
    path: 'checkouts',
    press: 'Checkout erstellen',
    label: 'Betrag',
  },
  {
    file: 'invoices/create-dialog',
    path: 'invoices',
    press: 'Zahlungsanforderung erstellen',
    label: 'Betrag',
  },
  {
    file: 'payment-links/donation-fields',
    path: 'payment-links',
    press: 'Zahlungslink erstellen',
    choose: ['Betrag', 'donation'],
    label: 'Ziel',
  },
  {
    file: 'payment-links/link-dialog',
    path: 'payment-links',
    press: 'Zahlungslink erstellen',
    label: 'Preis',
  },
  {
    file: 'payment-links/link-dialog',
    path: 'payment-links',
    press: 'Zahlungslink erstellen',
    choose: ['Betrag', 'open'],
    label: 'Mindestens',
  },
  {
    file: 'payment-links/link-dialog',
    path: 'payment-links',
    press: 'Zahlungslink erstellen',
    choose: ['Betrag', 'open'],
    label: 'Höchstens',
  },
  {
    file: 'payment-links/link-dialog',
    path: 'payment-links',
    press: 'Zahlungslink erstellen',
    choose: ['Betrag', 'open'],
    label: 'Vorschlag 1',
  },
  { file: 'policy/conditions', path: 'policy/edit', press: 'Regel hinzufügen', label: 'Betrag' },
  { file: 'projects/rows-fields', path: 'settings', press: 'Gebühr hinzu', label: 'Prozent' },
  {
    file: 'projects/rows-fields',
    path: 'settings',
    press: 'Mindestbetrag hinzu',
    label: 'Mindestbetrag',
  },
  { file: 'projects/setting-field', path: 'settings', label: 'Auszahlungen anhalten über' },
  {
    file: 'subscriptions/list',
    path: 'subscriptions',
    press: 'Abonnement erstellen',
    label: 'Betrag',
  },
  {
    file: 'terminals/item-dialog',
    path: 'terminals/{terminal}',
    press: 'Ersten Artikel hinzufügen',
    label: 'Preis',
  },
  {
    file: 'terminals/item-dialog',
    path: 'terminals/{terminal}',
    press: 'Ersten Artikel hinzufügen',
    label: 'Steuer in Prozent',
  },
  {
    file: 'terminals/terminal-dialog',
    path: 'terminals',
    press: 'Terminal erstellen',
    label: 'Steuer in Prozent',
  },
  {
    file: 'terminals/terminal-dialog',
    path: 'terminals',
    press: 'Terminal erstellen',
    label: 'Trinkgeld 1',
  },
  {
    file: 'withdrawals/create-dialog',
    path: 'withdrawals',
    press: 'Coins senden',
    label: 'Betrag',
  },
];

/** What is typed, and the two amounts that it can mean. */
const AMBIGUOUS = { '1.000': '1.000,00 oder 1,00', '12.000': '12.000,00 oder 12,00' };

/** What is typed, and the amount in full. */
const CLEAR = { '12,50': '12,50', '1.234,5': '1.234,50', '12000': '12.000,00' };

test('the table has every amount field of the source', () => {
  const fields = filesBelow('dashboard/src/screens', /\.tsx$/).flatMap(({ path, text }) =>
    [...text.matchAll(/<AmountInput\b/g)].map(() =>
      path.replace('dashboard/src/screens/', '').replace('.tsx', ''),
    ),
  );
  expect(fields).toEqual(FIELDS.map(({ file }) => file));
});

test('no other field accepts a number with decimals', () => {
  const fields = filesBelow('dashboard/src', /\.tsx$/).filter(({ text }) =>
    /inputMode="decimal"|type="number"|<NumberInput/.test(text),
  );
  expect(fields.map(({ path }) => path)).toEqual(['dashboard/src/shared/ui/amount-input.tsx']);
});

describeWithChromium('amount fields', () => {
  const on = stage();

  test('each one rejects an amount with two readings and shows a clear amount in full, in German', async () => {
    const { enter, merchant, world } = on();
    await credit(world, merchant, { EUR: '5000' });
    const project = merchant.project.id;
    const counter = { project, name: 'Kasse 1', price_currency: 'EUR' };
    const { id } = await operatorReader(world)('terminals.create', counter);
    const page = await enter({ role: 'owner' }, { locale: 'de-DE' });
    for (const field of FIELDS)
      await tryField(page, { ...field, path: field.path.replace('{terminal}', id) }, project);
  });
});

async function tryField(page: Page, { path, press, choose, label }: AmountField, project: string) {
  const what = `${path} ${label}`;
  await goTo(page, path.startsWith('/') ? path.slice(1) : `projects/${project}/${path}`);
  if (press !== undefined) await page.getByRole('button', { name: press }).first().click();
  const dialog = page.getByRole('dialog');
  if (choose !== undefined)
    await dialog.getByRole('combobox', { name: choose[0] }).selectOption(choose[1]);
  const isInDialog = press !== undefined && !/^(Regel|Gebühr|Mindestbetrag) hinzu/.test(press);
  const input = (isInDialog ? dialog : page).getByRole('textbox', { name: label }).last();
  const field = input.locator('xpath=ancestor::div[p[@aria-live]][1]');
  const isValid = () =>
    input.evaluate((each) => (each as unknown as { validity: { valid: boolean } }).validity.valid);
  for (const [typed, readings] of Object.entries(AMBIGUOUS)) {
    await input.fill(typed);
    await field.getByText(`„${typed}“ kann ${readings} bedeuten.`, { exact: false }).waitFor();
    await expect.poll(isValid, { message: what }).toBe(false);
  }
  for (const [typed, full] of Object.entries(CLEAR)) {
    await input.fill(typed);
    await field.getByText(new RegExp(`^Gelesen als ${full}( |$)`)).waitFor();
    await expect.poll(isValid, { message: what }).toBe(true);
  }
  if (isInDialog) await page.keyboard.press('Escape');
  if (isInDialog) await dialog.waitFor({ state: 'detached' });
}
