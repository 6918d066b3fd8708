// Counts what a person clicks: every trusted click with a pointer, and two for a choice in a native select, which opens
// and closes outside of the page. Typing and keys are not clicks.
import type { Page } from 'playwright-core';

export interface Clicks {
  /** Since the last call, or since counting began. */
  taken(): number;
}

const REPORT = 'reportClicks';

/** Counts from now on, also on pages that are loaded later. */
export async function countClicks(page: Page): Promise<Clicks> {
  let count = 0;
  await page.exposeFunction(REPORT, (more: number) => {
    count += more;
  });
  const listen = `
    document.addEventListener('click', (event) => {
      if (event.isTrusted && event.detail > 0) ${REPORT}(1);
    }, true);
    document.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLSelectElement) ${REPORT}(2);
    }, true);`;
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return {
    taken() {
      const taken = count;
      count = 0;
      return taken;
    },
  };
}
