// Another screen as a link within the dashboard leads there: nothing is loaded again. That one is also there when its address is
// opened, suites of its own show, and of all of them accessible.test.ts in a thorough run.
import type { Page } from 'playwright-core';

/** Until the router of the page (@tanstack/router-core) shows what the address names. */
const ARRIVED = `new Promise((done) => {
  const look = () => {
    const { status, location, resolvedLocation } = __TSR_ROUTER__.state;
    const isThere = status === 'idle' && resolvedLocation.href === location.href;
    if (isThere && window.location.href.endsWith(location.href)) done();
    else requestAnimationFrame(look);
  };
  look();
})`;

/** `path`: below the dashboard's own, as in the address. The page has been in the dashboard before. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(`/dashboard/${path}`)})`);
  await page.evaluate(ARRIVED);
}
