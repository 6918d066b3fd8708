// At 1024 px, no table is cut off and every button of a row can be reached. Actions of a row are in one menu, which works
// with the keyboard.
import { expect, test } from 'vitest';
import { requestCorrection } from '../../../server/src/corrections/corrections.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { goTo } from '../support/go-to.ts';
import { openScreen } from '../support/open-screen.ts';
import { screens } from '../support/screens.ts';
import { stage } from '../support/stage.ts';

const NARROW = { viewport: { width: 1024, height: 768 } };

/** In the page: the tables whose overflow is hidden, and the controls of rows beyond the edge of their table's frame. */
const CUT_OFF = `[...document.querySelectorAll('main table')].flatMap((table) => {
  const frame = table.parentElement;
  const edge = frame.getBoundingClientRect().right + 1;
  const isHidden = frame.scrollWidth > frame.clientWidth && frame.tabIndex < 0;
  const beyond = [...table.querySelectorAll('button, a')].filter((control) => {
    const { right, width } = control.getBoundingClientRect();
    return width > 0 && right > edge;
  });
  return [...(isHidden ? ['overflow'] : []), ...beyond.map((control) => control.textContent)];
})`;

/** In the page: the lines that the visible filters take. */
const LINES_OF_FILTERS = `new Set([...document.querySelectorAll('main search :is(input, select, button)')]
  .map((field) => field.getBoundingClientRect())
  .filter(({ height }) => height > 0)
  .map(({ bottom }) => Math.round(bottom))).size`;

describeWithChromium('tables at 1024 px', () => {
  const on = stage();

  test('are complete on every screen, with all buttons', async () => {
    const { enter, merchant, raise, world } = on();
    const { id } = await merchant.api.invoices.create({
      price_amount: '1234.50',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      custom_id: 'first order',
      customer_id: 'ada',
    });
    await raise({ kind: 'node_excluded', subject: 'BTC', facts: { reason: 'behind' } });
    const correction = { projectId: merchant.project.id, currency: 'EUR', amount: 500_000n };
    const requester = { key: 'system:root', name: 'root' };
    await requestCorrection(world.app, { ...correction, reason: 'goodwill' }, requester);
    await merchant.api.invoices
      .create({ price_amount: 'ten', price_currency: 'EUR', pay_currency: 'BTC' })
      .catch(() => undefined);
    const page = await enter({ role: 'owner' }, NARROW);
    await page.getByRole('navigation').getByRole('link').first().waitFor();
    const cutOff: string[] = [];
    for (const { name, path, shows, press } of screens) {
      if (press !== undefined) continue;
      await goTo(page, path(merchant.project.id, id));
      await page.getByText(shows).first().waitFor({ timeout: 15_000 });
      for (const what of (await page.evaluate(CUT_OFF)) as string[])
        cutOff.push(`${name}: ${what}`);
    }
    expect(cutOff).toEqual([]);
  });

  test('have a menu in each row with several actions, for the mouse and the keyboard', async () => {
    const { enter } = on();
    const page = await enter({ roles: ['admin'] }, NARROW);
    await openScreen(page, 'Webhooks');
    const opener = page
      .getByRole('table', { name: 'Endpoints' })
      .getByRole('button', { name: /^Actions for http/ });
    const { width = 0, height = 0 } = (await opener.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    await opener.focus();
    await page.keyboard.press('Enter');
    const items = page.getByRole('menuitem');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe('Rotate secret…');
    expect(await opener.getAttribute('aria-expanded')).toBe('true');
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toBe('Disable…');
    await page.keyboard.press('Home');
    expect(await focused()).toBe('Rotate secret…');
    await page.keyboard.press('Escape');
    await items.first().waitFor({ state: 'hidden' });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await opener.click();
    await items.first().waitFor();
    await opener.click();
    await items.first().waitFor({ state: 'hidden' });
    await opener.click();
    await items.filter({ hasText: 'Disable…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable endpoint' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test.each(['en-GB', 'de-DE'])('filters take one line, in %s', async (locale) => {
    const { enter, merchant } = on();
    const page = await enter({ roles: ['admin'] }, { ...NARROW, locale });
    for (const screen of ['invoices', 'withdrawals', 'transactions', 'channels', 'requests']) {
      await goTo(page, `projects/${merchant.project.id}/${screen}`);
      const more = page.getByRole('button', { name: /^(More f|Weitere F)ilter/ });
      await more.waitFor();
      expect(await page.evaluate(LINES_OF_FILTERS), screen).toBe(1);
    }
  });

  test('further filters are behind a button, for the mouse and the keyboard, and there without it on wide screens', async () => {
    const { enter } = on();
    const page = await enter({ roles: ['admin'] }, NARROW);
    const email = page.getByRole('textbox', { name: 'Payer email' });
    const more = page.getByRole('button', { name: 'More filters' });
    await more.waitFor();
    expect([await email.isVisible(), await more.getAttribute('aria-expanded')]).toEqual([
      false,
      'false',
    ]);
    await more.focus();
    await page.keyboard.press('Enter');
    await email.fill('ada@example.com');
    await email.press('Enter');
    await page.getByRole('group', { name: 'Active filters' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await more.click();
    await email.waitFor({ state: 'hidden' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await email.waitFor();
    expect(await more.isVisible()).toBe(false);
  });
});
