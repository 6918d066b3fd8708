// Every email as mail programs show it: as HTML in three widths and both color schemes, with the same content as its
// plain text. CHAINTILL_SCREENSHOTS names a folder for pictures of all of them.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOTICES } from '../../src/contract/people/notices.ts';
import { type MailBodies, mailBodies } from '../../src/mails/layout.ts';
import { invitationMail, noticeMail } from '../../src/people/people-mails.ts';
import { describeWithChromium, startChromium } from '../support/chromium.ts';
import { faultsOf } from '../support/faults.ts';

const PICTURES = process.env['CHAINTILL_SCREENSHOTS'];
const WIDTHS = [320, 600, 900];
const URL = 'https://till.example';
const TOKEN = `v1.${'A'.repeat(16)}.${'B'.repeat(70)}`;

const person = (language: string) => ({
  name: 'Ada Lovelace',
  email: 'ada@shop.example',
  language,
});

function notices(language: string) {
  const counts = NOTICES.map((kind, n) => ({ kind, count: n + 1, isCapped: n === 2 }));
  const project = { id: '01900000-0000-7000-8000-000000000000', name: 'Corner shop '.repeat(6) };
  return noticeMail({
    ...person(language),
    publicUrl: URL,
    token: TOKEN,
    places: [
      { project, counts },
      { project: null, counts: [{ kind: 'alerts', count: 1, isCapped: false }] },
    ],
  });
}

function invitation(language: string) {
  const link = `${URL}/dashboard/welcome#${'c'.repeat(43)}`;
  return invitationMail({ ...person(language), link, expiresAt: new Date('2026-12-01T10:00:00Z') });
}

/** As `subscriptions/request-payment.ts` composes it. */
const request = mailBodies({
  tag: 'en',
  title: 'Payment',
  brand: 'Corner Bakery',
  parts: [
    'Hello Ada Lovelace,',
    'Corner Bakery asks you to pay 1,234.50 EUR for Bread by 1 March 2027 at 10:20 UTC.',
    `Every day.\nAlso on Sundays: ${'long'.repeat(40)}`,
  ],
  button: {
    text: 'Pay 1,234.50 EUR',
    link: `${URL}/subscriptions/01900000-0000-7000-8000-000000000000`,
  },
  notes: ['On this page, you choose a cryptocurrency.', 'Questions? Contact Corner Bakery: help@x'],
  footer: [],
});

const MAILS: Readonly<Record<string, MailBodies>> = {
  request,
  ...Object.fromEntries(
    ['en', 'de', 'fr', 'es'].flatMap((language) => [
      [`notices-${language}`, notices(language)],
      [`invitation-${language}`, invitation(language)],
    ]),
  ),
};

describeWithChromium('every email', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());

  test.each(['light', 'dark'] as const)(
    'is readable and fits in three widths, in %s colors',
    async (colorScheme) => {
      const page = await browser.newPage({ colorScheme });
      for (const [name, { html }] of Object.entries(MAILS))
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 700 });
          await page.setContent(html);
          if (PICTURES !== undefined)
            await page.screenshot({
              path: `${PICTURES}/mail-${name}-${colorScheme}-${width}.png`,
              fullPage: true,
            });
          // Emails have no landmarks.
          const faults = (await faultsOf(page)).filter(
            (fault) =>
              !/"(region|landmark-one-main|page-has-heading-one)"/.test(JSON.stringify(fault)),
          );
          expect(faults, `${name}, ${width}`).toEqual([]);
          expect(await page.locator('a.button').count(), name).toBe(1);
        }
      await page.close();
    },
    60_000,
  );

  test('has the same content as plain text and as HTML', async () => {
    const page = await browser.newPage();
    for (const [name, { text, html }] of Object.entries(MAILS)) {
      await page.setContent(html);
      const shown = String(await page.evaluate('document.body.innerText')).replaceAll(/\s+/g, ' ');
      const links = (await page.evaluate(
        '[...document.links].map((link) => link.getAttribute("href"))',
      )) as string[];
      const lines = text.split('\n').map((line) => line.replace(/^- |^ {2}/, '').trim());
      for (const line of lines.filter((each) => each !== ''))
        if (line.startsWith(URL)) expect(links, name).toContain(line);
        else expect(shown, name).toContain(line.replaceAll(/\s+/g, ' '));
      for (const link of links) expect(lines, name).toContain(link);
    }
    await page.close();
  });
});
