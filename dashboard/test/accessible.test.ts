// Every screen in both color schemes, wide and narrow: axe finds no violation, nothing scrolls sideways, and no
// merchant text is interpreted by the page. The color scheme and width change on the open page. Screens are reached by
// links from one to the next; a thorough run opens each by its address. CHAINTILL_SCREENSHOTS names a folder for
// pictures of all of them, CHAINTILL_SCREENSHOTS_LANGUAGE their language.

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { requestCorrection } from '../../server/src/corrections/corrections.ts';
import { describeWithChromium } from '../../server/test/support/chromium.ts';
import { isThorough } from '../../server/test/support/crash-stride.ts';
import { hostileTexts, obeyed } from '../../server/test/support/obeyed.ts';
import { appearances, inspect } from './support/appearances.ts';
import { goTo } from './support/go-to.ts';
import { screens } from './support/screens.ts';
import { stage } from './support/stage.ts';

/** Merchant texts with bidirectional characters, markup or formulas. */
const HOSTILE = `${hostileTexts.join('')}<img src=x onerror="window.hit=1">"><script>window.hit=1</script>=1+1`;
const LANGUAGE = process.env['CHAINTILL_SCREENSHOTS_LANGUAGE'] ?? 'en';

describeWithChromium('every screen of the dashboard', () => {
  const on = stage();

  test(
    'has no accessibility issue in any theme',
    async () => {
      const { enter, open, merchant, raise, url, world } = on();
      const { id } = await merchant.api.invoices.create({
        price_amount: '1234.50',
        price_currency: 'EUR',
        pay_currency: 'BTC',
        custom_id: `first order ${HOSTILE}`,
        description: `Two shirts ${HOSTILE}`,
        customer_id: 'ada',
        name: HOSTILE,
      });
      await world.database.owner.query('update projects set name = name || $1', [HOSTILE]);
      await merchant.api.invoices
        .create({ price_amount: 'ten', price_currency: 'EUR', pay_currency: 'BTC' })
        .catch(() => undefined);
      await raise({ kind: 'node_excluded', subject: 'BTC', facts: { reason: 'behind' } });
      const { app } = world;
      const correction = { projectId: merchant.project.id, currency: 'EUR', amount: 500_000n };
      const requester = { key: 'system:root', name: `root ${HOSTILE}` };
      await requestCorrection(app, { ...correction, reason: `goodwill ${HOSTILE}` }, requester);
      const stranger = await open(`${url}/dashboard/`);
      await inspect(stranger, 'sign-in', stranger.getByRole('heading', { name: 'Sign in' }));
      const page = await enter({ role: 'owner' });
      let plain = '';
      let at = '';
      for (const { name, path, shows, press } of screens) {
        await page.emulateMedia({ colorScheme: appearances[0].colorScheme });
        await page.setViewportSize(appearances[0].viewport);
        const place = path(merchant.project.id, id);
        // A dialog opens on the current screen, unless that has an open dialog.
        if (press === undefined || place !== plain)
          await (isThorough || LANGUAGE !== 'en' || place === at
            ? page.goto(`${url}/dashboard/${place}`)
            : goTo(page, place));
        at = place;
        const whole = page.getByText(shows).first();
        await whole.waitFor().catch((error: unknown) => {
          throw new Error(`${name} never shows ${shows}`, { cause: error });
        });
        const pressed =
          press === undefined ? null : page.getByRole('button', { name: press }).first();
        const there = LANGUAGE === 'en' ? { whole, pressed } : await translated(page, pressed);
        if (there.pressed !== null) await there.pressed.click();
        plain = press === undefined && LANGUAGE === 'en' ? place : '';
        expect(await page.locator('h1').count(), `headings of ${name}`).toBe(1);
        await inspect(page, name, there.pressed === null ? there.whole : page.getByRole('dialog'));
        expect(await page.evaluate('document.body.innerText'), name).not.toMatch(obeyed);
        expect(await page.evaluate('window.hit'), name).toBeUndefined();
      }
    },
    200_000 * appearances.length,
  );
});

const BUTTONS = 'document.querySelectorAll("button")';

/**
 * The same screen in the language of the pictures: buttons found by their English name are found there by their
 * position.
 */
async function translated(page: Page, pressed: Locator | null) {
  const count = Number(await page.evaluate(`${BUTTONS}.length`));
  const at = await pressed?.evaluate((button) =>
    [...button.ownerDocument.querySelectorAll('button')].indexOf(button as HTMLButtonElement),
  );
  await page.evaluate(`localStorage.setItem('chaintill-language', '${LANGUAGE}')`);
  await page.reload();
  await expect.poll(() => page.evaluate(`${BUTTONS}.length`), { timeout: 30_000 }).toBe(count);
  await page.evaluate(`localStorage.removeItem('chaintill-language')`);
  return {
    whole: page.locator(`html[lang=${LANGUAGE}] h1`),
    pressed: at === undefined ? null : page.locator('button').nth(at),
  };
}
