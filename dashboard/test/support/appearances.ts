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
  ...(PICTURES !== undefined
    ? ([
        { appearance: 'dark-medium', colorScheme: 'dark', viewport: { width: 1024, height: 768 } },
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
    await page.evaluate(LAY_OUT);
    await drawn(page);
    if (PICTURES !== undefined)
      await page.screenshot({
        path: `${PICTURES}/${appearance}-${name}.png`,
        animations: 'disabled',
        fullPage: true,
      });
    expect(await faultsOf(page), `${appearance}-${name}`).toEqual([]);
    expect(await page.evaluate(MISPLACED), `${appearance}-${name}`).toEqual([]);
    expect(await page.evaluate(OUT_OF_VIEW), `${appearance}-${name}`).toEqual([]);
  }
}

/** Cards outside the screen are not laid out before they are scrolled to: without boxes, nothing in them is checked. */
const LAY_OUT = `for (const row of document.querySelectorAll('tbody tr')) row.style.contentVisibility = 'visible'`;

/** Rows and cards whose first cell does not lead, or whose cells lie on each other. */
export const MISPLACED = `[...document.querySelectorAll('tbody tr')].flatMap((row) => {
  const boxes = [...row.children].map((cell) => {
    const content = document.createRange();
    content.selectNodeContents(cell);
    const { left, top, right, bottom, width, height } = content.getBoundingClientRect();
    const isClipped = [...cell.querySelectorAll('*')].some((part) => getComputedStyle(part).overflowX !== 'visible');
    const edge = isClipped ? Math.min(right, cell.getBoundingClientRect().right) : right;
    return { cell, box: { left, top, right: edge, bottom, width, height } };
  }).filter(({ box }) => box.width > 0 && box.height > 0);
  const [first, ...others] = boxes;
  const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const pairs = boxes.flatMap((a, n) => boxes.slice(n + 1).filter((b) => overlap(a.box, b.box)).map((b) => [a, b]));
  const ahead = others.filter(({ box }) => box.left < first.box.left - 1 && box.top <= first.box.top + 1);
  return [...ahead, ...pairs.flat()].map(({ cell }) => cell.textContent.slice(0, 40));
})`;

/** A dialog's form is submitted without scrolling. */
const OUT_OF_VIEW = `[...document.querySelectorAll('[role=dialog] [type=submit]')]
  .filter((button) => button.getBoundingClientRect().bottom > innerHeight)
  .map((button) => button.textContent)`;

/** Waits until pending requests are rendered. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  );
}
