// What is wrong with a page for somebody who sees little of it, or nothing: axe-core, and whether it fits its window.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on the page as it is, and whether it must be moved sideways to be read. */
export async function faultsOf(page: Page): Promise<readonly unknown[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(AXE);
  const found = await page.evaluate(
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) =>
      ({ id, nodes: nodes.map(({ html, failureSummary }) => html + failureSummary) })))`,
  );
  const root = 'document.documentElement';
  const excess = Number(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`));
  return [...(found as unknown[]), ...(excess > 0 ? [`${excess} pixels too wide`] : [])];
}
