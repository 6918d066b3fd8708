// Selecting rows on a phone: cards have boxes only while they are being selected, and the actions are at the bottom.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { defined } from '../../../server/src/core/assert.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { MISPLACED } from '../support/appearances.ts';
import { type Stage, stage } from '../support/stage.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

describeWithChromium('selecting rows on a phone', () => {
  const on = stage();

  test('on a phone, two webhooks are selected and resent, and selecting ends', async () => {
    const { enter, merchant, world } = on();
    merchant.answerWith(500);
    for (const name of ['one', 'two', 'three']) await paidInvoice(on(), name);
    await world.settle();
    await world.app.db.query(`update deliveries set status = 'failed', next_attempt_at = null`);
    const page = await enter({ roles: ['developer'] }, PHONE);
    await page.goto(page.url().replace(/invoices$/, 'callbacks'));
    const cards = page.getByRole('table', { name: 'Sent events' }).locator('tbody tr');
    await cards.nth(2).waitFor();
    const boxes = cards.getByRole('checkbox');
    expect(await boxes.first().isVisible()).toBe(false);
    const select = page.getByRole('button', { name: 'Select', exact: true });
    await select.click();
    await boxes.first().check();
    await page.getByText('1 row selected').waitFor();
    // A click anywhere in a card selects it, and does not open it.
    await cards.nth(1).click({ position: { x: 20, y: 20 } });
    await page.getByText('2 rows selected').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/callbacks$/);
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(MISPLACED)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    const done = page.getByRole('button', { name: 'Done', exact: true });
    expect(await bottomOf(done)).toBeLessThanOrEqual(PHONE.viewport.height);

    await page.getByRole('button', { name: 'Resend webhooks' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resend webhooks' });
    await dialog.getByRole('button', { name: 'Resend webhooks' }).click();
    await dialog.getByText('2 of 2 done').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const sql = `select count(*)::int as n from deliveries where status <> 'failed'`;
    expect(await world.app.db.query(sql)).toEqual([{ n: 2 }]);

    await done.click();
    await done.waitFor({ state: 'detached' });
    expect(await boxes.first().isVisible()).toBe(false);
    expect(await select.evaluate((button) => button === document.activeElement)).toBe(true);
    await cards.first().click({ position: { x: 4, y: 4 } });
    await page.waitForURL(/callbacks\/[\da-f-]{36}/);
  });

  test('on a phone, with the keyboard alone, all cards shown are selected, and nothing is done', async () => {
    const { enter, merchant } = on();
    await merchant.api.subscriptions.create({
      name: 'copper',
      amount: '10.00',
      currency: 'EUR',
      period: 'month',
      period_quantity: 1,
      starts_at: new Date(Date.now() + 7 * 86_400_000),
      payer_email: 'copper@example.com',
    });
    const page = await enter({ roles: ['admin'] }, { ...PHONE, locale: 'de-DE' });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(page.url().replace(/invoices$/, 'subscriptions'));
    const select = page.getByRole('button', { name: 'Auswählen', exact: true });
    await select.focus();
    await page.keyboard.press('Enter');
    const cancel = page.getByRole('button', { name: 'Abonnements beenden' });
    await cancel.waitFor();
    expect(await cancel.isDisabled()).toBe(true);
    const all = page.getByRole('button', { name: 'Alle angezeigten auswählen' });
    const card = page.getByRole('checkbox', { name: /copper/ });
    while (!(await card.evaluate((box) => box === document.activeElement)))
      await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.getByText(/^1 Zeile ausgewählt/).waitFor();
    await page.keyboard.press('Space');
    await page.getByText(/^0 Zeilen ausgewählt/).waitFor();
    await all.press('Enter');
    await page.getByRole('button', { name: 'Auswahl aufheben' }).waitFor();
    expect(await card.isChecked()).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(MISPLACED)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await page.getByRole('button', { name: 'Fertig', exact: true }).press('Enter');
    await select.and(page.locator(':focus')).waitFor();
    await select.press('Enter');
    expect(await card.isChecked()).toBe(false);
  });
});

async function paidInvoice({ merchant, world }: Stage, name: string): Promise<void> {
  const { id } = await merchant.api.invoices.create({
    price_amount: '25.00',
    price_currency: 'EUR',
    pay_currency: 'BTC',
    name,
  });
  await world.pay({ invoice_id: id });
}

/** Boxes and buttons for selecting that are smaller than a finger, or whose text does not fit. */
function smallTargets(page: Page): Promise<readonly string[]> {
  return page.locator('[data-selecting] button, td[data-tail]').evaluateAll((targets) =>
    targets.flatMap((target) => {
      const { width, height } = target.getBoundingClientRect();
      const isCut = target.scrollWidth > target.clientWidth;
      const isInBar = target.closest('table') === null || target.matches('td');
      return isInBar && (width < 44 || height < 44 || isCut) ? [target.outerHTML] : [];
    }),
  );
}

async function bottomOf(button: Locator): Promise<number> {
  const { y, height } = defined(await button.boundingBox(), 'a visible button');
  return y + height;
}
