// Every state of a payment page in a real browser: accessible in both color schemes, on a phone and on a wide screen,
// in every language, and on paper. CHAINTILL_SCREENSHOTS names a folder for pictures of all of them.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Locale, locales } from '../../src/core/languages.ts';
import { renderPaymentPage } from '../../src/web/payment-page.ts';
import { describeWithChromium, startChromium } from '../support/chromium.ts';
import { faultsOf } from '../support/faults.ts';
import { pageStates } from '../web/page-states.ts';

const PICTURES = process.env['CHAINTILL_SCREENSHOTS'];
const PICTURE_LOCALES: readonly Locale[] = ['en', 'de', 'fr', 'es'];
const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };
const LINKS = {
  style: '/payment-page.css',
  darkStyle: '/payment-page-dark.css',
  script: '/payment-page.js',
  site: '',
};
const CONTENT_TYPES = { css: 'text/css', js: 'text/javascript' };

describeWithChromium('every state of a payment page', () => {
  const states = pageStates();
  const names = [...states.keys()];
  let browser: Browser;
  let server: Server;
  let url: string;
  beforeAll(async () => {
    browser = await startChromium();
    server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://states.example');
      const [, extension] = /^\/payment-page(?:-dark)?\.(css|js)$/.exec(pathname) ?? [];
      if (extension === 'css' || extension === 'js') {
        response.setHeader('content-type', CONTENT_TYPES[extension]);
        response.end(readFileSync(new URL(`../../assets${pathname}`, import.meta.url)));
        return;
      }
      const view = states.get(searchParams.get('state') ?? '');
      if (view === undefined) {
        response.writeHead(404).end();
        return;
      }
      const locale = searchParams.get('locale') as Locale;
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(renderPaymentPage({ ...view, locale }, LINKS));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await browser.close();
    await new Promise((done) => server.close(done));
  });

  const addressOf = (state: string, locale: Locale) =>
    `${url}?${new URLSearchParams({ state, locale })}`;
  const show = (page: Page, state: string, locale: Locale = 'en') =>
    page.goto(addressOf(state, locale));
  const picture = async (page: Page, name: string) => {
    if (PICTURES === undefined) return;
    const file = name.replaceAll(/[^\w]+/g, '-');
    await page.screenshot({ path: `${PICTURES}/${file}.png`, fullPage: true });
  };

  /** Swaps the whole body in, which is much faster than a navigation. */
  const swapIn = (page: Page, state: string, locale: Locale = 'en') =>
    page.evaluate(
      `fetch(${JSON.stringify(addressOf(state, locale))}).then((answer) => answer.text()).then((text) => {
        const next = new DOMParser().parseFromString(text, 'text/html');
        document.documentElement.lang = next.documentElement.lang;
        document.title = next.title;
        document.body.replaceWith(next.body);
      })`,
    );

  test.each([
    { colorScheme: 'light', viewport: PICTURES === undefined ? [WIDE] : [WIDE, NARROW] },
    { colorScheme: 'dark', viewport: PICTURES === undefined ? [NARROW] : [NARROW, WIDE] },
  ] as const)(
    'is accessible and fits its window, in $colorScheme colors',
    async ({ colorScheme, viewport: viewports }) => {
      // Without the script, which would poll the state that is no longer shown.
      const page = await browser.newPage({ colorScheme });
      await page.route('**/payment-page.js', (route) => route.fulfill({ body: '' }));
      await show(page, 'invoice: waiting');
      for (const viewport of viewports) {
        await page.setViewportSize(viewport);
        for (const name of names) {
          await swapIn(page, name);
          await picture(page, `${name} en ${colorScheme} ${viewport.width}`);
          expect(await faultsOf(page), `${name}, ${viewport.width}`).toEqual([]);
        }
      }
    },
    180_000,
  );

  test('fits a phone in every language, with targets of at least 24 pixels', async () => {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await page.route('**/payment-page.js', (route) => route.fulfill({ body: '' }));
    await show(page, 'invoice: waiting');
    for (const locale of locales)
      for (const name of names) {
        await swapIn(page, name, locale);
        const found = await page.evaluate(`({
          beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          small: [...document.querySelectorAll('.button, summary')]
            .map((element) => element.getBoundingClientRect())
            .filter(({ width, height }) => width > 0 && (width < 24 || height < 24)).length,
        })`);
        expect(found, `${name}, ${locale}`).toEqual({ beyond: 0, small: 0 });
        if (PICTURE_LOCALES.includes(locale)) await picture(page, `${name} ${locale} 360`);
      }
  }, 180_000);

  test('on paper there is black on white, the whole transaction ID, and no button', async () => {
    const page = await browser.newPage({
      colorScheme: 'dark',
      viewport: { width: 700, height: 990 },
    });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const name of names) {
      await show(page, name);
      await picture(page, `${name} print`);
      const shown = await page.evaluate(`({
        buttons: [...document.querySelectorAll('.button')].filter((e) => e.offsetParent !== null).length,
        color: getComputedStyle(document.querySelector('.status p')).color,
        page: getComputedStyle(document.body).backgroundColor,
      })`);
      expect(shown, name).toEqual({
        buttons: 0,
        color: 'rgb(0, 0, 0)',
        page: 'rgb(255, 255, 255)',
      });
    }
    await show(page, 'invoice: paid');
    const [paid] = states.get('invoice: paid')?.transactions ?? [];
    expect(await page.getByText(paid?.txid ?? '', { exact: true }).isVisible()).toBe(true);
    await show(page, 'invoice: waiting');
    expect(await page.locator('svg.qr').first().isVisible()).toBe(true);
  });
});
