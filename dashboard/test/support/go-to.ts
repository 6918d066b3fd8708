// Opens another screen with the router, like a link within the dashboard, without a reload. Other suites show that each
// screen also opens by its address, for all of them accessible.test.ts in a thorough run.
import type { Page } from 'playwright-core';

/** Waits until the page's router (@tanstack/router-core) shows the address. */
const ARRIVED = `new Promise((done) => {
  const look = () => {
    const { status, location, resolvedLocation } = __TSR_ROUTER__.state;
    const isThere = status === 'idle' && resolvedLocation.href === location.href;
    if (isThere && window.location.href.endsWith(location.href)) done();
    else requestAnimationFrame(look);
  };
  look();
})`;

export async function arrived(page: Page): Promise<void> {
  await page.evaluate(ARRIVED);
}

/** `path`: below the dashboard's own, as in the address. The page must have loaded the dashboard before. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(`/dashboard/${path}`)})`);
  await arrived(page);
}
