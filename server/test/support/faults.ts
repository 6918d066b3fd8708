// Accessibility problems of a page: axe-core's findings, and whether the page fits its window.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** axe's findings on the current page without its frames, and whether it scrolls sideways. */
export async function faultsOf(page: Page): Promise<readonly unknown[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(AXE);
  const found = await page.evaluate(
    `axe.run({ iframes: false, resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) =>
      ({ id, nodes: nodes.map(({ html, failureSummary }) => html + failureSummary) })))`,
  );
  const root = 'document.documentElement';
  const excess = Number(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`));
  return [...(found as unknown[]), ...(excess > 0 ? [`${excess} pixels too wide`] : [])];
}
