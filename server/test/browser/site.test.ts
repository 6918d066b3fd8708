// Guarantees of the documents at /docs in a real browser, wide and narrow, light and dark: axe finds no violation, no
// page scrolls sideways, and the console stays empty. Covers the entry pages and one page of each kind; all pages in a
// thorough run.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageFolder } from '../../src/core/places.ts';
import { describeWithChromium, startChromium } from '../support/chromium.ts';
import { isThorough } from '../support/crash-stride.ts';
import { faultsOf } from '../support/faults.ts';
import { createWorld, type World } from '../support/world.ts';

const FOLDER = join(packageFolder, 'dist/site/pages');
const all = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.html'))
  .map((path) => `/${path.slice(0, -'.html'.length)}`)
  .sort();
/** The first page of each folder, as a folder's pages share one layout. */
const some = all.filter((address, n) => folderOf(address) !== folderOf(all[n - 1] ?? ''));
const addresses = isThorough ? all : some;

const appearances = [
  { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

function folderOf(address: string): string {
  return address.slice(0, address.lastIndexOf('/'));
}

describeWithChromium('the documents', () => {
  let world: World;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([
      createWorld({ CHAINTILL_REQUESTS_PER_MINUTE: '0' }, { coins: ['BTC'] }),
      startChromium(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it(`have no violation on ${addresses.length} pages, in either color scheme`, async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    context.setDefaultTimeout(90_000);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    const found: unknown[] = [];
    for (const address of addresses) {
      const answer = await page.goto(`${world.url}${address}`);
      expect([address, answer?.status()]).toEqual([address, 200]);
      for (const { colorScheme, viewport } of appearances) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(viewport);
        for (const fault of await faultsOf(page))
          found.push({ address, width: viewport.width, fault });
      }
    }
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  }, 600_000);
});
