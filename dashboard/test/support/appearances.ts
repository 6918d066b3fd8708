// The appearances in which screens are checked: both color schemes, wide and narrow, each loaded once.
// CHAINTILL_SCREENSHOTS names a folder for pictures of all of them.

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { isThorough } from '../../../server/test/support/crash-stride.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';

const PICTURES = process.env['CHAINTILL_SCREENSHOTS'];

/** Both themes and both widths; every pair of them, and the width of a tablet, in a thorough run. */
export const appearances = [
  { appearance: 'light-wide', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { appearance: 'dark-narrow', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
  ...(isThorough || PICTURES !== undefined
    ? ([
        { appearance: 'dark-wide', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
        {
          appearance: 'light-medium',
          colorScheme: 'light',
          viewport: { width: 1024, height: 768 },
        },
        { appearance: 'light-narrow', colorScheme: 'light', viewport: { width: 390, height: 844 } },
      ] as const)
    : []),
] as const;

/** Checks each appearance in turn without a reload. `whole`: visible when the screen has loaded. */
export async function inspect(page: Page, name: string, whole: Locator): Promise<void> {
  for (const { appearance, colorScheme, viewport } of appearances) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    await whole.waitFor();
    await drawn(page);
    if (PICTURES !== undefined)
      await page.screenshot({
        path: `${PICTURES}/${appearance}-${name}.png`,
        animations: 'disabled',
        fullPage: true,
      });
    expect(await faultsOf(page), `${appearance}-${name}`).toEqual([]);
  }
}

/** Waits until pending requests are rendered. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  );
}
